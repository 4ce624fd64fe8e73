import { deleteSecondFactor } from '../changes/account-changes.ts';
import { findByEmail } from '../queries/accounts.ts';
import { lockAdmins } from '../changes/user-changes.ts';
import { secondFactorRemovedEmail } from '../rules/account-emails.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { refused, type Result, type Refused } from '../../application/rules/result.ts';
import type { ClientInfo } from '../../application/identity-port.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { personChanged } from '../../application/events.ts';
import { queueEmail } from './queue-email.ts';
import {
  lockReauthenticatedAccount,
  reauthenticate,
  type ReauthenticationInput,
} from './reauthenticate.ts';
import { secureAccount } from './secure-account.ts';
import {
  done,
  runInTransaction,
  type Context,
  type Done,
  type Transaction,
} from '../../application/transaction.ts';

/**
 * Restores access for someone who can no longer use their authenticator app or backup codes (ASVS 5.0 6.4.4): an admin
 * who knows the person removes their second factor. The admin must reauthenticate with all their own factors. Ends the
 * person's sessions and notifies them by email. If staff need a second factor, the person must set one up before doing
 * anything else.
 */
export async function removeSecondFactor(
  context: AccountContext,
  actor: Actor,
  client: ClientInfo,
  userId: string,
  input: ReauthenticationInput,
): Promise<Result<void>> {
  if (userId === actor.id) {
    return refused(
      'not_allowed',
      'Turn off your own two-factor authentication on your account page.',
    );
  }
  const reauthenticated = await reauthenticate(context, actor.id, client, input);
  if (!reauthenticated.ok) return reauthenticated;
  return runInTransaction(context, actor.id, async (trx) => {
    const admins = await lockAdmins(trx);
    if (!admins.includes(actor.id))
      return refused('not_allowed', "You don't have permission to do that.");
    const adminAccount = await lockReauthenticatedAccount(trx, reauthenticated.value);
    if (!adminAccount.ok) return adminAccount;
    return removeFactor(trx, context, userId);
  });
}

/**
 * Removes the second factor of the person with this address, without an admin: the server's owner runs this
 * when the last admin is locked out (`npm run remove-second-factor`).
 */
export async function removeSecondFactorByEmail(
  context: RemovalContext,
  email: string,
): Promise<Result<void>> {
  return runInTransaction(context, null, async (trx) => {
    const person = await findByEmail(trx, email);
    if (!person) return refused('not_found', 'Person not found.');
    return removeFactor(trx, context, person.id);
  });
}

type RemovalContext = Context & Pick<AccountContext, 'storesEmail'>;

async function removeFactor(
  trx: Transaction,
  context: RemovalContext,
  userId: string,
): Promise<Done<void> | Refused> {
  const person = await deleteSecondFactor(trx, userId, context.clock.now());
  if (person === null) return refused('not_found', 'Person not found.');
  if (!person.wasEnabled) return refused('wrong_status', 'Two-factor authentication is not on.');
  await secureAccount(trx, userId, { keepSessions: 'none' });
  const recipient = { firstName: person.firstName, business: context.business.name };
  const address = { to: person.email, userId };
  await queueEmail(trx, context, address, secondFactorRemovedEmail(recipient));
  return done(undefined, [personChanged(userId)]);
}
