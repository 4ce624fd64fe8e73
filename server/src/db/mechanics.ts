import type { Position } from '@curbwrench/contract/people';
import type { MechanicStatus } from '@curbwrench/contract/roles';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

export interface MechanicRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  image: string | null;
  status: MechanicStatus;
  skills: string[];
  last_active_at: Date | null;
  latitude: number | null;
  longitude: number | null;
  position_at: Date | null;
  jobs_today: number;
}

/** Which mechanics a reader may see one by one (D1, row "mechanics: one"). */
export type MechanicScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'self'; readonly id: string }
  | { readonly kind: 'of_own_appointment'; readonly customerId: string };

/** Every active mechanic by name, with today's jobs (cancelled ones aside). */
export async function listMechanics(db: Handle, today: string): Promise<readonly MechanicRow[]> {
  const { rows } = await mechanics(sql`m.active`, today).execute(db);
  return rows;
}

/** An active mechanic the reader may see; null when they aren't there for this reader. */
export async function findMechanic(
  db: Handle,
  scope: MechanicScope,
  id: string,
  today: string,
): Promise<MechanicRow | null> {
  const { rows } = await mechanics(sql`m.user_id = ${id} and ${seenBy(scope)}`, today).execute(db);
  return rows[0] ?? null;
}

/** Sets the switch (true: takes work) and records that they were seen. */
export async function setAvailable(
  trx: Transaction<Database>,
  mechanicId: string,
  available: boolean,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({ available, last_active_at: now })
    .where('user_id', '=', mechanicId)
    .execute();
}

/** Records where a mechanic is. */
export async function setPosition(
  trx: Transaction<Database>,
  mechanicId: string,
  position: Position,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({
      latitude: position.lat,
      longitude: position.lng,
      position_at: now,
      last_active_at: now,
    })
    .where('user_id', '=', mechanicId)
    .execute();
}

/** The job a mechanic has under way, or null. */
export async function jobUnderWay(
  trx: Transaction<Database>,
  mechanicId: string,
): Promise<number | null> {
  const row = await trx
    .selectFrom('appointments')
    .select('id')
    .where('mechanic_id', '=', mechanicId)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Open appointments that are this mechanic's: assigned to them, or under way. */
export async function openJobsOf(trx: Transaction<Database>, mechanicId: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('appointments')
    .select('id')
    .where('mechanic_id', '=', mechanicId)
    .where('status', 'in', ['confirmed', 'in_progress'])
    .orderBy('date')
    .orderBy('start_time')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Makes someone a mechanic, or one again: with the business's default hours, Monday to Friday
 * 08:00 to 18:00 (D5), where they have none of their own yet.
 */
export async function activateMechanic(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await sql`
    insert into mechanics (user_id) values (${userId})
    on conflict (user_id) do update set active = true
  `.execute(trx);
  await sql`
    insert into working_hours (mechanic_id, weekday, starts, ends)
    select ${userId}, weekday, '08:00', '18:00' from generate_series(1, 5) as weekday
    where not exists (select 1 from working_hours where mechanic_id = ${userId})
  `.execute(trx);
}

/** Someone is no longer a mechanic; what they did keeps their name. */
export async function deactivateMechanic(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await trx
    .updateTable('mechanics')
    .set({ active: false, available: false })
    .where('user_id', '=', userId)
    .execute();
}

/** Status as shown: a job under way says more than the switch (D4). */
const status = sql.raw(`case
  when exists (
    select 1 from appointments a where a.mechanic_id = m.user_id and a.status = 'in_progress'
  ) then 'on_job'
  when m.available then 'available'
  else 'offline'
end`);

function mechanics(condition: RawBuilder<unknown>, today: string): RawBuilder<MechanicRow> {
  return sql<MechanicRow>`
    select u.id, u.first_name, u.last_name, u.email, u.image, ${status} as status, m.skills,
      m.last_active_at, m.latitude, m.longitude, m.position_at,
      (select count(*) from appointments a where a.mechanic_id = m.user_id
        and a.date = ${today}::date and a.status <> 'cancelled') as jobs_today
    from mechanics m join users u on u.id = m.user_id
    where ${condition}
    order by u.last_name, u.first_name, u.id
  `;
}

function seenBy(scope: MechanicScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'self':
      return sql`m.user_id = ${scope.id}`;
    case 'of_own_appointment':
      return sql`exists (select 1 from appointments a
        where a.mechanic_id = m.user_id and a.customer_id = ${scope.customerId})`;
  }
}
