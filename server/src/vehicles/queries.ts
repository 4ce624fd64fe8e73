// Reads tables of: appointments
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import type { ReadScope } from '../database/read-scope.ts';
import type { Database, VehiclesTable } from '../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

export type VehicleRow = Selectable<VehiclesTable> & {
  /** The date of its last completed appointment. */
  last_service: string | null;
};

/** Returns the vehicles in the scope that are not archived, in the order they were added. */
export async function listVehicles(
  db: Handle,
  scope: ReadScope,
  customerId: string | undefined,
): Promise<readonly VehicleRow[]> {
  const owner = customerId === undefined ? sql`true` : sql`v.customer_id = ${customerId}`;
  const { rows } = await selectVehicles(
    sql`v.archived_at is null and ${vehicleScopeCondition(scope)} and ${owner}`,
  ).execute(db);
  return rows;
}

/** Returns a vehicle in the scope, even an archived one, since old appointments refer to it; or null. */
export async function findVehicle(
  db: Handle,
  scope: ReadScope,
  id: number,
): Promise<VehicleRow | null> {
  const { rows } = await selectVehicles(
    sql`v.id = ${id} and ${vehicleScopeCondition(scope)}`,
  ).execute(db);
  return rows[0] ?? null;
}

function selectVehicles(condition: RawBuilder<unknown>): RawBuilder<VehicleRow> {
  return sql<VehicleRow>`
    select v.*, (
      select max(a.date) from appointments a
      where a.vehicle_id = v.id and a.status = 'completed'
    ) as last_service
    from vehicles v where ${condition} order by v.id
  `;
}

/** Returns the SQL condition that a vehicle `v` is in the scope. */
export function vehicleScopeCondition(scope: ReadScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'customer':
      return sql`v.customer_id = ${scope.id}`;
    case 'mechanic':
      return sql`exists (select 1 from appointments a
        where a.vehicle_id = v.id and a.mechanic_id = ${scope.id})`;
  }
}
