import { displayDate } from '@curbwrench/contract/calendar';
import type { Role } from '@curbwrench/contract/roles';
import { letter, type MailText } from '../../accounts/rules/account-mails.ts';
import { accepted, refused, type Result, type Refused } from '../../application/rules/result.ts';
import { oneOf, type PersonState } from '../../accounts/rules/person.ts';

/** Why an address can't be invited to a role, or null. `account`: who has the address, if anyone. */
export function whyNotInvited(role: Role, account: PersonState | null): Refused | null {
  // Nobody is known to have an address that nobody proved.
  if (!account?.emailVerified) return null;
  if (!account.active) {
    return inUse('The account with this address is deactivated; please reactivate it instead.');
  }
  return account.role === role
    ? inUse(`Someone with this address is ${oneOf(role)} already.`)
    : null;
}

/** What an acceptance comes to: a new account, or another role for the one that is there. */
export type Acceptance = 'new_account' | 'give_role';

/**
 * Decides what accepting does. The token was sent to the address, so whoever brings it has proved
 * the address; it does not prove that an account already standing there is theirs.
 *
 * - The address belongs to a proven account: only its owner accepts, signed in, without a
 *   password. A leaked message must not be enough to get into an account that exists.
 * - The address belongs to an account that never proved it. Somebody may have signed up with it in
 *   advance, chosen the password, perhaps kept a session or linked a provider, and waits for the
 *   owner to make it worth something (a pre-hijacking attack). So that account is never joined,
 *   not even by someone who is signed in to it, since an attacker could have brought them there:
 *   it loses the address with everything by which one could come in, and a new account with
 *   another id takes the address.
 */
export function acceptanceOf(
  account: PersonState | null,
  readerId: string | null,
  offersNewAccount: boolean,
): Result<Acceptance> {
  if (!account?.emailVerified) {
    return offersNewAccount
      ? accepted('new_account')
      : refused('invalid_request', 'Please enter your name and choose a password.');
  }
  if (offersNewAccount) {
    return refused(
      'in_use',
      'An account with this address already exists. Please log in to accept the invitation.',
    );
  }
  if (readerId === null) return refused('not_signed_in', 'Please log in first.');
  if (readerId !== account.id) {
    return refused(
      'not_allowed',
      'This invitation is for someone else. Please log in with the address it was sent to.',
    );
  }
  return accepted('give_role');
}

/** The message that carries an invitation; `link` leads to the page that accepts it. */
export function invitationMail(
  business: string,
  invitation: {
    readonly invitedBy: string;
    readonly role: Role;
    readonly link: string;
    /** The last day of it, of the business. */
    readonly lastDate: string;
  },
): MailText {
  const { invitedBy, role, link, lastDate } = invitation;
  return letter({ firstName: '', business }, `Your invitation to ${business}`, [
    `${invitedBy} invites you to join ${business} as ${oneOf(role)}. You can accept here:`,
    link,
    `The link works once, until ${displayDate(lastDate)}. If you didn't expect this, ignore this message: nothing happens unless the link is used.`,
  ]);
}

function inUse(message: string): Refused {
  return refused('in_use', message, { email: message });
}
