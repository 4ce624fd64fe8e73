import type { Role } from '@curbwrench/contract/people/roles';

/** The person on whose behalf a command runs. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  /**
   * Only for someone who is not signed in and uses the link of one appointment: the hash of the link's token. They may do
   * what the appointment's customer may do, and must learn nothing about the customer's other appointments.
   */
  readonly linkTokenHash?: string;
}
