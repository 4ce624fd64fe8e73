import { displayId } from '@curbwrench/contract/fields/display-id';
import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import type { AppointmentRow } from '../appointments/queries/appointment-rows.ts';
import type { Asking } from './asking.ts';
import { moment, money, span } from './phrases.ts';
import { means, type Understanding } from './understanding.ts';

/**
 * Returns everything about one appointment that the asker may see, starting with what they asked
 * for. `opening` precedes it: 'Your next appointment is'.
 */
export function whole(
  asking: Asking,
  understood: Understanding,
  opening: string,
  row: AppointmentRow,
): string {
  const isCustomer = asking.viewer.role === 'customer';
  const whose = isCustomer
    ? `for your ${carOf(row)}`
    : `for ${customerOf(row)}, with a ${carOf(row)}`;
  const parts = [
    `${opening} ${row.service_name} on ${span(row.date, row.start_time, row.end_time)}, ` +
      `${whose} (${displayId(row.id)}, ${statusLabels[row.status]}).`,
    ...(asking.viewer.role === 'mechanic' ? [] : [`Mechanic: ${mechanicOf(row)}.`]),
    `Address: ${row.address}.`,
    `Price: ${money(row.price, asking.context.business.currency)}.`,
    ...(row.notes && !isCustomer ? [`Notes: ${row.notes}`] : []),
  ];
  return [...lead(asking, understood, row), ...parts].join('\n');
}

/** Returns one line of a list. */
export function line(asking: Asking, row: AppointmentRow): string {
  const status = `${statusLabels[row.status]}, ${displayId(row.id)}`;
  const on = moment(row.date, row.start_time);
  if (asking.viewer.role === 'customer') {
    return `${on}: ${row.service_name}, ${carOf(row)} (${status})`;
  }
  return `${on}: ${row.service_name} for ${customerOf(row)}, ${carOf(row)}, ${row.address} (${status})`;
}

/** Returns the direct answer, if one thing was asked about the appointment. */
function lead(
  { context, viewer }: Asking,
  understood: Understanding,
  row: AppointmentRow,
): string[] {
  const currency = context.business.currency;
  const said: string[] = [];
  if (means(understood, 'price'))
    said.push(`${row.service_name} was booked at ${money(row.price, currency)}.`);
  if (means(understood, 'who') && viewer.role === 'customer') {
    said.push(
      row.mechanic_id === null
        ? 'A mechanic is not yet assigned.'
        : `${mechanicOf(row)} is your mechanic.`,
    );
  }
  if (means(understood, 'phone', 'customer') && viewer.role !== 'customer') {
    said.push(
      row.customer_phone
        ? `${customerOf(row)}'s number is ${row.customer_phone}.`
        : `${customerOf(row)} gave no phone number.`,
    );
  }
  if (means(understood, 'duration')) said.push(`It takes ${row.service_duration} minutes.`);
  if (means(understood, 'note') && viewer.role === 'customer') {
    said.push(row.notes ? `Your notes: ${row.notes}` : 'You left no notes.');
  }
  return said;
}

export function customerOf(row: AppointmentRow): string {
  return `${row.customer_first_name} ${row.customer_last_name}`.trim();
}

/** Returns the mechanic's name; a hold's mechanic is never shown. */
export function mechanicOf(row: AppointmentRow): string {
  return row.mechanic_id === null
    ? 'Not yet assigned'
    : `${row.mechanic_first_name ?? ''} ${row.mechanic_last_name ?? ''}`.trim();
}

export function carOf(row: AppointmentRow): string {
  return `${row.vehicle_year} ${row.vehicle_make} ${row.vehicle_model}`;
}
