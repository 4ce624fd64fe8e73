import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayTime, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import {
  toAppointmentState,
  summarizeLines,
  type AppointmentRow,
} from '../../appointments/queries/appointment-rows.ts';
import { decideTransition, getChangeDeadline } from '../../appointments/rules/appointment.ts';
import { toLocalTime } from '../../application/rules/business-time.ts';
import { findMatchingAppointments } from '../matching-appointments.ts';
import type { AskerContext, Topic } from '../topic.ts';
import { bulletList, formatDateTime, formatDay } from '../answer-format.ts';
import { hasTooManyUnknownWords, hasConcept } from '../parsed-question.ts';

/** The maximum number of appointments in one answer. */
const maxListed = 5;

/**
 * Tells a customer how to cancel or reschedule, and until when they can do so for each of their appointments. The terms
 * stored with the appointment decide.
 */
export const cancellationCutoff: Topic = async (asker, question) => {
  if (asker.viewer.role !== 'customer' || !hasConcept(question, 'cancel', 'reschedule'))
    return null;
  if (hasTooManyUnknownWords(question) || hasConcept(question, 'plan')) return null;
  const action = hasConcept(question, 'cancel') ? 'cancel' : 'reschedule';
  const { rows } = await findMatchingAppointments(asker, {
    ...question,
    concepts: new Set(),
    number: null,
  });
  const matchingRows = rows.filter((row) => question.number === null || row.id === question.number);
  const instructions =
    `I can't change anything myself. To ${action} an appointment, open it with View Details ` +
    `and choose ${action === 'cancel' ? 'Cancel appointment' : 'Reschedule'}.`;
  if (matchingRows.length === 0) {
    return `${instructions} You don't have any upcoming appointments that match.`;
  }
  const sentences = matchingRows
    .slice(0, maxListed)
    .map((row) => describeCutoff(asker, action, row));
  return `${instructions}\n${bulletList(sentences)}`;
};

function describeCutoff(
  asker: AskerContext,
  action: 'cancel' | 'reschedule',
  row: AppointmentRow,
): string {
  const today = asker.currentTime.local.date;
  const appointment = `${summarizeLines(row).services} ${formatDateTime(row.date, row.start_time, today)} (${displayId(row.id)})`;
  const decision = decideTransition(
    action,
    toAppointmentState(row),
    asker.viewer,
    asker.currentTime,
  );
  const participle = action === 'cancel' ? 'canceled' : 'rescheduled';
  if (!decision.ok)
    return `${appointment} can't be ${participle} here anymore. ${decision.refusal.message}`;
  const { timeZone } = asker.currentTime;
  const deadline = toLocalTime(getChangeDeadline(toAppointmentState(row), timeZone), timeZone);
  return (
    `${appointment} can be ${participle} until ` +
    `${displayTime(toTimeOfDay(deadline.minutes))} ${formatDay(deadline.date, today)}, ${row.cancellation_cutoff_hours} hours before it starts.`
  );
}
