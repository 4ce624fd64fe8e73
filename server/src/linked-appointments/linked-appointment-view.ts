import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import type { Review } from '@curbwrench/contract/reviews/schemas';
import type { Actor } from '../application/rules/actor.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { presentDetails } from '../appointments/routes/appointment-details-view.ts';
import type { AppointmentRow } from '../appointments/queries/appointment-rows.ts';
import type { RouteContext } from '../http/route-context.ts';
import type { ReviewRow } from '../reviews/queries.ts';
import { presentTracking } from '../tracking/tracking-view.ts';

const linkActions: ReadonlySet<string> = new Set(['reschedule', 'cancel']);

/**
 * Returns what the holder of an appointment's link may see: the appointment as its customer sees it, but without the
 * plate, the gate code, the notes, or anything else about the customer. `canRenew` is whether a new link can be sent.
 */
export async function presentLinkedAppointment(
  context: RouteContext,
  row: AppointmentRow,
  review: ReviewRow | null,
  actor: Actor,
  { isOver, canRenew }: Pick<LinkedAppointment, 'isOver' | 'canRenew'>,
): Promise<LinkedAppointment> {
  const currentTime = getCurrentTime(context);
  const facts = { otherJobId: null, canUndoStart: false };
  const details = presentDetails(row, [], facts, actor, currentTime, review);
  const { steps } = await presentTracking(context, row, true, currentTime);
  const { make, model, year } = details.vehicle;
  return {
    id: row.id,
    date: details.date,
    startTime: details.startTime,
    endTime: details.endTime,
    status: row.status,
    address: row.address,
    lines: details.lines,
    price: details.price,
    vehicle: { make, model, year },
    mechanicName: row.mechanic_id === null ? null : (row.mechanic_first_name ?? ''),
    steps,
    cancellationCutoffHours: details.cancellationCutoffHours,
    changeUntil: details.changeUntil,
    actions: details.actions.filter(({ action }) => linkActions.has(action)),
    isOver,
    document: getDocument(row),
    review: details.review && omitIds(details.review),
    canRenew,
  };
}

/** Returns a completed job's document: a receipt, or an invoice until the job is paid. Null if it has neither. */
function getDocument({ status, payment_status: payment }: AppointmentRow) {
  if (status !== 'completed' || payment === null) return null;
  return payment === 'completed' || payment === 'refunded' ? 'receipt' : 'invoice';
}

function omitIds({ id: _id, appointmentId: _appointmentId, ...review }: Review) {
  return review;
}
