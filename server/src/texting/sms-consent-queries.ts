// Reads tables owned by these modules: accounts
import type {
  SmsConsentEndReason,
  SmsConsentSource,
} from '@curbwrench/contract/texting/sms-consent';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';

type Handle = Kysely<Database>;

/**
 * Returns the SQL expression for the number to which a person's text messages go: null if they have not agreed, or if
 * the number is no longer theirs. `personId` is a column or a parameter.
 */
export function textableNumber(personId: RawBuilder<string>): RawBuilder<string | null> {
  return sql`textable_number(${personId})`;
}

/** Returns the number, in E.164 format, to which a person's text messages go; null if they get none. */
export async function findTextableNumber(db: Handle, personId: string): Promise<string | null> {
  const { rows } = await sql<{ number: string | null }>`
    select ${textableNumber(sql`${personId}::text`)} as number
  `.execute(db);
  return rows[0]?.number ?? null;
}

/** A consent to text messages, with the names of the staff who recorded and ended it. */
export interface SmsConsentRow {
  readonly number: string;
  readonly source: SmsConsentSource;
  readonly agreed_at: Date;
  readonly agreed_by_name: string | null;
  readonly ended_at: Date | null;
  readonly ended_reason: SmsConsentEndReason | null;
  readonly ended_by_name: string | null;
}

/** Returns a person's current consent or, if there is none, the last one that ended; null if they never agreed. */
export async function findLastSmsConsent(
  db: Handle,
  personId: string,
): Promise<SmsConsentRow | null> {
  const { rows } = await sql<SmsConsentRow>`
    select number, source, agreed_at, agreeing.name as agreed_by_name,
      ended_at, ended_reason, ending.name as ended_by_name
    from sms_consents
    left join people agreeing on agreeing.id = agreed_by
    left join people ending on ending.id = ended_by
    where person_id = ${personId} order by ended_at desc nulls first, sms_consents.id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns a customer's main phone number and all their numbers; null if there is no customer with this id. */
export async function findCustomerPhones(
  db: Handle,
  personId: string,
): Promise<{ readonly phone: string | null; readonly all: readonly string[] } | null> {
  const { rows } = await sql<{ phone: string | null; other_phones: string[] }>`
    select phone, other_phones from people left join accounts on accounts.id = people.id
    where people.id = ${personId} and deleted_at is null and (role is null or role = 'customer')
  `.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { phone, other_phones: others } = row;
  return { phone, all: phone === null ? others : [phone, ...others] };
}

/** Returns which of these hashes belong to numbers that replied STOP. */
export async function findOptedOut(
  db: Handle,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectFrom('sms_opt_outs')
    .select('number_hash')
    .where('number_hash', 'in', hashes)
    .execute();
  return new Set(rows.map((row) => row.number_hash));
}

/** Returns the ids, in order, of the people whose latest consent is for this number and was ended by STOP. */
export async function listStoppedPeople(db: Handle, number: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select people.id from people where deleted_at is null
      and exists (
        select from unnest(array_prepend(phone, other_phones)) as own where phone_to_e164(own) = ${number}
      )
      and (
        select number = ${number} and ended_reason is not distinct from 'stop' from sms_consents
        where person_id = people.id order by ended_at desc nulls first, id desc limit 1
      )
      and people.id in (select person_id from sms_consents where number = ${number})
    order by people.id
  `.execute(db);
  return rows.map(({ id }) => id);
}
