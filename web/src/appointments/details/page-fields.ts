import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { isOfficeRole, type Role } from '@curbwrench/contract/people/roles';
import type { JobField } from '../card/job-fields.tsx';

/**
 * Returns the fields that an appointment's page shows to this role, including 'Address not found' for
 * the office if it applies.
 */
export function getPageFields(
  role: Role,
  { placePrecision }: Pick<Appointment, 'placePrecision'>,
): readonly JobField[] {
  if (role === 'mechanic') return ['vehicle_link', 'address'];
  const fields = ['vehicle_link', 'mechanic', 'address'] as const;
  return isOfficeRole(role) && placePrecision === 'unknown' ? [...fields, 'not_located'] : fields;
}
