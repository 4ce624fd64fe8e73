import { lockAccount } from '../changes/account-changes.ts';
import { deleteTokens, consumeToken } from '../changes/account-token-changes.ts';
import { findByEmail } from '../queries/accounts.ts';
import {
  accountExistsEmail,
  newAddressEmail,
  emailChangeRequestedEmail,
} from '../rules/account-emails.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import type { ClientInfo } from '../../application/identity-port.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { personChanged } from '../../application/events.ts';
import { hashToken } from './one-time-token.ts';
import { insertDecoyToken, queueLinkEmail, queueEmail } from './queue-email.ts';
import { linkExpired } from './verify-email.ts';
import {
  lockReauthenticatedAccount,
  reauthenticate,
  type ReauthenticationInput,
} from './reauthenticate.ts';
import { done, runInTransaction, type Transaction } from '../../application/transaction.ts';

/**
 * Requests a change of email address. It takes effect when the new address is verified. The current address is
 * notified (ASVS 5.0 6.3.7), with a link that cancels the change. Requires reauthentication. If the new address
 * is already taken, the caller can't tell: the response and the account page are the same, and the new address gets
 * a notice that it already has an account, instead of a link to verify it.
 */
export async function changeEmail(
  context: AccountContext,
  userId: string,
  client: ClientInfo,
  { email, ...input }: ReauthenticationInput & { readonly email: string },
): Promise<Result<null>> {
  const reauthenticated = await reauthenticate(context, userId, client, input);
  if (!reauthenticated.ok) return reauthenticated;
  return runInTransaction(context, userId, async (trx) => {
    const locked = await lockReauthenticatedAccount(trx, reauthenticated.value);
    if (!locked.ok) return locked;
    const person = locked.value;
    if (person.email === email) {
      const message = "That's already your email address.";
      return refused('invalid_request', message, { email: message });
    }
    const { publicUrl, business } = context;
    const recipient = { firstName: person.first_name, business: business.name };
    const forgotLink = `${publicUrl}/forgot-password`;
    await deleteEmailChangeTokens(trx, userId);
    const changeToken = { userId, purpose: 'change_email', email } as const;
    const owner = await findByEmail(trx, email);
    if (owner?.email_verified) {
      await insertDecoyToken(trx, context, changeToken);
      if (owner.active) {
        const ownerRecipient = { firstName: owner.first_name, business: business.name };
        const mail = accountExistsEmail(ownerRecipient, `${publicUrl}/sign-in`, forgotLink);
        await queueEmail(trx, context, { to: owner.email, userId: owner.id }, mail);
      }
    } else {
      await queueLinkEmail(trx, context, changeToken, (link) =>
        newAddressEmail(business.name, link),
      );
    }
    const cancelToken = { userId, purpose: 'cancel_email_change', email: person.email } as const;
    await queueLinkEmail(trx, context, cancelToken, (link) =>
      emailChangeRequestedEmail(recipient, email, { cancel: link, newPassword: forgotLink }),
    );
    return done(null, [personChanged(userId)]);
  });
}

/** Cancels the actor's own pending change of email address; does nothing if there is none. */
export async function cancelEmailChange(
  context: AccountContext,
  userId: string,
): Promise<Result<null>> {
  return runInTransaction(context, userId, async (trx) => {
    if (!(await lockAccount(trx, userId))) {
      return refused('not_signed_in', 'Please log in first.');
    }
    const deletedCount = await deleteEmailChangeTokens(trx, userId);
    return done(null, deletedCount > 0 ? [personChanged(userId)] : []);
  });
}

/** Cancels a change of email address with the link that was emailed to the current address, without a session. */
export async function cancelEmailChangeByLink(
  context: AccountContext,
  secret: string,
): Promise<Result<null>> {
  return runInTransaction(context, null, async (trx) => {
    const now = context.clock.now();
    const token = await consumeToken(trx, hashToken(secret), ['cancel_email_change'], now);
    if (!token) return linkExpired;
    await deleteEmailChangeTokens(trx, token.userId);
    return done(null, [personChanged(token.userId)]);
  });
}

/** Deletes the link to the new address and the one that cancels the change. */
async function deleteEmailChangeTokens(trx: Transaction, userId: string): Promise<number> {
  return deleteTokens(trx, userId, ['change_email', 'cancel_email_change']);
}
