// Reads tables owned by these modules: accounts, appointments, business, messaging
import { waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/**
 * Returns the id of the customer with this phone number, which is in E.164 format; null if there is none. If several
 * customers have the number, returns the one who was last texted at it. If none was, returns the one who last agreed to
 * texts at it. If none did, returns null, since anyone can enter a number in their profile and would then see what the
 * number's real owner texts.
 */
export async function findSender(db: Kysely<Database>, number: string): Promise<string | null> {
  // The digits have an index. Stored numbers may lack the country code of the United States.
  const digits = number.replace(/^\+1?/, '');
  const { rows } = await sql<{ id: string; hasTextingHistory: boolean }>`
    select id, last_text is not null or last_consent is not null as "hasTextingHistory"
    from (
      select p.id,
        (select max(o.id) from outbound_messages o
          where o.person_id = p.id and o.channel = 'sms' and o.recipient = ${number}) as last_text,
        (select max(c.id) from sms_consents c
          where c.person_id = p.id and c.number = ${number}) as last_consent
      from people p left join accounts on accounts.id = p.id
      where phone_digits(p.phone, p.other_phones) like ${`%${digits}%`}
        and p.deleted_at is null and coalesce(accounts.active, true)
        and coalesce(accounts.role, 'customer') = 'customer'
        and exists (
          select from unnest(array_prepend(p.phone, p.other_phones)) as own where phone_to_e164(own) = ${number})
    ) owner
    order by last_text desc nulls last, last_consent desc nulls last limit 2
  `.execute(db);
  const [first, second] = rows;
  return first && (first.hasTextingHistory || !second) ? first.id : null;
}

const upcomingStatuses = [...waitingStatuses, 'confirmed'];

/** Returns a customer's next appointment that has not begun; null if there is none. */
export async function findNextAppointment(
  trx: Transaction<Database>,
  personId: string,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select a.id from appointments a cross join business b
    where a.customer_id = ${personId} and a.status = any(${upcomingStatuses}::text[])
      and (a.date + a.start_time) at time zone b.time_zone > ${now}
    order by a.date, a.start_time, a.id limit 1
  `.execute(trx);
  return rows[0]?.id ?? null;
}
