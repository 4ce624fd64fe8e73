import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { readCoordinates } from '@curbwrench/contract/places/location';
import { getAddress } from './job-fields.tsx';

type Placed = Pick<Appointment, 'location' | 'placePrecision'>;

/**
 * Returns how inexactly an appointment's place is known, as one sentence: 'Near 78704; ...'; null if it is exact.
 * It says in words what a missing mark or a dashed outline says on a map.
 */
export function getPlaceNote(appointment: Placed): string | null {
  if (!readCoordinates(appointment.location)) return 'Not on the map; the place is not known.';
  switch (appointment.placePrecision) {
    case 'zip': {
      const zip = /\b(\d{5})(?:-\d{4})?\b(?!.*\d)/.exec(getAddress(appointment))?.[1];
      return `${zip === undefined ? 'Near the middle of its ZIP code' : `Near ${zip}`}; the exact place is not known.`;
    }
    case 'town':
      return 'Near the middle of the town; the exact place is not known.';
    case 'unknown':
      return 'The exact place is not known.';
    case 'pin':
    case 'house':
    case 'street':
      return null;
  }
}
