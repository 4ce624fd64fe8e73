// Reads tables owned by these modules: accounts
import type {
  SmsConsentEndReason,
  SmsConsentSource,
} from '@curbwrench/contract/texting/sms-consent';
import { defaultNotificationPreferences } from '@curbwrench/contract/notifications/default-preferences';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { savePreferences } from '../notifications/changes.ts';
import { findPreferences } from '../notifications/queries.ts';

type Trx = Transaction<Database>;

/** The first half of the advisory lock's key; see locks.ts for the other lock classes. */
const numberLockClass = 4226;

/**
 * Locks a number for text messages until the transaction ends, so that no consent for it is stored while a STOP from it
 * is recorded. Must be taken after the locks on people.
 */
export async function lockTextingNumber(trx: Trx, number: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${numberLockClass}::int, hashtext(${number}))`.execute(
    trx,
  );
}

/** A consent to be inserted. */
interface NewConsent {
  readonly personId: string;
  readonly number: string;
  readonly source: SmsConsentSource;
  readonly consentVersion: string;
  /** The staff member who recorded it; null if the person agreed in the application. */
  readonly agreedBy: string | null;
}

/**
 * Inserts a person's consent, and ends their previous one if it was for another number. If they have already consented
 * for this number, that consent stays unchanged. Turns on text messages in their preferences, where they are off by
 * default. The caller must hold the locks on the person and the number.
 */
export async function insertSmsConsent(
  trx: Trx,
  { personId, number, source, consentVersion, agreedBy }: NewConsent,
  now: Date,
): Promise<void> {
  await sql`
    update sms_consents set ended_at = ${now}, ended_reason = 'replaced'
    where person_id = ${personId} and ended_at is null and number <> ${number}
  `.execute(trx);
  await sql`
    insert into sms_consents (person_id, number, source, text_version, agreed_at, agreed_by)
    values (${personId}, ${number}, ${source}, ${consentVersion}, ${now}, ${agreedBy})
    on conflict (person_id) where ended_at is null do nothing
  `.execute(trx);
  const preferences = (await findPreferences(trx, personId)) ?? defaultNotificationPreferences;
  if (!preferences.sms) await savePreferences(trx, personId, { ...preferences, sms: true }, now);
}

/** Ends a person's current consent, if they have one. `endedBy` is the staff member who ends it. */
export async function endSmsConsent(
  trx: Trx,
  personId: string,
  reason: SmsConsentEndReason,
  endedBy: string | null,
  now: Date,
): Promise<void> {
  await sql`
    update sms_consents set ended_at = ${now}, ended_reason = ${reason}, ended_by = ${endedBy}
    where person_id = ${personId} and ended_at is null
  `.execute(trx);
}

/**
 * Ends the consents of all people for this number, and records that it replied STOP. Returns the ids of these people.
 * The caller must hold the lock on the number.
 */
export async function recordOptOut(
  trx: Trx,
  number: string,
  numberHash: string,
  now: Date,
): Promise<readonly string[]> {
  await sql`
    insert into sms_opt_outs (number_hash, at) values (${numberHash}, ${now})
    on conflict (number_hash) do update set at = excluded.at
  `.execute(trx);
  const { rows } = await sql<{ person_id: string }>`
    update sms_consents set ended_at = ${now}, ended_reason = 'stop'
    where number = ${number} and ended_at is null returning person_id
  `.execute(trx);
  return rows.map((row) => row.person_id);
}

/** Deletes the record that a number replied STOP. */
export async function deleteOptOut(trx: Trx, numberHash: string): Promise<void> {
  await trx.deleteFrom('sms_opt_outs').where('number_hash', '=', numberHash).execute();
}

/** Locks people, in the order of their ids, until the transaction ends. */
export async function lockPeople(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .selectFrom('people')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Renews the consents that a STOP from this number had ended. The caller must have locked these people and the number,
 * and then called `listStoppedPeople`.
 */
export async function renewSmsConsents(
  trx: Trx,
  number: string,
  personIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into sms_consents (person_id, number, source, text_version, agreed_at)
    select distinct on (person_id) person_id, number, 'start', text_version, ${now}::timestamptz
    from sms_consents where number = ${number} and person_id = any(${personIds}::text[])
    order by person_id, ended_at desc, id desc
    on conflict (person_id) where ended_at is null do nothing
  `.execute(trx);
}
