import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { readAddress, readCoordinates } from '@curbwrench/contract/places/location';
import { emptyBooking, type BookingValues } from './booking-form-values.ts';

type PreviousAppointment = Pick<
  Appointment,
  'vehicleId' | 'lines' | 'location' | 'placePrecision' | 'gateCode'
>;

/**
 * Returns the form's values for repeating a previous appointment's services, vehicle and address. If the draft already has
 * the same services and vehicle, for example after a reload, its other values are kept.
 */
export function resumeDraftOrRebook(
  draft: BookingValues,
  previous: PreviousAppointment,
): BookingValues {
  const repeated = repeatBooking(previous);
  const isSame =
    draft.vehicleId === repeated.vehicleId &&
    draft.serviceId === repeated.serviceId &&
    draft.additionalServiceIds.join() === repeated.additionalServiceIds.join();
  if (!isSame) return repeated;
  return draft.location === ''
    ? { ...draft, location: repeated.location, place: repeated.place }
    : draft;
}

/** Returns the form's values for the services, vehicle and address of a previous appointment, without a time. */
function repeatBooking({
  vehicleId,
  lines,
  location,
  placePrecision,
  gateCode,
}: PreviousAppointment): BookingValues {
  const [serviceId = null, ...additionalServiceIds] = lines.flatMap((line) =>
    line.kind === 'service' && line.serviceId !== null ? [line.serviceId] : [],
  );
  const position = readCoordinates(location);
  return {
    ...emptyBooking,
    vehicleId,
    serviceId,
    additionalServiceIds,
    location: readAddress(location) ?? '',
    place:
      position === null || placePrecision === 'unknown'
        ? null
        : { ...position, precision: placePrecision },
    gateCode: gateCode ?? '',
  };
}
