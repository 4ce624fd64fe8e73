import { displayDate } from '@curbwrench/contract/fields/calendar';
import type { VehicleRow } from '../../vehicles/queries.ts';
import type { Topic } from '../asking.ts';
import { counted, lines } from '../phrases.ts';
import { means } from '../understanding.ts';

/** Answers about the customer's own vehicles. */
export const vehicles: Topic = async ({ viewer, names }, understood) => {
  if (viewer.role !== 'customer' || understood.strange.length > 0) return null;
  const asks = means(understood, 'vehicle', 'plate') || understood.vehicles.length > 0;
  if (!asks || understood.people.length > 0) return null;
  if (means(understood, 'appointment', 'next', 'price', 'pay', 'paid', 'owe', 'who')) return null;
  // The appointments answer what was done to it.
  if (
    understood.services.length > 0 ||
    (means(understood, 'last', 'when') && !means(understood, 'plate'))
  ) {
    return null;
  }
  if (names.vehicles.length === 0) {
    return "You haven't added any vehicles yet. You can add one in Settings, under My Vehicles.";
  }
  const chosen = understood.vehicles.length > 0 ? understood.vehicles : names.vehicles;
  if (chosen.length === 1 && chosen[0]) return `Your ${sentence(chosen[0])}.`;
  return `You have ${counted(chosen.length, 'vehicle')}:\n${lines(chosen.map(sentence))}`;
};

function sentence({
  year,
  make,
  model,
  type,
  plate_number,
  vin,
  last_service,
}: VehicleRow): string {
  const plate = plate_number ? `plate ${plate_number}` : 'no plate number given';
  const served = last_service ? `last service ${displayDate(last_service)}` : 'No service record';
  return `${year} ${make} ${model} (${type}): ${plate}${vin ? `, VIN ${vin}` : ''}, ${served}`;
}
