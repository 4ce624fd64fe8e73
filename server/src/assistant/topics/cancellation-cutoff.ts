import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayTime, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import {
  toAppointmentState,
  summarizeLines,
  type AppointmentRow,
} from '../../appointments/queries/appointment-rows.ts';
import { decideTransition, getChangeDeadline } from '../../appointments/rules/appointment.ts';
import { toLocalTime } from '../../application/rules/business-time.ts';
import { chooseAppointments } from '../appointment-choice.ts';
import type { AskerContext, Topic } from '../topic.ts';
import { bulletList, formatDateTime, formatDay } from '../answer-format.ts';
import { hasTooManyUnknownWords, hasConcept } from '../understanding.ts';

/** The maximum number of appointments in one answer. */
const maxListed = 5;

/**
 * Tells a customer how to cancel or reschedule, and the deadline for each of their appointments, by the terms stored
 * with the appointment.
 */
export const cancellationCutoff: Topic = async (asker, question) => {
  if (asker.viewer.role !== 'customer' || !hasConcept(question, 'cancel', 'reschedule'))
    return null;
  if (hasTooManyUnknownWords(question) || hasConcept(question, 'plan')) return null;
  const name = hasConcept(question, 'cancel') ? 'cancel' : 'reschedule';
  const { rows } = await chooseAppointments(asker, {
    ...question,
    concepts: new Set(),
    number: null,
  });
  const matchingRows = rows.filter((row) => question.number === null || row.id === question.number);
  const instructions =
    `I can't change anything myself. To ${name} an appointment, open it with View Details ` +
    `and choose ${name === 'cancel' ? 'Cancel appointment' : 'Reschedule'}.`;
  if (matchingRows.length === 0) {
    return `${instructions} You don't have any upcoming appointments that this could be about.`;
  }
  const sentences = matchingRows.slice(0, maxListed).map((row) => describeCutoff(asker, name, row));
  return `${instructions}\n${bulletList(sentences)}`;
};

function describeCutoff(
  asker: AskerContext,
  name: 'cancel' | 'reschedule',
  row: AppointmentRow,
): string {
  const today = asker.moment.local.date;
  const appointment = `${summarizeLines(row).services} ${formatDateTime(row.date, row.start_time, today)} (${displayId(row.id)})`;
  const decision = decideTransition(name, toAppointmentState(row), asker.viewer, asker.moment);
  const participle = name === 'cancel' ? 'canceled' : 'rescheduled';
  if (!decision.ok)
    return `${appointment} can't be ${participle} here anymore. ${decision.refusal.message}`;
  const { timeZone } = asker.moment;
  const deadline = toLocalTime(getChangeDeadline(toAppointmentState(row), timeZone), timeZone);
  return (
    `${appointment} can be ${participle} until ` +
    `${displayTime(toTimeOfDay(deadline.minutes))} ${formatDay(deadline.date, today)}, ${row.cancellation_cutoff_hours} hours before its start.`
  );
}
