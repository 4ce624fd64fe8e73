import { displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import type { Role } from '@curbwrench/contract/people/roles';
import { formatEmail, type EmailText } from '../../accounts/rules/account-emails.ts';
import { accepted, refused, type Result, type Refused } from '../../application/rules/result.ts';
import { roleWithArticle, type PersonState } from '../../accounts/rules/roles.ts';

/**
 * Returns why an email address can't be invited to a role, or null. `account` is the account with the address, if any.
 */
export function invitationRefusal(role: Role, account: PersonState | null): Refused | null {
  // An unverified address does not identify its account's owner.
  if (!account?.emailVerified) return null;
  if (!account.active) {
    return inUseRefusal(
      'The account with this address is deactivated. Please reactivate it instead.',
    );
  }
  return account.role === role
    ? inUseRefusal(`Someone with this address is already ${roleWithArticle(role)}.`)
    : null;
}

/** The outcome of an acceptance: a new account, or a different role for the existing one. */
export type Acceptance = 'new_account' | 'grant_role';

/**
 * Decides what accepting an invitation does. The token was sent by email, so whoever has it can read that
 * address's mailbox. That does not prove that an existing account with the address is theirs.
 *
 * - The address belongs to an account that verified it: only its signed-in owner can accept, without a new password.
 *   A leaked email must not be enough to get into an existing account.
 * - The address belongs to an account that never verified it. An attacker may have signed up with it
 *   in advance, chosen the password, perhaps left a session open or linked a provider, and be waiting
 *   for the owner to use the account (a pre-hijacking attack). So that account is never used, even if
 *   it is signed in, since an attacker could have signed the victim in to it. It loses the address and
 *   every way to sign in, and a new account with a different id gets the address.
 *
 * `wantsNewAccount` is whether the request has a name and a password for a new account.
 */
export function decideAcceptance(
  account: PersonState | null,
  viewerId: string | null,
  wantsNewAccount: boolean,
): Result<Acceptance> {
  if (!account?.emailVerified) {
    return wantsNewAccount
      ? accepted('new_account')
      : refused('invalid_request', 'Please enter your name and choose a password.');
  }
  if (wantsNewAccount) {
    return refused(
      'in_use',
      'An account with this address already exists. Please log in to accept the invitation.',
    );
  }
  if (viewerId === null) return refused('not_signed_in', 'Please log in first.');
  if (viewerId !== account.id) {
    return refused(
      'not_allowed',
      'This invitation is for someone else. Please log in with the address it was sent to.',
    );
  }
  return accepted('grant_role');
}

/** Returns the invitation's email. `link` opens the page on which it can be accepted. */
export function invitationEmail(
  business: string,
  invitation: {
    readonly invitedBy: string;
    readonly role: Role;
    readonly link: string;
    /** The last day on which the link works, in the business's time zone. */
    readonly lastDate: string;
  },
): EmailText {
  const { invitedBy, role, link, lastDate } = invitation;
  return formatEmail({ firstName: '', business }, `Your invitation to ${business}`, [
    `${invitedBy} has invited you to join ${business} as ${roleWithArticle(role)}. You can accept here:`,
    link,
    `This link can be used only once and expires after ${displayDateWithWeekday(lastDate)}. If you weren't expecting this invitation, you can ignore this email.`,
  ]);
}

function inUseRefusal(message: string): Refused {
  return refused('in_use', message, { email: message });
}
