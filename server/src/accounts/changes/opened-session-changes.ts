import type { AccountSecurityStamp } from '../../application/rules/account-security-stamp.ts';
import { lockAccount } from './account-changes.ts';
import type { Store } from '../../database/connection/store.ts';
import { inTransaction } from '../../database/connection/transaction.ts';
import { endSessionByToken, deleteVerifications } from './session-changes.ts';

/**
 * Confirms a session that the library has just opened, under the lock of the account's row. Returns true if the
 * account is active and was not secured after `stampedAccount` was read, which is before the credentials were
 * checked: the library compares a password, which takes a while, and then opens a session without checking that
 * the password is still valid. Otherwise returns false and deletes the session, whose cookie was never sent,
 * and the state that the sign-in left for its next step.
 */
export async function confirmOpenedSession(
  store: Store,
  stampedAccount: AccountSecurityStamp | null,
  opened: { readonly userId: string; readonly token: string | null },
): Promise<boolean> {
  return inTransaction(store, async (trx) => {
    const account = await lockAccount(trx, opened.userId);
    const isUnchanged =
      stampedAccount?.userId === opened.userId && stampedAccount.stamp === account?.security_stamp;
    if (isUnchanged && account.active) return true;
    if (opened.token !== null) await endSessionByToken(trx, opened.token);
    await deleteVerifications(trx, opened.userId);
    return false;
  });
}
