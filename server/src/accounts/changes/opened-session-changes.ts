import type { StampedAccount } from '../../application/rules/stamped-account.ts';
import { lockAccount } from './account-changes.ts';
import type { Store } from '../../database/connection/store.ts';
import { inTransaction } from '../../database/connection/transaction.ts';
import { endSessionOfToken, forgetBrowsers } from './session-changes.ts';

/**
 * Returns whether a session that the library has just opened may stay: under the lock of the account's row,
 * the account was not secured since `proven` was read, which is before the proof was checked. The library
 * compares a password, which takes a while, and then opens a session without checking again that the password
 * is still valid. Otherwise deletes the session, whose cookie was never sent, and the state that the sign-in
 * left for its next step.
 */
export async function staysOpen(
  store: Store,
  proven: StampedAccount | null,
  opened: { readonly userId: string; readonly token: string | null },
): Promise<boolean> {
  return inTransaction(store, async (trx) => {
    const account = await lockAccount(trx, opened.userId);
    const isSame = proven?.userId === opened.userId && proven.stamp === account?.security_stamp;
    if (isSame && account.active) return true;
    if (opened.token !== null) await endSessionOfToken(trx, opened.token);
    await forgetBrowsers(trx, opened.userId);
    return false;
  });
}
