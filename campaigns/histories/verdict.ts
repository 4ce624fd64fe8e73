import type { Status } from './model.ts';

/** What an accepted command leaves to the server's choice, and what must be told of. */
export interface Effect {
  /** Days on which whatever waits without anybody's time must hold some now, where it can. */
  readonly refill: readonly string[];
  /** Appointments whose hold may be lost, if nobody else can take them. */
  readonly mayLose: readonly number[];
  /** Whether the appointment of the command itself must hold time now; null: not asked. */
  readonly holds: { readonly id: number; readonly held: boolean } | null;
  /** Events that readers must be told, as kind and subject. */
  readonly told: readonly string[];
}

/** What the model says to a command. */
export type Verdict =
  | { readonly ok: false; readonly codes: readonly string[] }
  | { readonly ok: true; readonly apply: (newId: number) => Effect };

export const nothing: Effect = { refill: [], mayLose: [], holds: null, told: [] };

/** A refusal, by any one of these codes. */
export function no(...codes: readonly string[]): Verdict {
  return { ok: false, codes };
}

export function yes(apply: (newId: number) => Effect): Verdict {
  return { ok: true, apply };
}

/** How a person stands to an appointment. */
export type Standing = 'owner' | 'assigned' | 'desk';

/** The table of transitions: who may do it, in which status. */
export const allowed: Record<
  'assign' | 'unassign' | 'reschedule' | 'start' | 'arrive' | 'complete' | 'cancel' | 'notes',
  Partial<Record<Status, readonly Standing[]>>
> = {
  assign: { pending: ['desk'], unassigned: ['desk'], confirmed: ['desk'] },
  unassign: { confirmed: ['desk', 'assigned'] },
  reschedule: {
    pending: ['owner', 'desk'],
    unassigned: ['owner', 'desk'],
    confirmed: ['owner', 'desk'],
  },
  start: { confirmed: ['assigned'] },
  arrive: { in_progress: ['assigned'] },
  complete: { in_progress: ['assigned'] },
  cancel: {
    pending: ['owner', 'desk'],
    unassigned: ['owner', 'desk'],
    confirmed: ['owner', 'desk'],
    in_progress: ['desk'],
  },
  notes: { pending: ['owner'], unassigned: ['owner'], confirmed: ['owner'] },
};
