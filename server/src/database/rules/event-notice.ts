import type { NoticeKind } from '@curbwrench/contract/notifications';

/** Who is notified of a change. Whoever did it never is, even if they are among these. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly to: readonly string[];
  /** Whether everyone who dispatches is. */
  readonly dispatch: boolean;
  /** Null: nobody who is signed in. */
  readonly by: string | null;
  /** Of an appointment: whose job it is now, and the mechanic whom its customer knew of until then. */
  readonly mechanicId?: string | null;
  readonly formerMechanicId?: string | null;
}

/** Whom an appointment concerns after a change of it. */
export interface Concerned {
  readonly customerId: string;
  readonly mechanicId: string | null;
  /** Whose job it was until then. */
  readonly formerMechanicId: string | null;
}

/** After these an appointment without a mechanic needs someone to give it one. */
const askForSomeone: ReadonlySet<NoticeKind> = new Set(['booked', 'unassigned', 'rescheduled']);

/**
 * Who is notified of what happened to an appointment: its customer, its mechanic, whoever was it
 * until now, and the office where it waits for a mechanic from now on.
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
