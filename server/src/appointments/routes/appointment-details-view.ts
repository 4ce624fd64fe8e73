import type {
  AppointmentDetails,
  AppointmentEvent,
} from '@curbwrench/contract/appointments/schemas';
import { isDispatchRole } from '@curbwrench/contract/people/roles';
import type { HistoryRow } from '../queries/appointment-history.ts';
import { toAppointmentState, type AppointmentRow } from '../queries/appointment-rows.ts';
import { listActions } from '../rules/appointment-actions.ts';
import { changeUntil } from '../rules/appointment.ts';
import type { Moment } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { presentAppointment } from './appointment-view.ts';

/** Returns what an appointment's page shows this viewer: the appointment, its history and their actions. */
export function presentDetails(
  row: AppointmentRow,
  history: readonly HistoryRow[],
  otherJobId: number | null,
  viewer: Actor,
  moment: Moment,
): AppointmentDetails {
  const state = toAppointmentState(row);
  const hasArrived = history.some(({ kind }) => kind === 'arrived');
  return {
    ...presentAppointment(row, viewer, moment),
    changeUntil: changeUntil(state, moment.timeZone).toISOString(),
    events: history.map((event) => presentEvent(event, row, viewer)),
    actions: listActions(state, viewer, moment, { hasArrived, otherJobId }),
  };
}

/**
 * Returns an event of the history as this viewer may see it. Names of office staff are for admins only. A
 * customer sees the mechanic who comes and whom they replace; a mechanic sees no colleagues. That a mechanic
 * declined, and why, is internal: the customer reads that another mechanic is being found.
 */
function presentEvent(event: HistoryRow, row: AppointmentRow, viewer: Actor): AppointmentEvent {
  const isCustomer = viewer.role === 'customer';
  const { fromDate, fromTime, toDate, toTime } = event.detail;
  return {
    id: event.id,
    kind: isCustomer && event.kind === 'declined' ? 'unassigned' : event.kind,
    at: new Date(event.at).toISOString(),
    by: isCustomer && isUnassignment(event) ? null : presentActor(event, row, viewer),
    mechanicName: canSeeMechanic(event.mechanic_id, row, viewer) ? event.mechanic_name : null,
    formerMechanicName: canSeeFormerMechanic(event, row, viewer)
      ? event.former_mechanic_name
      : null,
    moved: fromDate && fromTime && toDate && toTime ? { fromDate, fromTime, toDate, toTime } : null,
    amount: event.detail['amount'] ?? null,
    promisedAt: event.kind === 'started' ? (event.detail['promisedAt'] ?? null) : null,
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
  const byMechanic = event.kind === 'payment_recorded' && id === row.mechanic_id;
  if (byMechanic || mechanicEventKinds.has(event.kind)) {
    return { who: 'mechanic', name: canSeeMechanic(id, row, viewer) ? name : null };
  }
  const isColleague = role !== null && isDispatchRole(role);
  return { who: 'office', name: isColleague && viewer.role === 'admin' ? name : null };
}

/** Kinds of events that are a mechanic's work. The role does not show it: an admin may work as a mechanic. */
const mechanicEventKinds = new Set<HistoryRow['kind']>([
  'declined',
  'started',
  'arrived',
  'completed',
]);

function canSeeMechanic(id: string | null, row: AppointmentRow, viewer: Actor): boolean {
  if (isDispatchRole(viewer.role)) return true;
  return id === (viewer.role === 'mechanic' ? viewer.id : row.mechanic_id);
}

/**
 * Returns whether this viewer may see the former mechanic. A customer knew who would come, so they
 * also see who is replaced.
 */
function canSeeFormerMechanic(event: HistoryRow, row: AppointmentRow, viewer: Actor): boolean {
  return viewer.role !== 'mechanic' && canSeeMechanic(event.mechanic_id, row, viewer);
}

function canSeeReason(event: HistoryRow, viewer: Actor): boolean {
  // The reason for a refund is on the receipt.
  const isPublic = event.kind === 'cancelled' || event.kind === 'payment_refunded';
  return isPublic || isDispatchRole(viewer.role) || event.actor_id === viewer.id;
}
