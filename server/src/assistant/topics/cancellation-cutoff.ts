import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDate, displayTime } from '@curbwrench/contract/fields/calendar';
import {
  toAppointmentState,
  summarizeLines,
  type AppointmentRow,
} from '../../appointments/queries/appointment-rows.ts';
import { decideTransition, getChangeDeadline } from '../../appointments/rules/appointment.ts';
import { toLocalTime } from '../../application/rules/business-time.ts';
import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { chooseAppointments } from '../appointment-choice.ts';
import type { AskerContext, Topic } from '../topic.ts';
import { bulletList, formatDateTime } from '../answer-format.ts';
import { hasTooManyUnknownWords, hasConcept } from '../understanding.ts';

/** The maximum number of appointments in one answer. */
const maxListed = 5;

/**
 * Tells a customer how to cancel or reschedule, and the deadline for each of their appointments, by the terms stored
 * with the appointment.
 */
export const cancellationCutoff: Topic = async (asker, understood) => {
  if (asker.viewer.role !== 'customer' || !hasConcept(understood, 'cancel', 'reschedule'))
    return null;
  if (hasTooManyUnknownWords(understood) || hasConcept(understood, 'plan')) return null;
  const name = hasConcept(understood, 'cancel') ? 'cancel' : 'reschedule';
  const { rows } = await chooseAppointments(asker, {
    ...understood,
    concepts: new Set(),
    number: null,
  });
  const matching = rows.filter((row) => understood.number === null || row.id === understood.number);
  const how =
    `I can't change anything myself. To ${name} an appointment, open it with View Details ` +
    `and choose ${name === 'cancel' ? 'Cancel Appointment' : 'Reschedule'}.`;
  if (matching.length === 0) {
    return `${how} You don't have any upcoming appointments that this could be about.`;
  }
  const sentences = matching.slice(0, maxListed).map((row) => describeCutoff(asker, name, row));
  return `${how}\n${bulletList(sentences)}`;
};

function describeCutoff(
  asker: AskerContext,
  name: 'cancel' | 'reschedule',
  row: AppointmentRow,
): string {
  const which = `${summarizeLines(row).services} on ${formatDateTime(row.date, row.start_time)} (${displayId(row.id)})`;
  const decision = decideTransition(name, toAppointmentState(row), asker.viewer, asker.moment);
  const done = name === 'cancel' ? 'canceled' : 'rescheduled';
  if (!decision.ok) return `${which} can't be ${done} here anymore. ${decision.refusal.message}`;
  const { timeZone } = asker.moment;
  const until = toLocalTime(getChangeDeadline(toAppointmentState(row), timeZone), timeZone);
  return (
    `${which} can be ${done} until ${displayDate(until.date)} at ` +
    `${displayTime(toTimeOfDay(until.minutes))}, ${row.cancel_until_hours} hours before its start.`
  );
}
