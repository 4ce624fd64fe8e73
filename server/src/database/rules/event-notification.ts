import type { NotificationKind } from '@curbwrench/contract/notifications/schemas';

/** Who is notified of a change. The person who made the change is never notified, even if listed here. */
export interface EventNotification {
  readonly kind: NotificationKind;
  readonly to: readonly string[];
  /** Whether everyone in the office is notified too. */
  readonly dispatch: boolean;
  /** Who made the change; null if nobody was signed in. */
  readonly by: string | null;
  /** For an appointment: its current mechanic. */
  readonly mechanicId?: string | null;
  /** For an appointment: the mechanic whom the customer expected before the change. */
  readonly formerMechanicId?: string | null;
}

/** The people affected by a change to an appointment. */
export interface AffectedPeople {
  readonly customerId: string;
  /** The mechanic after the change. */
  readonly mechanicId: string | null;
  /** The mechanic before the change. */
  readonly formerMechanicId: string | null;
}

/** The changes after which the office must assign a mechanic to an appointment that has none. */
const kindsThatNeedMechanic: ReadonlySet<NotificationKind> = new Set([
  'booked',
  'unassigned',
  'rescheduled',
]);

/**
 * Returns who is notified of a change to an appointment: its customer, its mechanic, its former mechanic, and the
 * office if the appointment now needs a mechanic. `actorId` is the person who made the change.
 */
export function createEventNotification(
  kind: NotificationKind,
  people: AffectedPeople,
  actorId: string,
): EventNotification {
  const { customerId, mechanicId, formerMechanicId } = people;
  const ids = new Set([customerId, mechanicId, formerMechanicId]);
  return {
    kind,
    to: [...ids].filter((id): id is string => id !== null && id !== actorId),
    dispatch: mechanicId === null && kindsThatNeedMechanic.has(kind),
    by: actorId,
    mechanicId,
    formerMechanicId,
  };
}
