import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { AppointmentRows } from './appointment-rows.ts';
import { reserveIds, loadRows } from './load-rows.ts';

/**
 * Inserts appointments with their line items, history and payments, oldest booking first, and returns the appointments'
 * ids in that order.
 */
export async function writeAppointments(
  trx: Transaction<Database>,
  appointments: readonly AppointmentRows[],
): Promise<number[]> {
  const ordered = appointments.toSorted((a, b) => getBookingTime(a) - getBookingTime(b));
  const ids = await reserveIds(trx, 'appointments', ordered.length);
  const withIds = ordered.map((rows, index) => ({ rows, id: ids[index] ?? 0 }));

  await loadRows(
    trx,
    'appointments',
    withIds.map(({ rows, id }) => ({ id, ...rows.appointment })),
  );
  await loadRows(
    trx,
    'appointment_lines',
    withIds.flatMap(({ rows, id }) => rows.lines.map((line) => ({ appointment_id: id, ...line }))),
  );
  await loadRows(
    trx,
    'appointment_events',
    withIds
      .flatMap(({ rows, id }) => rows.history.map((entry) => ({ appointment_id: id, ...entry })))
      .toSorted((a, b) => toMilliseconds(a.at) - toMilliseconds(b.at)),
  );
  await loadRows(
    trx,
    'payments',
    withIds
      .flatMap(({ rows, id }) => (rows.payment ? [{ appointment_id: id, ...rows.payment }] : []))
      .toSorted((a, b) => toMilliseconds(a.created_at) - toMilliseconds(b.created_at)),
  );
  return ids;
}

function getBookingTime({ appointment }: AppointmentRows): number {
  return toMilliseconds(appointment.created_at);
}

function toMilliseconds(at: Date | string): number {
  return new Date(at).getTime();
}
