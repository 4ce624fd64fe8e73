// Reads tables of: appointments
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import type { ReadScope } from '../database/read-scope.ts';
import type { Database, VehiclesTable } from '../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

export type VehicleRow = Selectable<VehiclesTable> & {
  /** Date of the last completed appointment. */
  last_service: string | null;
};

/** Returns the vehicles in the scope that are not archived, oldest first. */
export async function listVehicles(
  db: Handle,
  scope: ReadScope,
  customerId: string | undefined,
): Promise<readonly VehicleRow[]> {
  const owner = customerId === undefined ? sql`true` : sql`v.customer_id = ${customerId}`;
  const { rows } = await vehicles(
    sql`v.archived_at is null and ${vehiclesWithin(scope)} and ${owner}`,
  ).execute(db);
  return rows;
}

/** Returns one vehicle in the scope, archived or not: old appointments keep its name. */
export async function findVehicle(
  db: Handle,
  scope: ReadScope,
  id: number,
): Promise<VehicleRow | null> {
  const { rows } = await vehicles(sql`v.id = ${id} and ${vehiclesWithin(scope)}`).execute(db);
  return rows[0] ?? null;
}

function vehicles(condition: RawBuilder<unknown>): RawBuilder<VehicleRow> {
  return sql<VehicleRow>`
    select v.*, (
      select max(a.date) from appointments a
      where a.vehicle_id = v.id and a.status = 'completed'
    ) as last_service
    from vehicles v where ${condition} order by v.id
  `;
}

/** Returns the condition that a vehicle `v` is in the scope. */
export function vehiclesWithin(scope: ReadScope): RawBuilder<unknown> {
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
