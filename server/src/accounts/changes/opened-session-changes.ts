import type { AccountSecurityStamp } from '../../application/rules/account-security-stamp.ts';
import { lockAccount } from './account-changes.ts';
import type { Store } from '../../database/connection/store.ts';
import { inTransaction } from '../../database/connection/transaction.ts';
import { endSessionByToken, deleteVerifications } from './session-changes.ts';

/**
 * Confirms a session that the library has just opened. Holds the account's lock while doing so. The library takes a
 * while to compare a password, and then opens a session without checking that the password is still valid. So the
 * caller reads `securityStamp` before the credentials are checked. Returns true if the account is active and has not
 * been secured since that read. Otherwise returns false and deletes the session, whose cookie was never sent, and
 * the state stored for the sign-in's next step.
 */
export async function confirmOpenedSession(
  store: Store,
  securityStamp: AccountSecurityStamp | null,
  session: { readonly userId: string; readonly token: string | null },
): Promise<boolean> {
  return inTransaction(store, async (trx) => {
    const account = await lockAccount(trx, session.userId);
    const isUnchanged =
      securityStamp?.userId === session.userId && securityStamp.stamp === account?.security_stamp;
    if (isUnchanged && account.active) return true;
    if (session.token !== null) await endSessionByToken(trx, session.token);
    await deleteVerifications(trx, session.userId);
    return false;
  });
}
