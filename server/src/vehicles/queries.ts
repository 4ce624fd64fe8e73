// Reads tables owned by these modules: accounts, appointments
import type {
  KnownMake,
  VehicleInput,
  VehicleVisitQuery,
} from '@curbwrench/contract/vehicles/schemas';
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import {
  afterCursor,
  decodeCursor,
  joinWithAnd,
  limitTo,
  orderBy,
  toPage,
  type Page,
  type SortColumn,
} from '../database/paging.ts';
import type { ReadScope } from '../database/read-scope.ts';
import type { Database, VehiclesTable } from '../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** A vehicle as stored, with its last service. */
export type VehicleRow = Selectable<VehiclesTable> & {
  /** The date of the vehicle's last completed appointment. */
  last_service: string | null;
};

/** Returns the vehicles in the scope that are not archived, in the order in which they were added. */
export async function listVehicles(
  db: Handle,
  scope: ReadScope,
  customerId: string | undefined,
): Promise<readonly VehicleRow[]> {
  const ownerCondition = customerId === undefined ? sql`true` : sql`v.customer_id = ${customerId}`;
  const { rows } = await selectVehicles(
    sql`v.archived_at is null and ${vehicleScopeCondition(scope)} and ${ownerCondition}`,
  ).execute(db);
  return rows;
}

/** Returns a vehicle in the scope, or null. Includes archived vehicles, since old appointments refer to them. */
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

/** Returns the id of a customer's vehicle of this year, make and model that is still in use, or null. */
export async function findVehicleOfModel(
  db: Handle,
  customerId: string,
  { year, make, model }: Pick<VehicleInput, 'year' | 'make' | 'model'>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from vehicles
    where customer_id = ${customerId} and archived_at is null and is_active and year = ${year}
      and lower(make) = lower(${make}) and lower(model) = lower(${model})
    order by id limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** The maximum number of make and model pairs to return, so that the response is small for every business. */
const knownModelLimit = 500;

/**
 * How many vehicles the suggestions are taken from: enough for every model that a business sees often, and few enough
 * to be read quickly even if there are many more vehicles.
 */
const sampledVehicleLimit = 5000;

/**
 * Returns the makes and models of the most recently added vehicles, in their most common spelling, the most frequent
 * models first.
 */
export async function listKnownMakes(db: Handle): Promise<KnownMake[]> {
  const { rows } = await sql<{ make: string; model: string }>`
    select make, model from (
      select make, model from vehicles where archived_at is null order by id desc ${limitTo(sampledVehicleLimit)}
    ) sampled group by make, model order by count(*) desc, make, model ${limitTo(knownModelLimit)}
  `.execute(db);
  const makes = new Map<string, KnownMake>();
  for (const { make, model } of rows) {
    const entry = makes.get(make.toLowerCase()) ?? { make, models: [] };
    const isListed = entry.models.some((listed) => listed.toLowerCase() === model.toLowerCase());
    if (!isListed) entry.models.push(model);
    makes.set(make.toLowerCase(), entry);
  }
  return [...makes.values()];
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

/** A vehicle's completed appointment, as stored. */
export interface VisitRow {
  readonly id: number;
  readonly date: string;
  /** `HH:MM:SS`. */
  readonly start_time: string;
  readonly services: readonly string[];
  readonly mechanic_id: string | null;
  readonly mechanic_name: string | null;
  readonly mileage: number | null;
}

const newestFirst: SortColumn[] = [
  { column: sql`a.date`, descending: true, type: 'date' },
  { column: sql`a.start_time`, descending: true, type: 'time' },
  { column: sql`a.id`, descending: true, type: 'int' },
];

/**
 * Returns one page of a vehicle's completed appointments, newest first. Null when the cursor does not belong to
 * this list.
 */
export async function listVisits(
  db: Handle,
  vehicleId: number,
  { cursor, limit = 20 }: VehicleVisitQuery,
): Promise<Page<VisitRow> | null> {
  const conditions = [sql`a.vehicle_id = ${vehicleId}`, sql`a.status = 'completed'`];
  if (cursor !== undefined) {
    const values = decodeCursor(cursor, newestFirst);
    if (!values) return null;
    conditions.push(afterCursor(newestFirst, values));
  }
  const { rows } = await sql<VisitRow>`
    select a.id, to_char(a.date, 'YYYY-MM-DD') as date, a.start_time,
      a.mileage, a.mechanic_id, m.name as mechanic_name,
      array(select l.description from appointment_lines l
        where l.appointment_id = a.id and l.kind = 'service' order by l.position) as services
    from appointments a left join people m on m.id = a.mechanic_id
    where ${joinWithAnd(conditions)} ${orderBy(newestFirst)} ${limitTo(limit + 1)}
  `.execute(db);
  return toPage(rows, limit, (last) => [last.date, last.start_time, last.id]);
}

/** Returns the SQL condition that a row of `vehicles v` is in the scope. */
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
