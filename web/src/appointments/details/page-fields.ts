import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { isDispatchRole, type Role } from '@curbwrench/contract/people/roles';
import type { JobField } from '../card/job-fields.tsx';

/** Returns what an appointment's page shows to this role; dispatch is told if the address could not be placed. */
export function getPageFields(
  role: Role,
  { placePrecision }: Pick<Appointment, 'placePrecision'>,
): readonly JobField[] {
  if (role === 'mechanic') return ['vehicle', 'address'];
  const fields = ['vehicle', 'mechanic', 'address'] as const;
  return isDispatchRole(role) && placePrecision === 'unknown' ? [...fields, 'not_located'] : fields;
}
