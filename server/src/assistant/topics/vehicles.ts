import { displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import type { VehicleRow } from '../../vehicles/queries.ts';
import type { Topic } from '../topic.ts';
import { formatCount, bulletList } from '../answer-format.ts';
import { hasConcept } from '../parsed-question.ts';

/** Answers questions about the customer's own vehicles. */
export const vehicles: Topic = async ({ viewer, knownRecords }, question) => {
  if (viewer.role !== 'customer' || question.unknownStems.length > 0) return null;
  const asksAboutVehicles =
    hasConcept(question, 'vehicle', 'plate') || question.vehicles.length > 0;
  if (!asksAboutVehicles || question.people.length > 0) return null;
  if (hasConcept(question, 'appointment', 'next', 'price', 'pay', 'paid', 'owe', 'who'))
    return null;
  // Questions about what was done to a vehicle are for the appointments topic.
  if (
    question.services.length > 0 ||
    (hasConcept(question, 'last', 'when') && !hasConcept(question, 'plate'))
  ) {
    return null;
  }
  if (knownRecords.vehicles.length === 0) {
    return "You haven't added any vehicles yet. You can add one in Settings, under My Vehicles.";
  }
  const rows = question.vehicles.length > 0 ? question.vehicles : knownRecords.vehicles;
  if (rows.length === 1 && rows[0]) return `Your ${describeVehicle(rows[0])}.`;
  return `You have ${formatCount(rows.length, 'vehicle')}:\n${bulletList(rows.map(describeVehicle))}`;
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
    ? `last service ${displayDateWithWeekday(last_service)}`
    : 'no service record';
  return `${year} ${make} ${model} (${type}): ${plate}${vin ? `, VIN ${vin}` : ''}, ${serviceText}`;
}
