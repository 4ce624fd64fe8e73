import type { EventKind } from '@curbwrench/contract/events/schemas';

/** A committed change with its number; numbers follow the order of the commits. */
export interface FeedEvent {
  readonly number: number;
  readonly kind: EventKind;
  readonly subjectId: string;
  readonly customerId: string | null;
  readonly mechanicId: string | null;
  readonly formerMechanicId: string | null;
}
