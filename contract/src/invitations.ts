import { z } from 'zod';
import { email, newPassword, oneTimeToken } from './accounts.ts';
import { personName } from './fields.ts';
import { roles, staffRoles } from './roles.ts';

/*
 * How staff come in: an e-mailed invitation that carries a role, for one use and a limited
 * time; and the first admin, by a token that the server prints at its first start.
 */

const firstName = personName('Please enter a first name');
const lastName = personName('Please enter a last name');

/** Customers come in by signing up; an invitation is for those who work here. */
export const invitationInput = z.object({
  email,
  role: z.enum(staffRoles, 'Please choose Mechanic, Service Advisor or Admin.'),
});

export const invitation = z.object({
  id: z.number().int(),
  email: z.string(),
  role: z.enum(roles),
  /** The name of the admin who sent it last. */
  invitedBy: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

/** What the page behind the link shows before anything happens. */
export const invitationOffer = z.object({
  email: z.string(),
  role: z.enum(roles),
  /** Someone proved this address before: they sign in to accept, and their role is changed. */
  hasAccount: z.boolean(),
});
export type InvitationOffer = z.infer<typeof invitationOffer>;

/** Names and a password make the account; without them the signed-in owner of the address accepts. */
export const invitationAcceptance = z.object({
  token: oneTimeToken,
  account: z.object({ firstName, lastName, password: newPassword }).optional(),
});

export const setUpInput = z.object({
  token: oneTimeToken,
  firstName,
  lastName,
  email,
  password: newPassword,
});
