import { lockAddress, lockAccount, setProvenEmail } from '../changes/account-changes.ts';
import { takeToken } from '../changes/account-token-changes.ts';
import { findToken } from '../queries/accounts.ts';
import { emailChangedMail } from '../rules/account-mails.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import { personChanged } from '../../application/events.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { hashOf } from './one-time-token.ts';
import { postMail } from './post-mail.ts';
import { freeAddress } from './create-verified-account.ts';
import { secureAccount } from './secure-account.ts';
import { done, runInTransaction } from '../../application/transaction.ts';

/** Why a link of a message opens nothing. */
export const linkUsedUp = refused(
  'link_expired',
  'This link was already used or has expired. Please request a new one.',
);

/**
 * Takes the link out of a message: the address it was sent to is proven to be its reader's. For
 * someone who signed up, it lets them in; for a new address, that is theirs from now on, also where
 * somebody else signed up with it and never proved it.
 */
export async function verifyEmail(context: AccountContext, secret: string): Promise<Result<null>> {
  return runInTransaction(context, null, async (trx) => {
    const now = context.clock.now();
    const sentTo = await findToken(trx, hashOf(secret), now);
    if (!sentTo) return linkUsedUp;
    // Two people may be proving one new address.
    await lockAddress(trx, sentTo.email);
    const token = await takeToken(trx, hashOf(secret), ['verify_email', 'change_email'], now);
    const person = token && (await lockAccount(trx, token.userId));
    if (!token || !person?.active) return linkUsedUp;
    if (token.purpose === 'verify_email' && person.email !== token.email) return linkUsedUp;
    if (person.email !== token.email && !(await freeAddress(trx, token.email, now))) {
      return linkUsedUp;
    }
    if (!(await setProvenEmail(trx, token.userId, token.email, now))) return linkUsedUp;
    // Links that wait in the mailbox of the former address open nothing any more.
    await secureAccount(trx, token.userId, 'all');
    if (person.email !== token.email) {
      const to = { firstName: person.first_name, business: context.business.name };
      const former = { to: person.email, userId: token.userId };
      await postMail(trx, context, former, emailChangedMail(to, token.email));
    }
    return done(null, [personChanged(token.userId)]);
  });
}
