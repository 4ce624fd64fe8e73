// Reads tables owned by these modules: accounts, appointments
import type { MechanicStatus } from '@curbwrench/contract/people/roles';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { CurrentTime } from '../application/rules/business-time.ts';
import { hasSharingEnded, isSickToday, isUnseen, mechanicStatus } from './status-queries.ts';
import type { Database } from '../database/schema.ts';

type DatabaseHandle = Kysely<Database> | Transaction<Database>;

/** A mechanic with their current status and position. */
export interface MechanicRow {
  id: string;
  first_name: string;
  last_name: string;
  /** Null for a deleted person. */
  email: string | null;
  image: string | null;
  status: MechanicStatus;
  /** Whether they are out sick for the rest of today. */
  sick: boolean;
  skills: string[];
  last_active_at: Date | null;
  /** Whether they have been inactive for two of today's working hours. */
  unseen: boolean;
  latitude: number | null;
  longitude: number | null;
  position_at: Date | null;
  /** Whether they no longer share their location because today's working hours are over. */
  sharing_ended: boolean;
  jobs_today: number;
}

/** The mechanics whose records a viewer may read, from the access table. */
export type MechanicScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'self'; readonly id: string }
  | { readonly kind: 'of_own_appointment'; readonly customerId: string };

/** Returns all active mechanics, sorted by name, with the number of their jobs today (canceled ones excluded). */
export async function listMechanics(
  db: DatabaseHandle,
  currentTime: CurrentTime,
): Promise<readonly MechanicRow[]> {
  const { rows } = await selectMechanics(sql`m.active`, currentTime).execute(db);
  return rows;
}

/** Returns an active mechanic within the scope; null if there is none with this id. */
export async function findMechanic(
  db: DatabaseHandle,
  scope: MechanicScope,
  id: string,
  currentTime: CurrentTime,
): Promise<MechanicRow | null> {
  const { rows } = await selectMechanics(
    sql`m.person_id = ${id} and ${scopeCondition(scope)}`,
    currentTime,
  ).execute(db);
  return rows[0] ?? null;
}

/** Returns the people with these ids who currently work as mechanics. */
export async function listActiveMechanics(
  db: DatabaseHandle,
  ids: readonly string[],
  currentTime: CurrentTime,
): Promise<readonly MechanicRow[]> {
  const condition = sql`m.person_id = any(${ids}::text[]) and m.active`;
  const { rows } = await selectMechanics(condition, currentTime).execute(db);
  return rows;
}

function selectMechanics(
  condition: RawBuilder<unknown>,
  currentTime: CurrentTime,
): RawBuilder<MechanicRow> {
  return sql<MechanicRow>`
    select u.id, u.first_name, u.last_name,
      u.email, u.image, ${mechanicStatus(currentTime)} as status, m.skills,
      ${isSickToday(currentTime)} as sick,
      ${isUnseen(currentTime)} as unseen,
      m.last_active_at, m.latitude, m.longitude, m.position_at,
      ${hasSharingEnded(currentTime)} as sharing_ended,
      (select count(*) from appointments a where a.mechanic_id = m.person_id
        and a.date = ${currentTime.local.date}::date and a.status <> 'cancelled') as jobs_today
    from mechanics m join people u on u.id = m.person_id
    where ${condition}
    order by u.last_name, u.first_name, u.id
  `;
}

function scopeCondition(scope: MechanicScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'self':
      return sql`m.person_id = ${scope.id}`;
    case 'of_own_appointment':
      return sql`exists (select 1 from appointments a
        where a.mechanic_id = m.person_id and a.customer_id = ${scope.customerId})`;
  }
}
