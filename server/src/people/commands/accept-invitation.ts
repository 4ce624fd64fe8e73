import { randomUUID } from 'node:crypto';
import type { Role } from '@curbwrench/contract/people/roles';
import { lockAddress } from '../../accounts/changes/account-changes.ts';
import { stampOf } from '../../accounts/queries/accounts.ts';
import { takeInvitation } from '../changes/invitation-changes.ts';
import { findOffer } from '../queries/invitations.ts';
import { lockAdmins, lockStateByEmail } from '../../accounts/changes/user-changes.ts';
import { acceptanceOf } from '../rules/invitation.ts';
import { refused, type Result, type Refused } from '../../application/rules/result.ts';
import type { PersonState } from '../../accounts/rules/person.ts';
import type { StampedAccount } from '../../application/rules/stamped-account.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { personChanged } from '../../application/events.ts';
import { beginWork, giveRole } from './give-role.ts';
import { hashOf } from '../../accounts/commands/one-time-token.ts';
import { createVerifiedAccount } from '../../accounts/commands/create-verified-account.ts';
import {
  done,
  runInTransaction,
  type Done,
  type Transaction,
} from '../../application/transaction.ts';

/** Who accepts: with a new account, or as the signed-in person (null: nobody). */
export interface Acceptor {
  readonly viewerId: string | null;
  readonly account: NewAccount | undefined;
}

export interface NewAccount {
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

/** The refusal for an invalid token: used, replaced, withdrawn or expired. */
export const invitationOver = refused(
  'link_expired',
  'This invitation is no longer valid. Please ask for a new one.',
);

/**
 * Accepts an invitation, once: a person without an account gets one with that role, its address
 * proven by the link; the signed-in owner of an account gets the role as if an admin had given it.
 * Returns whose account it is. `acceptanceOf` has the rules and the attacks they prevent.
 */
export async function acceptInvitation(
  context: AccountContext,
  token: string,
  { viewerId, account }: Acceptor,
): Promise<Result<StampedAccount>> {
  const tokenHash = hashOf(token);
  const now = context.clock.now();
  // Before the slow hashing, and outside the transaction, which must stay fast.
  const offer = await findOffer(context.store.kysely, tokenHash, now);
  if (!offer) return invitationOver;
  const passwordHash = account
    ? await context.identity.preparePassword(account.password, offer.email)
    : null;
  if (passwordHash && !passwordHash.ok) return passwordHash;

  const newId = randomUUID();
  return runInTransaction(context, account ? newId : viewerId, async (trx) => {
    const admins = await lockAdmins(trx);
    const taken = await takeInvitation(trx, tokenHash, now);
    if (!taken) return invitationOver;
    await lockAddress(trx, taken.email);
    const holder = await lockStateByEmail(trx, taken.email);
    const acceptance = acceptanceOf(holder, viewerId, passwordHash !== null);
    if (!acceptance.ok) return acceptance;
    if (acceptance.value === 'new_account' && account && passwordHash) {
      const { firstName, lastName } = account;
      const person = { id: newId, firstName, lastName, ...taken };
      return join(trx, context, { ...person, passwordHash: passwordHash.value });
    }
    return holder
      ? changeOver(trx, context, admins, holder, taken.role)
      : refused('invalid_request', 'Please enter your name and choose a password.');
  });
}

async function join(
  trx: Transaction,
  context: AccountContext,
  person: Parameters<typeof createVerifiedAccount>[1],
): Promise<Done<StampedAccount> | Refused> {
  const refusal = await createVerifiedAccount(trx, person, context.clock.now());
  if (refusal) return refusal;
  const begun = person.role === 'mechanic' ? await beginWork(trx, context, person.id) : [];
  return done(await stampOf(trx, person.id), [personChanged(person.id), ...begun]);
}

async function changeOver(
  trx: Transaction,
  context: AccountContext,
  admins: readonly string[],
  person: PersonState,
  role: Role,
): Promise<Done<StampedAccount> | Refused> {
  const given = await giveRole(trx, context, admins, person, role);
  if (!given.ok) return given;
  return done(await stampOf(trx, person.id), given.value);
}
