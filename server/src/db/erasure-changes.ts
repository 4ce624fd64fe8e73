import { sql, type Transaction } from 'kysely';
import { erasePersonalValues } from './audit-changes.ts';
import { eraseWords } from './conversation-changes.ts';
import type { Database } from './schema.ts';

type Trx = Transaction<Database>;

/** Appointments of a customer that are still to happen or under way, the earliest first. */
export async function openAppointmentsOf(trx: Trx, customerId: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('appointments')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['pending', 'unassigned', 'confirmed', 'in_progress'])
    .orderBy('date')
    .orderBy('start_time')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Takes the person out of what they leave behind: their row stays for the history, under a name
 * that is nobody's and an address that can't exist (RFC 2606). What let them in is gone; so are
 * plates, VINs and notes, where the cars stood, what they wrote to the office, the reasons on their
 * appointments, and why they gave a job back or took time off (decision 25). What the business needs
 * for its books stays: which work, when, on what make of car, for how much.
 */
export async function erasePerson(trx: Trx, id: string, now: Date): Promise<void> {
  await sql`
    update users set name = 'Deleted person', first_name = 'Deleted', last_name = 'person',
      email = 'deleted-' || gen_random_uuid() || '@invalid', email_verified = false,
      phone = null, image = null, active = false, two_factor_enabled = false,
      deleted_at = ${now}, updated_at = ${now}
    where id = ${id}
  `.execute(trx);
  for (const table of [
    'sessions',
    'accounts',
    'two_factors',
    'used_codes',
    'account_tokens',
    'pictures',
    'notification_preferences',
    // Kept answers hold addresses and notes.
    'idempotency_keys',
  ] as const) {
    await trx.deleteFrom(table).where('user_id', '=', id).execute();
  }
  await trx.deleteFrom('verifications').where('value', '=', id).execute();
  await trx.deleteFrom('notifications').where('recipient_id', '=', id).execute();
  await sql`
    update vehicles set plate_number = null, vin = null, is_active = false,
      archived_at = coalesce(archived_at, ${now})
    where customer_id = ${id}
  `.execute(trx);
  await sql`
    update appointments set address = 'Removed', latitude = null, longitude = null, notes = null
    where customer_id = ${id}
  `.execute(trx);
  await sql`
    update subscriptions set renews = false, ended_at = ${now}
    where customer_id = ${id} and ended_at is null
  `.execute(trx);
  // Reasons are free text, and somebody's own words.
  await sql`
    update appointment_events set detail = detail - 'reason'
    where appointment_id in (select id from appointments where customer_id = ${id})
  `.execute(trx);
  await sql`
    update appointment_events set detail = detail - 'reason'
    where kind = 'declined' and actor_id = ${id}
  `.execute(trx);
  await sql`update time_off set reason = null where mechanic_id = ${id}`.execute(trx);
  await eraseWords(trx, id);
  await sql`update refunds set reason = 'Removed' where customer_id = ${id}`.execute(trx);
  await sql`
    update mechanics set latitude = null, longitude = null, position_at = null, last_active_at = null
    where user_id = ${id}
  `.execute(trx);
  // Last: it holds the lock of the audit trail's chain (migration 0006).
  await erasePersonalValues(trx, id);
}
