import type { NoticeKind } from '@curbwrench/contract/notifications/schemas';

/** Who is notified of a change, never including the person who made it, even if listed here. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly to: readonly string[];
  /** Whether everyone in dispatch is. */
  readonly dispatch: boolean;
  /** Null if it was nobody who is signed in. */
  readonly by: string | null;
  /** For an appointment: its current mechanic, and the mechanic its customer knew of until then. */
  readonly mechanicId?: string | null;
  readonly formerMechanicId?: string | null;
}

/** The people an appointment concerns after a change to it. */
export interface Concerned {
  readonly customerId: string;
  readonly mechanicId: string | null;
  /** The mechanic until then. */
  readonly formerMechanicId: string | null;
}

/** After these, an appointment without a mechanic needs one. */
const askForSomeone: ReadonlySet<NoticeKind> = new Set(['booked', 'unassigned', 'rescheduled']);

/**
 * Returns who is notified of a change to an appointment: its customer, its mechanic, its former
 * mechanic, and dispatch if it now needs a mechanic.
 */
export function noticeOf(kind: NoticeKind, people: Concerned, by: string): Notice {
  const { customerId, mechanicId, formerMechanicId } = people;
  const concerned = new Set([customerId, mechanicId, formerMechanicId]);
  return {
    kind,
    to: [...concerned].filter((id): id is string => id !== null && id !== by),
    dispatch: mechanicId === null && askForSomeone.has(kind),
    by,
    mechanicId,
    formerMechanicId,
  };
}
