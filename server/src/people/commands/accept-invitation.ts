import { randomUUID } from 'node:crypto';
import type { Role } from '@curbwrench/contract/people/roles';
import { lockEmailAddress } from '../../accounts/changes/account-changes.ts';
import { getSecurityStamp } from '../../accounts/queries/accounts.ts';
import { consumeInvitation } from '../changes/invitation-changes.ts';
import { findInvitationByToken } from '../queries/invitations.ts';
import { lockAdmins, lockPersonByEmail } from '../../accounts/changes/user-changes.ts';
import { decideAcceptance } from '../rules/invitation.ts';
import { refused, type Result, type Refused } from '../../application/rules/result.ts';
import type { PersonState } from '../../accounts/rules/roles.ts';
import type { AccountSecurityStamp } from '../../application/rules/account-security-stamp.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { personChanged } from '../../application/events.ts';
import { startMechanicWork, grantRole } from './grant-role.ts';
import { hashToken } from '../../accounts/commands/one-time-token.ts';
import { createVerifiedAccount } from '../../accounts/commands/create-verified-account.ts';
import {
  done,
  runInTransaction,
  type Done,
  type Transaction,
} from '../../application/transaction.ts';

/** The person who accepts: with a new account, or as the signed-in viewer. `viewerId` is null for a visitor. */
export interface Invitee {
  readonly viewerId: string | null;
  readonly account: NewAccount | undefined;
}

/** The data that a person without an account enters. */
export interface NewAccount {
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

/** The refusal of an invitation whose link was used, replaced or withdrawn, or has expired. */
export const invitationExpired = refused(
  'link_expired',
  'This invitation is no longer valid. Please ask for a new one.',
);

/**
 * Accepts an invitation, which can be done only once. A person without an account gets one with the invitation's role
 * and a verified address; the signed-in owner of an account gets the role as if an admin had given it. Returns the
 * account's security stamp. For the rules and the attacks they prevent, see `decideAcceptance`.
 */
export async function acceptInvitation(
  context: AccountContext,
  token: string,
  { viewerId, account }: Invitee,
): Promise<Result<AccountSecurityStamp>> {
  const tokenHash = hashToken(token);
  const now = context.clock.now();
  // Checked before the password is hashed, which is slow and so happens outside the transaction.
  const pendingInvitation = await findInvitationByToken(context.store.kysely, tokenHash, now);
  if (!pendingInvitation) return invitationExpired;
  const passwordHash = account
    ? await context.identity.preparePassword(account.password, pendingInvitation.email)
    : null;
  if (passwordHash && !passwordHash.ok) return passwordHash;

  const newId = randomUUID();
  return runInTransaction(context, account ? newId : viewerId, async (trx) => {
    const admins = await lockAdmins(trx);
    const invitation = await consumeInvitation(trx, tokenHash, now);
    if (!invitation) return invitationExpired;
    await lockEmailAddress(trx, invitation.email);
    const addressOwner = await lockPersonByEmail(trx, invitation.email);
    const acceptance = decideAcceptance(addressOwner, viewerId, passwordHash !== null);
    if (!acceptance.ok) return acceptance;
    if (acceptance.value === 'new_account' && account && passwordHash) {
      const { firstName, lastName } = account;
      const person = { id: newId, firstName, lastName, ...invitation };
      return createInvitedAccount(trx, context, { ...person, passwordHash: passwordHash.value });
    }
    return addressOwner
      ? giveInvitedRole(trx, context, admins, addressOwner, invitation.role)
      : refused('invalid_request', 'Please enter your name and choose a password.');
  });
}

async function createInvitedAccount(
  trx: Transaction,
  context: AccountContext,
  person: Parameters<typeof createVerifiedAccount>[1],
): Promise<Done<AccountSecurityStamp> | Refused> {
  const refusal = await createVerifiedAccount(trx, person, context.clock.now());
  if (refusal) return refusal;
  const workEvents =
    person.role === 'mechanic' ? await startMechanicWork(trx, context, person.id) : [];
  return done(await getSecurityStamp(trx, person.id), [personChanged(person.id), ...workEvents]);
}

async function giveInvitedRole(
  trx: Transaction,
  context: AccountContext,
  admins: readonly string[],
  person: PersonState,
  role: Role,
): Promise<Done<AccountSecurityStamp> | Refused> {
  const roleEvents = await grantRole(trx, context, admins, person, role);
  if (!roleEvents.ok) return roleEvents;
  return done(await getSecurityStamp(trx, person.id), roleEvents.value);
}
