import { incrementSecurityStamp } from '../changes/account-changes.ts';
import { deleteTokens } from '../changes/account-token-changes.ts';
import { deleteUnconfirmedSecondFactor } from '../changes/second-factor-changes.ts';
import { endSessions, deleteVerifications } from '../changes/session-changes.ts';
import type { Transaction } from '../../application/transaction.ts';

/** Which sessions of an account stay open: none, all, or the one with this token. */
export type SessionsToKeep = 'none' | 'all' | { readonly token: string };

/**
 * Ends everything pending for an account, so that nothing started with an old password, session, second
 * factor or role completes later: emailed links, a change of email address, an unconfirmed second factor,
 * sign-ins waiting for their code, and trusted browsers. A sign-in or request that has already checked a password or
 * code fails, because the security stamp changes (see `lockReauthenticatedAccount`).
 *
 * Called by every command that makes an account safe again. Locks the account's row and returns the new security stamp.
 */
export async function secureAccount(
  trx: Transaction,
  userId: string,
  { keepSessions }: { keepSessions: SessionsToKeep },
): Promise<number> {
  const stamp = await incrementSecurityStamp(trx, userId);
  await deleteTokens(trx, userId, 'all');
  await deleteUnconfirmedSecondFactor(trx, userId);
  await deleteVerifications(trx, userId);
  if (keepSessions !== 'all')
    await endSessions(trx, userId, keepSessions === 'none' ? null : keepSessions.token);
  return stamp;
}
