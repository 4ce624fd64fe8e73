import { lockEmailAddress, lockAccount, setVerifiedEmail } from '../changes/account-changes.ts';
import { consumeToken } from '../changes/account-token-changes.ts';
import { findTokenAddress } from '../queries/accounts.ts';
import { findPersonByVerifiedEmail } from '../queries/verified-emails.ts';
import { emailChangedEmail } from '../rules/account-emails.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { personChanged } from '../../application/events.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { hashToken } from './one-time-token.ts';
import { queueEmail } from './queue-email.ts';
import { freeAddress } from './create-verified-account.ts';
import { secureAccount } from './secure-account.ts';
import { done, getCurrentTime, runInTransaction } from '../../application/transaction.ts';

/** The refusal for a link that is no longer valid. */
export const linkExpired = refused(
  'link_expired',
  'This link was already used or has expired. Please request a new one.',
);

const signInFirst = refused(
  'wrong_status',
  'You have booked with this address before. Please log in to your account in this browser, then open the link again.',
);

/**
 * Verifies the address to which this link was emailed. After signing up, the person can then sign in.
 * A new address replaces the current one, even if someone else signed up with it but never verified it.
 *
 * If somebody booked with the address as a visitor, it must be certain that the account belongs to the address's owner:
 * after signing up, the owner chooses the password with another link (see `signUp`); a change of address counts only in
 * a browser that is signed in to the account (`viewerId`). The account then gets these bookings.
 */
export async function verifyEmail(
  context: AccountContext,
  secret: string,
  viewerId: string | null,
): Promise<Result<null>> {
  return runInTransaction(context, null, async (trx) => {
    const currentTime = getCurrentTime(context);
    const { now } = currentTime;
    const sentTo = await findTokenAddress(trx, hashToken(secret), now);
    if (!sentTo) return linkExpired;
    // Two people may be verifying the same new address.
    await lockEmailAddress(trx, sentTo.email);
    const token = await consumeToken(trx, hashToken(secret), ['verify_email', 'change_email'], now);
    const person = token && (await lockAccount(trx, token.userId));
    if (!token || !person?.active) return linkExpired;
    if (token.purpose === 'verify_email' && person.email !== token.email) return linkExpired;
    const holder = await findPersonByVerifiedEmail(trx, token.email);
    if (holder && !holder.hasAccount) {
      if (token.purpose === 'verify_email') return linkExpired;
      if (viewerId !== token.userId) return signInFirst;
    }
    if (person.email !== token.email && !(await freeAddress(trx, token.email, now))) {
      return linkExpired;
    }
    if (!(await setVerifiedEmail(trx, token.userId, token.email, now))) return linkExpired;
    // Deletes links sent to the previous address.
    await secureAccount(trx, token.userId, { keepSessions: 'all' });
    if (person.email !== token.email) {
      const recipient = { firstName: person.first_name, business: context.business.name };
      const previousAddress = { to: person.email, userId: token.userId };
      await queueEmail(trx, context, previousAddress, emailChangedEmail(recipient, token.email));
    }
    const claimEvents = await context.claimVisitorBookings(trx, token.userId, currentTime);
    return done(null, [personChanged(token.userId), ...claimEvents]);
  });
}
