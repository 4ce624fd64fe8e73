import { raiseStamp } from '../changes/account-changes.ts';
import { dropTokens } from '../changes/account-token-changes.ts';
import { dropBegunSecondFactor } from '../changes/second-factor-changes.ts';
import { endSessions, forgetBrowsers } from '../changes/session-changes.ts';
import type { Transaction } from '../../application/transaction.ts';

/** Which sessions of an account stay open: none, all, or the one with this token. */
export type KeptSessions = 'none' | 'all' | { readonly token: string };

/**
 * Ends everything pending for an account, so that nothing started with a former password, session, second
 * factor or role completes later: links in messages, a change of address, an unconfirmed second factor,
 * sign-ins waiting for their code, and trusted browsers. A proof from before, in a sign-in or a call that is
 * still running, is no longer valid, because the security stamp changes (see `lockProven`).
 *
 * Called by every command that makes an account safe again. Locks the person's row and returns the new stamp.
 */
export async function secureAccount(
  trx: Transaction,
  userId: string,
  kept: KeptSessions,
): Promise<number> {
  const stamp = await raiseStamp(trx, userId);
  await dropTokens(trx, userId, 'all');
  await dropBegunSecondFactor(trx, userId);
  await forgetBrowsers(trx, userId);
  if (kept !== 'all') await endSessions(trx, userId, kept === 'none' ? null : kept.token);
  return stamp;
}
