import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDateWithWeekday, displayTime } from '@curbwrench/contract/fields/calendar';
import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import { summarizeLines, type AppointmentRow } from '../appointments/queries/appointment-rows.ts';
import type { AskerContext } from './topic.ts';
import { formatDay, formatMoney } from './answer-format.ts';
import { hasConcept, type ParsedQuestion } from './parsed-question.ts';

/**
 * Returns everything about an appointment that the asker may see, starting with the details they asked for.
 * `opening` is the start of the first general sentence, such as 'Your next appointment is'.
 */
export function describeAppointment(
  asker: AskerContext,
  question: ParsedQuestion,
  opening: string,
  row: AppointmentRow,
): string {
  const isCustomer = asker.viewer.role === 'customer';
  const vehicleAndCustomer = isCustomer
    ? `for your ${getVehicleName(row)}`
    : `for ${getCustomerName(row)}'s ${getVehicleName(row)}`;
  const { services, price } = summarizeLines(row);
  const parts = [
    `${opening} ${services} ${formatDay(row.date, asker.currentTime.local.date)}, ` +
      `${displayTime(row.start_time)} to ${displayTime(row.end_time)}, ` +
      `${vehicleAndCustomer} (${displayId(row.id)}, ${statusLabels[row.status]}).`,
    ...(asker.viewer.role === 'mechanic' ? [] : [`Mechanic: ${getMechanicName(row)}.`]),
    `Address: ${row.address}.`,
    `Price: ${formatMoney(price, asker.context.business.currency)}.`,
    ...(row.notes && !isCustomer ? [`Notes: ${row.notes}`] : []),
  ];
  return [...getDirectAnswers(asker, question, row), ...parts].join('\n');
}

/** Returns an appointment as one line of a list. */
export function formatAppointment(asker: AskerContext, row: AppointmentRow): string {
  const status = `${statusLabels[row.status]}, ${displayId(row.id)}`;
  const when = `${displayDateWithWeekday(row.date)} at ${displayTime(row.start_time)}`;
  const { services } = summarizeLines(row);
  if (asker.viewer.role === 'customer') {
    return `${when}: ${services}, ${getVehicleName(row)} (${status})`;
  }
  return `${when}: ${services} for ${getCustomerName(row)}, ${getVehicleName(row)}, ${row.address} (${status})`;
}

/** Returns a sentence for each detail of the appointment that was asked for. */
function getDirectAnswers(
  { context, viewer }: AskerContext,
  question: ParsedQuestion,
  row: AppointmentRow,
): string[] {
  const currency = context.business.currency;
  const { services, price, duration } = summarizeLines(row);
  const answers: string[] = [];
  if (hasConcept(question, 'price'))
    answers.push(`${services} was booked at ${formatMoney(price, currency)}.`);
  if (hasConcept(question, 'who') && viewer.role === 'customer') {
    answers.push(
      row.mechanic_id === null
        ? 'No mechanic is assigned yet.'
        : `${getMechanicName(row)} is your mechanic.`,
    );
  }
  if (hasConcept(question, 'phone', 'customer') && viewer.role !== 'customer') {
    answers.push(
      row.customer_phone
        ? `${getCustomerName(row)}'s number is ${row.customer_phone}.`
        : `${getCustomerName(row)} has no phone number on file.`,
    );
  }
  if (hasConcept(question, 'duration')) answers.push(`It takes ${duration} minutes.`);
  if (hasConcept(question, 'note') && viewer.role === 'customer') {
    answers.push(row.notes ? `Your notes: ${row.notes}` : "You didn't leave any notes.");
  }
  return answers;
}

export function getCustomerName(row: AppointmentRow): string {
  return `${row.customer_first_name} ${row.customer_last_name}`.trim();
}

/** Returns the assigned mechanic's name, never the name of a mechanic whose time is only held. */
export function getMechanicName(row: AppointmentRow): string {
  return row.mechanic_id === null
    ? 'Not yet assigned'
    : `${row.mechanic_first_name ?? ''} ${row.mechanic_last_name ?? ''}`.trim();
}

export function getVehicleName(row: AppointmentRow): string {
  return `${row.vehicle_year} ${row.vehicle_make} ${row.vehicle_model}`;
}
