import { displayDate } from '@curbwrench/contract/fields/calendar';
import type { VehicleRow } from '../../vehicles/queries.ts';
import type { Topic } from '../topic.ts';
import { formatCount, bulletList } from '../answer-format.ts';
import { hasConcept } from '../understanding.ts';

/** Answers about the customer's own vehicles. */
export const vehicles: Topic = async ({ viewer, knownRecords }, understood) => {
  if (viewer.role !== 'customer' || understood.unknownStems.length > 0) return null;
  const asksAboutVehicles =
    hasConcept(understood, 'vehicle', 'plate') || understood.vehicles.length > 0;
  if (!asksAboutVehicles || understood.people.length > 0) return null;
  if (hasConcept(understood, 'appointment', 'next', 'price', 'pay', 'paid', 'owe', 'who'))
    return null;
  // The appointments topic answers what was done to a vehicle.
  if (
    understood.services.length > 0 ||
    (hasConcept(understood, 'last', 'when') && !hasConcept(understood, 'plate'))
  ) {
    return null;
  }
  if (knownRecords.vehicles.length === 0) {
    return "You haven't added any vehicles yet. You can add one in Settings, under My Vehicles.";
  }
  const chosen = understood.vehicles.length > 0 ? understood.vehicles : knownRecords.vehicles;
  if (chosen.length === 1 && chosen[0]) return `Your ${describeVehicle(chosen[0])}.`;
  return `You have ${formatCount(chosen.length, 'vehicle')}:\n${bulletList(chosen.map(describeVehicle))}`;
};

function describeVehicle({
  year,
  make,
  model,
  type,
  plate_number,
  vin,
  last_service,
}: VehicleRow): string {
  const plate = plate_number ? `plate ${plate_number}` : 'no plate number';
  const serviceText = last_service
    ? `last service ${displayDate(last_service)}`
    : 'no service record';
  return `${year} ${make} ${model} (${type}): ${plate}${vin ? `, VIN ${vin}` : ''}, ${serviceText}`;
}
