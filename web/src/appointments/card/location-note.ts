import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { readCoordinates } from '@curbwrench/contract/places/location';
import { getAddress } from './job-fields.tsx';

type AppointmentLocation = Pick<Appointment, 'location' | 'placePrecision'>;

/**
 * Returns a sentence that says how imprecise an appointment's location is, such as 'Near 78704. ...'; null if it is
 * exact.
 * This note says in words what a missing or dashed marker means on a map.
 */
export function getLocationNote(appointment: AppointmentLocation): string | null {
  if (!readCoordinates(appointment.location))
    return "Not on the map. We couldn't find this address.";
  switch (appointment.placePrecision) {
    case 'zip': {
      // The ZIP code is the address's last number; a house number can have five digits, too.
      const zip = /\b(\d{5})(?:-\d{4})?\b(?!.*\d)/.exec(getAddress(appointment))?.[1];
      return `${zip === undefined ? 'Near the center of the ZIP code' : `Near ${zip}`}. The exact location is unknown.`;
    }
    case 'town':
      return 'Near the center of the city. The exact location is unknown.';
    case 'unknown':
      return 'The exact location is unknown.';
    case 'pin':
    case 'house':
    case 'street':
      return null;
  }
}
