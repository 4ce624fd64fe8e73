// Reads tables owned by these modules: vehicles
import { sql, type Transaction } from 'kysely';
import { isOpenCondition } from '../../scheduling/queries/open-appointments.ts';
import type { Database } from '../../database/schema.ts';

/** A vehicle and a time range on one day for which it is booked. */
export interface VehicleTimeRange {
  readonly vehicleId: number;
  readonly date: string;
  /** `HH:MM`, like `endTime`. */
  readonly startTime: string;
  readonly endTime: string;
}

/** An open appointment of a vehicle, with the vehicle's name. */
export interface VehicleBooking {
  readonly id: number;
  readonly year: number;
  readonly make: string;
  readonly model: string;
}

/**
 * Returns the vehicle's earliest open appointment that overlaps the given time, except `exceptId`; null if none does.
 * Jobs never cross midnight, so the result stays valid while the day is locked.
 */
export async function findOverlappingBooking(
  trx: Transaction<Database>,
  { vehicleId, date, startTime, endTime }: VehicleTimeRange,
  exceptId: number | null,
): Promise<VehicleBooking | null> {
  const { rows } = await sql<VehicleBooking>`
    select a.id, v.year, v.make, v.model
    from appointments a join vehicles v on v.id = a.vehicle_id
    where a.vehicle_id = ${vehicleId} and a.date = ${date}::date and ${isOpenCondition}
      and a.start_time < ${endTime}::time and a.end_time > ${startTime}::time
      and a.id is distinct from ${exceptId}::int
    order by a.start_time, a.id limit 1
  `.execute(trx);
  return rows[0] ?? null;
}
