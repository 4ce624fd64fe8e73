import type { Role } from '@curbwrench/contract/people/roles';

/** The person who acts. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
}
