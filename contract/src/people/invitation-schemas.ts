import { z } from 'zod';
import { email, newPassword, oneTimeToken } from '../accounts/schemas.ts';
import { personName } from '../fields/schemas.ts';
import { roles, staffRoles } from './roles.ts';

/*
 * How staff get accounts. They are invited by email to a role; an invitation works once, for a limited time. The first
 * admin uses a token that the server prints when it first starts.
 */

const firstName = personName('Please enter a first name');
const lastName = personName('Please enter a last name');

/** An invitation to send. Only staff are invited; customers sign up. */
export const invitationInput = z.object({
  email,
  role: z.enum(staffRoles, 'Please choose Mechanic, Service Advisor, or Admin.'),
});

export const invitation = z.object({
  id: z.number().int(),
  email: z.string(),
  role: z.enum(roles),
  /** The name of the admin who last sent it. */
  invitedBy: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

/** What the page behind the link shows before the invitation is accepted. */
export const invitationDetails = z.object({
  email: z.string(),
  role: z.enum(roles),
  /** Whether the address has a verified account. If so, its owner signs in to accept, and their role changes. */
  hasAccount: z.boolean(),
});
export type InvitationDetails = z.infer<typeof invitationDetails>;

/** Accepts an invitation: `account` creates a new account; without it the viewer's own account is used. */
export const invitationAcceptance = z.object({
  token: oneTimeToken,
  account: z.object({ firstName, lastName, password: newPassword }).optional(),
});

/** Creates the first admin of a new business. */
export const setUpInput = z.object({
  token: oneTimeToken,
  firstName,
  lastName,
  email,
  password: newPassword,
});
