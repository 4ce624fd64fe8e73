// Reads tables owned by these modules: accounts, appointments
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { LinkedAppointmentState } from './rules.ts';

/** The stored data of a link's token: a salt, from which the token is derived, and the hash of that token. */
export interface LinkTokenRecord {
  readonly salt: string;
  readonly tokenHash: string;
}

/** A customer's link to an appointment, as stored. */
export interface StoredLink extends LinkTokenRecord {
  readonly version: number;
  readonly endedAt: Date | null;
}

/** Reads the link of an appointment and a person; null if there never was one. */
export async function findStoredLink(
  db: Kysely<Database> | Transaction<Database>,
  appointmentId: number,
  personId: string,
): Promise<StoredLink | null> {
  const row = await db
    .selectFrom('appointment_links')
    .select(['salt', 'token_hash as tokenHash', 'version', 'ended_at as endedAt'])
    .where('appointment_id', '=', appointmentId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ?? null;
}

/** An appointment, its customer, and the state that determines what its link can still do. */
export interface LinkTarget extends LinkedAppointmentState {
  readonly appointmentId: number;
  readonly personId: string;
  /** Null if the customer has none. */
  readonly email: string | null;
}

/**
 * Returns the appointment and the person of the link with this token. Returns null if there is no such link, if it was
 * revoked, or if the person is no longer the appointment's customer: deleted, deactivated, or now a staff member.
 */
export function findLinkTarget(
  db: Kysely<Database>,
  tokenHash: string,
): Promise<LinkTarget | null> {
  return readLinkTarget(
    db,
    sql`a.id = (select appointment_id from appointment_links where token_hash = ${tokenHash})
      and exists (select from appointment_links l
        where l.token_hash = ${tokenHash} and l.person_id = a.customer_id and l.ended_at is null)`,
  );
}

/**
 * Returns an appointment and its customer. Returns null if there is no such appointment, or nobody could use its link.
 */
export function findLinkableAppointment(
  db: Kysely<Database> | Transaction<Database>,
  appointmentId: number,
): Promise<LinkTarget | null> {
  return readLinkTarget(db, sql`a.id = ${appointmentId}`);
}

async function readLinkTarget(
  db: Kysely<Database> | Transaction<Database>,
  condition: RawBuilder<unknown>,
): Promise<LinkTarget | null> {
  const { rows } = await sql<LinkTarget>`
    select a.id as "appointmentId", p.id as "personId", a.status, a.date,
      coalesce(s.email, p.email) as email,
      (select max(e.at) from appointment_events e where e.appointment_id = a.id and e.kind = a.status) as "finishedAt"
    from appointments a join people p on p.id = a.customer_id left join accounts s on s.id = p.id
    where ${condition} and p.deleted_at is null
      and (s.id is null or (s.active and s.role = 'customer'))
  `.execute(db);
  return rows[0] ?? null;
}
