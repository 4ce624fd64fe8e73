import { lockAccount } from '../changes/account-changes.ts';
import { dropTokens, takeToken } from '../changes/account-token-changes.ts';
import { findByEmail } from '../queries/accounts.ts';
import { alreadyHereMail, changeEmailMail, emailChangeAskedMail } from '../rules/account-mails.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import type { Visitor } from '../../application/identity-port.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { personChanged } from '../../application/events.ts';
import { hashOf } from './one-time-token.ts';
import { keepUnsentToken, postLink, postMail } from './post-mail.ts';
import { linkUsedUp } from './verify-email.ts';
import { lockProven, reauthenticate, type Proof } from './reauthenticate.ts';
import { done, runInTransaction, type Transaction } from '../../application/transaction.ts';

/**
 * Requests a change of address: it takes effect once the new one is verified, and the present one is notified
 * (ASVS 5.0 6.3.7), with a link that cancels the change. Requires reauthentication. An address that is
 * already taken gets the same reply and looks the same on the account page; only its owner is notified.
 */
export async function changeEmail(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  { email, ...proof }: Proof & { readonly email: string },
): Promise<Result<null>> {
  const proven = await reauthenticate(context, userId, visitor, proof);
  if (!proven.ok) return proven;
  return runInTransaction(context, userId, async (trx) => {
    const locked = await lockProven(trx, proven.value);
    if (!locked.ok) return locked;
    const person = locked.value;
    if (person.email === email) {
      const same = 'That is already your e-mail address.';
      return refused('invalid_request', same, { email: same });
    }
    const { publicUrl, business } = context;
    const to = { firstName: person.first_name, business: business.name };
    const forgotLink = `${publicUrl}/forgot-password`;
    await dropEmailChange(trx, userId);
    const change = { userId, purpose: 'change_email', email } as const;
    const owner = await findByEmail(trx, email);
    if (owner?.email_verified) {
      await keepUnsentToken(trx, context, change);
      if (owner.active) {
        const ownerTo = { firstName: owner.first_name, business: business.name };
        const mail = alreadyHereMail(ownerTo, `${publicUrl}/sign-in`, forgotLink);
        await postMail(trx, context, { to: owner.email, userId: owner.id }, mail);
      }
    } else {
      await postLink(trx, context, change, (link) => changeEmailMail(business.name, link));
    }
    const cancel = { userId, purpose: 'cancel_email_change', email: person.email } as const;
    await postLink(trx, context, cancel, (link) =>
      emailChangeAskedMail(to, email, { cancel: link, newPassword: forgotLink }),
    );
    return done(null, [personChanged(userId)]);
  });
}

/** Cancels the actor's own change of address; does nothing if there is none. */
export async function cancelEmailChange(
  context: AccountContext,
  userId: string,
): Promise<Result<null>> {
  return runInTransaction(context, userId, async (trx) => {
    if (!(await lockAccount(trx, userId))) {
      return refused('not_signed_in', 'Please log in first.');
    }
    const dropped = await dropEmailChange(trx, userId);
    return done(null, dropped > 0 ? [personChanged(userId)] : []);
  });
}

/** Does the same by the link in the notice to the present address, for its reader. */
export async function cancelEmailChangeByLink(
  context: AccountContext,
  secret: string,
): Promise<Result<null>> {
  return runInTransaction(context, null, async (trx) => {
    const now = context.clock.now();
    const token = await takeToken(trx, hashOf(secret), ['cancel_email_change'], now);
    if (!token) return linkUsedUp;
    await dropEmailChange(trx, token.userId);
    return done(null, [personChanged(token.userId)]);
  });
}

/** Deletes the link to the new address and the one that cancels the change. */
async function dropEmailChange(trx: Transaction, userId: string): Promise<number> {
  return dropTokens(trx, userId, ['change_email', 'cancel_email_change']);
}
