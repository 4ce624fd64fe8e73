import { randomUUID } from 'node:crypto';
import type { Role } from '@curbwrench/contract/roles';
import { lockAddress } from '../db/account-changes.ts';
import { takeInvitation } from '../db/invitation-changes.ts';
import { findOffer } from '../db/invitations.ts';
import { lockAdmins, lockStateByEmail } from '../db/user-changes.ts';
import { acceptanceOf } from '../domain/invitation.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import type { PersonState } from '../domain/person.ts';
import type { AccountContext } from './account-context.ts';
import { personChanged } from './announcements.ts';
import { beginWork, giveRole } from './duties.ts';
import { hashOf } from './one-time-token.ts';
import { makeProvenAccount } from './proven-account.ts';
import { perform, type Tell, type Work } from './transaction.ts';

/** Who accepts: by a new account, or as who is signed in (null: nobody). */
export interface Acceptor {
  readonly readerId: string | null;
  readonly account: NewAccount | undefined;
}

export interface NewAccount {
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

/** Why a token opens nothing: it was used, replaced or withdrawn, or its time is over. */
export const invitationOver = refused(
  'link_expired',
  'This invitation is no longer valid. Please ask for a new one.',
);

/**
 * Accepts an invitation, once (D3): whoever has no account yet gets one of that role, proven by
 * the link; the signed-in owner of one gets the role as if an admin had given it. Answers whose
 * account it is. What is decided, and against whom, is told at `acceptanceOf`.
 */
export async function acceptInvitation(
  context: AccountContext,
  token: string,
  { readerId, account }: Acceptor,
): Promise<Outcome<string>> {
  const tokenHash = hashOf(token);
  const now = context.clock.now();
  // Before the slow hashing, and outside the transaction, where nothing slow belongs.
  const offer = await findOffer(context.store.kysely, tokenHash, now);
  if (!offer) return invitationOver;
  const passwordHash = account
    ? await context.identity.preparePassword(account.password, offer.email)
    : null;
  if (passwordHash && !passwordHash.ok) return passwordHash;

  const newId = randomUUID();
  return perform(context, account ? newId : readerId, async (trx, tell) => {
    const admins = await lockAdmins(trx);
    const taken = await takeInvitation(trx, tokenHash, now);
    if (!taken) return invitationOver;
    await lockAddress(trx, taken.email);
    const holder = await lockStateByEmail(trx, taken.email);
    const acceptance = acceptanceOf(holder, readerId, passwordHash !== null);
    if (!acceptance.ok) return acceptance;
    if (acceptance.value === 'new_account' && account && passwordHash) {
      const { firstName, lastName } = account;
      const person = { id: newId, firstName, lastName, ...taken };
      return join(trx, context, tell, { ...person, passwordHash: passwordHash.value });
    }
    return holder
      ? changeOver(trx, context, tell, admins, holder, taken.role)
      : refused('invalid_request', 'Please enter your name and choose a password.');
  });
}

async function join(
  trx: Work,
  context: AccountContext,
  tell: Tell,
  person: Parameters<typeof makeProvenAccount>[1],
): Promise<Outcome<string>> {
  const refusal = await makeProvenAccount(trx, person, context.clock.now());
  if (refusal) return refusal;
  const begun = person.role === 'mechanic' ? await beginWork(trx, context, person.id) : [];
  tell([personChanged(person.id), ...begun]);
  return accepted(person.id);
}

async function changeOver(
  trx: Work,
  context: AccountContext,
  tell: Tell,
  admins: readonly string[],
  person: PersonState,
  role: Role,
): Promise<Outcome<string>> {
  const given = await giveRole(trx, context, admins, person, role);
  if (!given.ok) return given;
  if (given.value.length > 0) tell(given.value);
  return accepted(person.id);
}
