import type { Role } from '@curbwrench/contract/people/roles';

/** The person on whose behalf a command runs. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
}
