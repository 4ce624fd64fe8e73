import { z } from 'zod';
import { email, newPassword, oneTimeToken } from './accounts.ts';
import { text } from './fields.ts';
import { roles } from './roles.ts';

/*
 * How staff come in (D3): an e-mailed invitation that carries a role, for one use and a limited
 * time; and the first admin, by a token that the server prints at its first start.
 */

const firstName = text(60, 'Please enter a first name');
const lastName = text(60, 'Please enter a last name');

export const invitationInput = z.object({
  email,
  role: z.enum(roles, 'That is not one of the roles.'),
});

export const invitation = z.object({
  id: z.number().int(),
  email: z.string(),
  role: z.enum(roles),
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
  /** Someone with this address has an account: they sign in, and the role is changed. */
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
