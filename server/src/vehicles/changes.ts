// Reads tables owned by these modules: appointments
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { VehicleChange, VehicleInput } from '@curbwrench/contract/vehicles/schemas';
import { sql, type Transaction } from 'kysely';
import { toVehicleColumns } from './rules.ts';
import type { ReadScope } from '../database/read-scope.ts';
import type { Database } from '../database/schema.ts';
import { vehicleScopeCondition } from './queries.ts';

/** Inserts a customer's vehicle and returns its id. */
export async function insertVehicle(
  trx: Transaction<Database>,
  customerId: string,
  input: Omit<VehicleInput, 'customerId'>,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('vehicles')
    .values({
      customer_id: customerId,
      ...toVehicleColumns(input),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A vehicle that an import adds for a customer. */
export type ImportedVehicle = Omit<VehicleInput, 'isActive'> & { readonly customerId: string };

/** Inserts the vehicles of an import and returns their ids. */
export async function insertVehicles(
  trx: Transaction<Database>,
  vehicles: readonly ImportedVehicle[],
  now: Date,
): Promise<readonly { readonly id: number; readonly customerId: string }[]> {
  // One parameter, so that the statement is the same for any number of vehicles.
  const { rows } = await sql<{ id: number; customerId: string }>`
    insert into vehicles (customer_id, make, model, year, type, plate_number, vin, color, created_at)
    select "customerId", make, model, year, type, "plateNumber", vin, color, ${now}
    from jsonb_to_recordset(${JSON.stringify(vehicles)}::jsonb) as added ("customerId" text, make text,
      model text, year integer, type text, "plateNumber" text, vin text, color text)
    returning id, customer_id as "customerId"
  `.execute(trx);
  return rows;
}

/** Changes the given fields and returns the id of the vehicle's customer; null if the vehicle is not in the scope. */
export async function updateVehicle(
  trx: Transaction<Database>,
  scope: ReadScope,
  id: number,
  change: VehicleChange,
): Promise<string | null> {
  const row = await trx
    .updateTable('vehicles as v')
    .set(toVehicleColumns(change))
    .where('v.id', '=', id)
    .where('v.archived_at', 'is', null)
    .where(sql<boolean>`${vehicleScopeCondition(scope)}`)
    .returning('v.customer_id')
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/**
 * Locks a vehicle against bookings until the transaction ends, and returns the id of its customer, or null if the
 * scope has no such vehicle.
 */
export async function lockVehicle(
  trx: Transaction<Database>,
  scope: ReadScope,
  id: number,
): Promise<string | null> {
  const { rows } = await sql<{ customerId: string }>`
    select v.customer_id as "customerId" from vehicles v
    where v.id = ${id} and v.archived_at is null and ${vehicleScopeCondition(scope)} for update of v
  `.execute(trx);
  return rows[0]?.customerId ?? null;
}

/** Returns the id of a vehicle's earliest open appointment, or null. */
export async function findOpenAppointment(
  trx: Transaction<Database>,
  vehicleId: number,
): Promise<number | null> {
  const row = await trx
    .selectFrom('appointments')
    .select('id')
    .where('vehicle_id', '=', vehicleId)
    .where('status', 'in', openStatuses)
    .orderBy('date')
    .orderBy('start_time')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Removes a vehicle from its customer's list; old appointments still show it. */
export async function archiveVehicle(
  trx: Transaction<Database>,
  id: number,
  now: Date,
): Promise<void> {
  await trx.updateTable('vehicles').set({ archived_at: now }).where('id', '=', id).execute();
}
