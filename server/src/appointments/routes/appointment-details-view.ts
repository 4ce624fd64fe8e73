import type {
  AppointmentDetails,
  AppointmentEvent,
} from '@curbwrench/contract/appointments/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { HistoryRow } from '../queries/appointment-history.ts';
import { toAppointmentState, type AppointmentRow } from '../queries/appointment-rows.ts';
import { listActions, type JobFacts } from '../rules/appointment-actions.ts';
import { getChangeDeadline } from '../rules/appointment.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';
import type { ReviewRow } from '../../reviews/queries.ts';
import { presentReview } from '../../reviews/review-view.ts';
import { presentAppointment } from './appointment-view.ts';

/**
 * Returns the data for an appointment's page: the appointment, its history and the actions available to this viewer.
 */
export function presentDetails(
  row: AppointmentRow,
  history: readonly HistoryRow[],
  { otherJobId, canUndoStart }: Pick<JobFacts, 'otherJobId' | 'canUndoStart'>,
  viewer: Actor,
  currentTime: CurrentTime,
  review: ReviewRow | null,
): AppointmentDetails {
  const state = toAppointmentState(row);
  const hasArrived = history.some(({ kind }) => kind === 'arrived');
  return {
    ...presentAppointment(row, viewer, currentTime),
    changeUntil: getChangeDeadline(state, currentTime.timeZone).toISOString(),
    workNote: row.work_note,
    review: review && presentReview(review),
    events: history.map((event) => presentEvent(event, row, viewer)),
    actions: listActions(state, viewer, currentTime, { hasArrived, canUndoStart, otherJobId }),
  };
}

/**
 * Returns an event of the history as this viewer may see it. Names of office staff are visible only to admins. A
 * customer sees the assigned mechanic and the one whom they replaced; a mechanic sees no colleagues. The customer does
 * not see that a mechanic declined the appointment, or why: they see only that it was unassigned.
 */
function presentEvent(event: HistoryRow, row: AppointmentRow, viewer: Actor): AppointmentEvent {
  const isCustomer = viewer.role === 'customer';
  const { fromDate, fromTime, toDate, toTime } = event.detail;
  return {
    id: event.id,
    kind: isCustomer && event.kind === 'declined' ? 'unassigned' : event.kind,
    at: new Date(event.at).toISOString(),
    by: isCustomer && isUnassignment(event) ? null : presentActor(event, row, viewer),
    byLink: event.detail['byLink'] === 'true',
    mechanicName: canSeeMechanic(event.mechanic_id, row, viewer) ? event.mechanic_name : null,
    formerMechanicName: canSeeFormerMechanic(event, row, viewer)
      ? event.former_mechanic_name
      : null,
    moved: fromDate && fromTime && toDate && toTime ? { fromDate, fromTime, toDate, toTime } : null,
    amount: event.detail['amount'] ?? null,
    rating: event.detail['rating'] ? Number(event.detail['rating']) : null,
    promisedArrival: event.kind === 'started' ? (event.detail['promisedArrival'] ?? null) : null,
    sentAt: event.detail['sentAt'] ?? null,
    reason: canSeeReason(event, viewer) ? (event.detail['reason'] ?? null) : null,
  };
}

function isUnassignment({ kind }: HistoryRow): boolean {
  return kind === 'declined' || kind === 'unassigned';
}

function presentActor(
  event: HistoryRow,
  row: AppointmentRow,
  viewer: Actor,
): AppointmentEvent['by'] {
  const { actor_id: id, actor_role: role, actor_name: name } = event;
  if (id === null) return null;
  if (id === viewer.id) return { who: 'you', name: null };
  // Every viewer of an appointment may see its customer's name.
  if (id === row.customer_id) return { who: 'customer', name };
  const isMechanicsPayment = event.kind === 'payment_recorded' && id === row.mechanic_id;
  if (isMechanicsPayment || mechanicEventKinds.has(event.kind)) {
    return { who: 'mechanic', name: canSeeMechanic(id, row, viewer) ? name : null };
  }
  const isColleague = role !== null && isOfficeRole(role);
  return { who: 'office', name: isColleague && viewer.role === 'admin' ? name : null };
}

/** Kinds of events caused by mechanics. The actor's role can't tell us, because an admin may work as a mechanic. */
const mechanicEventKinds = new Set<HistoryRow['kind']>([
  'declined',
  'started',
  'start_undone',
  'arrived',
  'completed',
]);

function canSeeMechanic(id: string | null, row: AppointmentRow, viewer: Actor): boolean {
  if (isOfficeRole(viewer.role)) return true;
  return id === (viewer.role === 'mechanic' ? viewer.id : row.mechanic_id);
}

/**
 * Returns whether this viewer may see the former mechanic. Customers may, because they already know who was assigned
 * before.
 */
function canSeeFormerMechanic(event: HistoryRow, row: AppointmentRow, viewer: Actor): boolean {
  return viewer.role !== 'mechanic' && canSeeMechanic(event.mechanic_id, row, viewer);
}

function canSeeReason(event: HistoryRow, viewer: Actor): boolean {
  // The reason for a refund is on the customer's receipt anyway.
  const isPublic = event.kind === 'cancelled' || event.kind === 'payment_refunded';
  return isPublic || isOfficeRole(viewer.role) || event.actor_id === viewer.id;
}
