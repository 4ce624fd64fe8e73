import { endSession } from '../changes/session-changes.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import type { ClientInfo } from '../../application/identity-port.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { lockReauthenticatedAccount, reauthenticateByOneFactor } from './reauthenticate.ts';
import { secureAccount } from './secure-account.ts';
import { done, runInTransaction } from '../../application/transaction.ts';

/**
 * Ends one of the actor's own sessions, effective from its next request. Requires one factor (ASVS 5.0 7.5.2)
 * but no code, so that a person whose phone was stolen can end the phone's session without an authenticator app. Also
 * ends everything pending for the account.
 */
export async function endOwnSession(
  context: AccountContext,
  userId: string,
  client: ClientInfo,
  { id, password }: { readonly id: string; readonly password: string },
): Promise<Result<null>> {
  const reauthenticated = await reauthenticateByOneFactor(context, userId, client, password);
  if (!reauthenticated.ok) return reauthenticated;
  return runInTransaction(context, userId, async (trx) => {
    const account = await lockReauthenticatedAccount(trx, reauthenticated.value);
    if (!account.ok) return account;
    if (!(await endSession(trx, userId, id))) {
      return refused('not_found', 'Session not found.');
    }
    await secureAccount(trx, userId, { keepSessions: 'all' });
    return done(null, []);
  });
}

/** Ends the actor's other sessions and everything pending for the account. Requires one factor. */
export async function endOtherSessions(
  context: AccountContext,
  userId: string,
  client: ClientInfo,
  password: string,
): Promise<Result<null>> {
  const reauthenticated = await reauthenticateByOneFactor(context, userId, client, password);
  if (!reauthenticated.ok) return reauthenticated;
  const token = await context.identity.readSessionToken(client.headers);
  return runInTransaction(context, userId, async (trx) => {
    const account = await lockReauthenticatedAccount(trx, reauthenticated.value);
    if (!account.ok) return account;
    await secureAccount(trx, userId, { keepSessions: token === null ? 'none' : { token } });
    return done(null, []);
  });
}
