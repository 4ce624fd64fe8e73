// Reads tables owned by these modules: appointments
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { LinkTokenRecord } from './queries.ts';
import { daysAfterEnd } from './rules.ts';

type Trx = Transaction<Database>;

/**
 * Gives a link this token if its version is still `replacedVersion` (null if there is no link yet). Returns whether the
 * token was stored. The old token stops working.
 */
export async function saveLinkToken(
  trx: Trx,
  link: { readonly appointmentId: number; readonly personId: string },
  { salt, tokenHash }: LinkTokenRecord,
  replacedVersion: number | null,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into appointment_links (appointment_id, person_id, salt, token_hash, created_at)
    values (${link.appointmentId}, ${link.personId}, ${salt}, ${tokenHash}, ${now})
    on conflict (appointment_id, person_id) do update
    set salt = excluded.salt, token_hash = excluded.token_hash, version = appointment_links.version + 1,
      created_at = excluded.created_at, ended_at = null
    where appointment_links.version = ${replacedVersion}::int
  `.execute(trx);
  return numAffectedRows === 1n;
}

/** Marks a link as revoked. Returns whether it was working until now. */
export async function markLinkRevoked(
  trx: Trx,
  appointmentId: number,
  personId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('appointment_links')
    .set({ ended_at: now })
    .where('appointment_id', '=', appointmentId)
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Deletes the links that no longer work because their appointments ended more than 90 days ago, so that their tokens
 * can't be derived again. For an appointment that was never completed or canceled, the 90 days start at its date.
 * `date + 2` is midnight UTC after that date has ended in every time zone.
 */
export async function deleteExpiredLinks(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    delete from appointment_links using appointments a
    where a.id = appointment_id and ${now}::timestamptz - make_interval(days => ${daysAfterEnd}) > coalesce(
      (select max(e.at) from appointment_events e
        where e.appointment_id = a.id and e.kind = a.status and a.status in ('completed', 'cancelled')),
      (a.date + 2)::timestamptz)
  `.execute(db);
}
