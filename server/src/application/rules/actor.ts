import type { Role } from '@curbwrench/contract/roles';

/** Who acts. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
}
