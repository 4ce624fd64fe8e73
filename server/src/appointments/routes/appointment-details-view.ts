import type {
  AppointmentDetails,
  AppointmentEvent,
} from '@curbwrench/contract/appointments/schemas';
import { dispatches } from '@curbwrench/contract/people/roles';
import type { HistoryRow } from '../queries/appointment-history.ts';
import { stateOf, type AppointmentRow } from '../queries/appointment-rows.ts';
import { actionsOf } from '../rules/appointment-actions.ts';
import { changeUntil } from '../rules/appointment.ts';
import type { Moment } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { presentAppointment } from './appointment-view.ts';
import { presentBreakdown } from '../../payments/price-view.ts';

/** Returns what an appointment's page shows this viewer: the appointment, its history and their actions. */
export function presentDetails(
  row: AppointmentRow,
  history: readonly HistoryRow[],
  otherJob: number | null,
  viewer: Actor,
  moment: Moment,
): AppointmentDetails {
  const state = stateOf(row);
  const hasArrived = history.some(({ kind }) => kind === 'arrived');
  return {
    ...presentAppointment(row, viewer, moment),
    changeUntil: changeUntil(state, moment.timeZone).toISOString(),
    breakdown: presentBreakdown(
      row.price,
      history.find(({ kind }) => kind === 'booked')?.detail ?? null,
    ),
    events: history.map((line) => presentEvent(line, row, viewer)),
    actions: actionsOf(state, viewer, moment, { hasArrived, otherJob }),
  };
}

/**
 * Returns a line of the history as this viewer may see it. Names of office staff are for admins only. A
 * customer sees the mechanic who comes and whom they replace; a mechanic sees no colleagues. That a mechanic
 * declined, and why, is internal: the customer reads that another mechanic is being found.
 */
function presentEvent(line: HistoryRow, row: AppointmentRow, viewer: Actor): AppointmentEvent {
  const isCustomer = viewer.role === 'customer';
  const { fromDate, fromTime, toDate, toTime } = line.detail;
  return {
    id: line.id,
    kind: isCustomer && line.kind === 'declined' ? 'unassigned' : line.kind,
    at: new Date(line.at).toISOString(),
    by: isCustomer && tookItBack(line) ? null : actorOf(line, row, viewer),
    mechanicName: mayKnowMechanic(line.mechanic_id, row, viewer) ? line.mechanic_name : null,
    formerMechanicName: mayKnowFormer(line, row, viewer) ? line.former_mechanic_name : null,
    moved: fromDate && fromTime && toDate && toTime ? { fromDate, fromTime, toDate, toTime } : null,
    amount: line.detail['amount'] ?? null,
    reason: mayKnowReason(line, viewer) ? (line.detail['reason'] ?? null) : null,
  };
}

function tookItBack({ kind }: HistoryRow): boolean {
  return kind === 'declined' || kind === 'unassigned';
}

function actorOf(line: HistoryRow, row: AppointmentRow, viewer: Actor): AppointmentEvent['by'] {
  const { actor_id: id, actor_role: role, actor_name: name } = line;
  if (id === null) return null;
  if (id === viewer.id) return { who: 'you', name: null };
  // Every viewer of an appointment may see its customer's name.
  if (id === row.customer_id) return { who: 'customer', name };
  const byMechanic = line.kind === 'payment_recorded' && id === row.mechanic_id;
  if (byMechanic || workOfMechanics.has(line.kind)) {
    return { who: 'mechanic', name: mayKnowMechanic(id, row, viewer) ? name : null };
  }
  const isColleague = role !== null && dispatches(role);
  return { who: 'office', name: isColleague && viewer.role === 'admin' ? name : null };
}

/** By kind, because an admin may also work as a mechanic. */
const workOfMechanics = new Set<HistoryRow['kind']>([
  'declined',
  'started',
  'arrived',
  'completed',
]);

function mayKnowMechanic(id: string | null, row: AppointmentRow, viewer: Actor): boolean {
  if (dispatches(viewer.role)) return true;
  return id === (viewer.role === 'mechanic' ? viewer.id : row.mechanic_id);
}

/**
 * Returns whether this viewer may see the former mechanic. A customer was told who would come, so they are
 * told who is replaced.
 */
function mayKnowFormer(line: HistoryRow, row: AppointmentRow, viewer: Actor): boolean {
  return viewer.role !== 'mechanic' && mayKnowMechanic(line.mechanic_id, row, viewer);
}

function mayKnowReason(line: HistoryRow, viewer: Actor): boolean {
  // The reason for a refund is on the receipt.
  const isOpen = line.kind === 'cancelled' || line.kind === 'payment_refunded';
  return isOpen || dispatches(viewer.role) || line.actor_id === viewer.id;
}
