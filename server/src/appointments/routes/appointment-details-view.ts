import type { AppointmentDetails, AppointmentEvent } from '@curbwrench/contract/appointments';
import { dispatches } from '@curbwrench/contract/roles';
import type { HistoryRow } from '../queries/appointment-history.ts';
import { stateOf, type AppointmentRow } from '../queries/appointment-rows.ts';
import { actionsOf } from '../rules/appointment-actions.ts';
import { changeUntil } from '../rules/appointment.ts';
import type { Moment } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { presentAppointment } from './appointment-view.ts';
import { presentBreakdown } from '../../payments/price-view.ts';

/** What an appointment's own page shows this reader: itself, its history and what they may do. */
export function presentDetails(
  row: AppointmentRow,
  history: readonly HistoryRow[],
  otherJob: number | null,
  reader: Actor,
  moment: Moment,
): AppointmentDetails {
  const state = stateOf(row);
  const hasArrived = history.some(({ kind }) => kind === 'arrived');
  return {
    ...presentAppointment(row, reader, moment),
    changeUntil: changeUntil(state, moment.timeZone).toISOString(),
    breakdown: presentBreakdown(
      row.price,
      history.find(({ kind }) => kind === 'booked')?.detail ?? null,
    ),
    events: history.map((line) => presentEvent(line, row, reader)),
    actions: actionsOf(state, reader, moment, { hasArrived, otherJob }),
  };
}

/**
 * A line of the history as this reader may know it. Who works in the office is for admins, a
 * customer knows the mechanic who comes and whom they replaced, and a mechanic no colleague. That a
 * mechanic gave the job back, and why, stays in the business: the customer reads that another is
 * looked for.
 */
function presentEvent(line: HistoryRow, row: AppointmentRow, reader: Actor): AppointmentEvent {
  const isCustomer = reader.role === 'customer';
  const { fromDate, fromTime, toDate, toTime } = line.detail;
  return {
    id: line.id,
    kind: isCustomer && line.kind === 'declined' ? 'unassigned' : line.kind,
    at: new Date(line.at).toISOString(),
    by: isCustomer && tookItBack(line) ? null : actorOf(line, row, reader),
    mechanicName: mayKnowMechanic(line.mechanic_id, row, reader) ? line.mechanic_name : null,
    formerMechanicName: mayKnowFormer(line, row, reader) ? line.former_mechanic_name : null,
    moved: fromDate && fromTime && toDate && toTime ? { fromDate, fromTime, toDate, toTime } : null,
    amount: line.detail['amount'] ?? null,
    reason: mayKnowReason(line, reader) ? (line.detail['reason'] ?? null) : null,
  };
}

function tookItBack({ kind }: HistoryRow): boolean {
  return kind === 'declined' || kind === 'unassigned';
}

function actorOf(line: HistoryRow, row: AppointmentRow, reader: Actor): AppointmentEvent['by'] {
  const { actor_id: id, actor_role: role, actor_name: name } = line;
  if (id === null) return null;
  if (id === reader.id) return { who: 'you', name: null };
  // Everyone who may see an appointment may know its customer's name.
  if (id === row.customer_id) return { who: 'customer', name };
  const byMechanic = line.kind === 'payment_recorded' && id === row.mechanic_id;
  if (byMechanic || workOfMechanics.has(line.kind)) {
    return { who: 'mechanic', name: mayKnowMechanic(id, row, reader) ? name : null };
  }
  const isColleague = role !== null && dispatches(role);
  return { who: 'office', name: isColleague && reader.role === 'admin' ? name : null };
}

/** By kind, because an admin may work as a mechanic too. */
const workOfMechanics = new Set<HistoryRow['kind']>([
  'declined',
  'started',
  'arrived',
  'completed',
]);

function mayKnowMechanic(id: string | null, row: AppointmentRow, reader: Actor): boolean {
  if (dispatches(reader.role)) return true;
  return id === (reader.role === 'mechanic' ? reader.id : row.mechanic_id);
}

/** The customer was told who would come: they are told whom somebody else replaces. */
function mayKnowFormer(line: HistoryRow, row: AppointmentRow, reader: Actor): boolean {
  return reader.role !== 'mechanic' && mayKnowMechanic(line.mechanic_id, row, reader);
}

function mayKnowReason(line: HistoryRow, reader: Actor): boolean {
  // That of a refund stands on the receipt.
  const isOpen = line.kind === 'cancelled' || line.kind === 'payment_refunded';
  return isOpen || dispatches(reader.role) || line.actor_id === reader.id;
}
