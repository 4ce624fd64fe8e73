import { displayId } from '@curbwrench/contract/fields/display-id';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { findOverlappingBooking, type VehicleTimeRange } from '../queries/vehicle-bookings.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Refused } from '../../application/rules/result.ts';
import type { Transaction } from '../../application/transaction.ts';

const notAvailable = 'That time is not available. Please choose another one.';

/**
 * Returns a refusal if the vehicle has another open appointment at that time, and null otherwise. `id` is the
 * appointment being rescheduled, or null for a new booking. The day must already be locked, so that the second
 * of two simultaneous bookings sees the first.
 */
export async function checkVehicleOverlap(
  trx: Transaction,
  actor: Actor,
  time: VehicleTimeRange,
  id: number | null,
): Promise<Refused | null> {
  const overlapping = await findOverlappingBooking(trx, time, id);
  if (!overlapping) return null;
  // The holder of a link sees one appointment, and must not learn that there are others.
  if (actor.linkTokenHash !== undefined) return refused('slot_closed', notAvailable);
  const determiner = isOfficeRole(actor.role) ? 'This' : 'Your';
  const vehicle = `${overlapping.year} ${overlapping.make} ${overlapping.model}`;
  return refused(
    'vehicle_already_booked',
    `${determiner} ${vehicle} is already booked at that time (${displayId(overlapping.id)}).`,
  );
}
