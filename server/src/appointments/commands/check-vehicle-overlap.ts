import { displayId } from '@curbwrench/contract/display-id';
import { dispatches } from '@curbwrench/contract/roles';
import { overlappingBooking, type VehicleTime } from '../queries/vehicle-bookings.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Refused } from '../../application/rules/result.ts';
import type { Transaction } from '../../application/transaction.ts';

/**
 * Refuses a vehicle for a time at which another open appointment has it; null: none does. `id` is
 * the appointment it is wanted for (null: a new one). The day's lock must be taken already, so that
 * of two bookings at once the second sees the first.
 */
export async function whyVehicleIsBooked(
  trx: Transaction,
  actor: Actor,
  time: VehicleTime,
  id: number | null,
): Promise<Refused | null> {
  const other = await overlappingBooking(trx, time, id);
  if (!other) return null;
  const whose = dispatches(actor.role) ? 'This' : 'Your';
  const vehicle = `${other.year} ${other.make} ${other.model}`;
  return refused(
    'vehicle_already_booked',
    `${whose} ${vehicle} is already booked then (${displayId(other.id)}).`,
  );
}
