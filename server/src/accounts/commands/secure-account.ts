import { raiseStamp } from '../changes/account-changes.ts';
import { dropTokens } from '../changes/account-token-changes.ts';
import { dropBegunSecondFactor } from '../changes/second-factor-changes.ts';
import { endSessions, forgetBrowsers } from '../changes/session-changes.ts';
import type { Transaction } from '../../application/transaction.ts';

/** Which sessions of an account stay open: none, all, or the one with this token. */
export type KeptSessions = 'none' | 'all' | { readonly token: string };

/**
 * Ends everything that is pending for an account, so that nothing which somebody began with a
 * former password, session, second factor or role comes to its end later: links in messages, a
 * change of address, a second factor that was begun, sign-ins that wait for their code, and
 * browsers that are not asked for one. Whatever was proven before, in a sign-in or a call that is
 * still running, counts no more, because the security stamp is another one (see `lockProven`).
 *
 * Every command that makes an account safe again calls it. Locks the person's row, answers the
 * new stamp.
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
