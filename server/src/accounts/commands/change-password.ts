import {
  lockAccount,
  lockEmailAddress,
  setPassword,
  setVerifiedEmail,
} from '../changes/account-changes.ts';
import { consumeToken } from '../changes/account-token-changes.ts';
import { findAccount, findByEmail, findTokenAddress } from '../queries/accounts.ts';
import { passwordChangedEmail, resetPasswordEmail } from '../rules/account-emails.ts';
import { refused, type Result } from '../../application/rules/result.ts';
import type { OpenedSession, ClientInfo } from '../../application/identity-port.ts';
import { personChanged } from '../../application/events.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { hashToken } from './one-time-token.ts';
import { queueLinkEmail, queueEmail } from './queue-email.ts';
import { lockReauthenticatedAccount, reauthenticate } from './reauthenticate.ts';
import { secureAccount } from './secure-account.ts';
import { linkExpired } from './verify-email.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Transaction,
} from '../../application/transaction.ts';

/**
 * Sends a link to choose a new password, even to people who have no password because they signed up through a
 * provider. For an unknown address, returns the same result and does nothing.
 */
export async function requestPasswordReset(
  context: AccountContext,
  email: string,
): Promise<Result<null>> {
  return runInTransaction(context, null, async (trx) => {
    const account = await findByEmail(trx, email);
    if (!account?.active) return done(null, []);
    const recipient = {
      // An unverified address may be someone else's, so the name entered with it is not sent there.
      firstName: account.email_verified ? account.first_name : '',
      business: context.business.name,
    };
    await queueLinkEmail(
      trx,
      context,
      { userId: account.id, purpose: 'reset_password', email },
      (link) => resetPasswordEmail(recipient, link),
    );
    return done(null, []);
  });
}

/**
 * Sets a new password with an emailed link, which also verifies the address. Ends every session (ASVS
 * 5.0 7.4.3). If the person has a second factor, it is still required.
 */
export async function resetPassword(
  context: AccountContext,
  secret: string,
  password: string,
): Promise<Result<null>> {
  const sentTo = await findTokenAddress(
    context.store.kysely,
    hashToken(secret),
    context.clock.now(),
  );
  if (!sentTo) return linkExpired;
  const prepared = await context.identity.preparePassword(password, sentTo.email);
  if (!prepared.ok) return prepared;
  return runInTransaction(context, null, async (trx) => {
    const currentTime = getCurrentTime(context);
    const { now } = currentTime;
    // A visitor may be booking with the same address.
    await lockEmailAddress(trx, sentTo.email);
    const token = await consumeToken(trx, hashToken(secret), ['reset_password'], now);
    const account = token && (await lockAccount(trx, token.userId));
    if (!account?.active || account.email !== token?.email) return linkExpired;
    if (!account.email_verified) await setVerifiedEmail(trx, token.userId, token.email, now);
    await replacePassword(trx, context, token.userId, account, prepared.value);
    const claimEvents = await context.claimVisitorBookings(trx, token.userId, currentTime);
    return done(null, [personChanged(token.userId), ...claimEvents]);
  });
}

const wrongCurrentPassword = refused('invalid_request', 'That password is incorrect.', {
  current: 'That password is incorrect.',
});

/**
 * Changes the password of someone who enters the current one and, if they have a second factor, a code (ASVS
 * 5.0 7.5.1). Ends all their sessions and opens a new one in this browser.
 */
export async function changePassword(
  context: AccountContext,
  userId: string,
  client: ClientInfo,
  change: { readonly current: string; readonly password: string; readonly code: string },
): Promise<Result<OpenedSession>> {
  const { identity, store } = context;
  const account = await findAccount(store.kysely, userId);
  if (!account) return refused('not_signed_in', 'Please log in first.');
  // Checked before the reauthentication, so that a weak password does not use up a code.
  const prepared = await identity.preparePassword(change.password, account.email);
  if (!prepared.ok) return prepared;
  if (!account.has_password) return wrongCurrentPassword;
  const input = { password: change.current, code: change.code };
  const reauthenticated = await reauthenticate(context, userId, client, input, 'current');
  if (!reauthenticated.ok) return reauthenticated;
  const changed = await runInTransaction(context, userId, async (trx) => {
    const locked = await lockReauthenticatedAccount(trx, reauthenticated.value);
    if (!locked.ok) return locked;
    const stamp = await replacePassword(trx, context, userId, locked.value, prepared.value);
    return done({ userId, stamp }, []);
  });
  return changed.ok ? identity.openSession(changed.value, client) : changed;
}

/** Replaces the password and returns the account's new security stamp. */
async function replacePassword(
  trx: Transaction,
  context: AccountContext,
  userId: string,
  account: { readonly email: string; readonly first_name: string },
  hash: string,
): Promise<number> {
  const { business, publicUrl, clock } = context;
  await setPassword(trx, userId, hash, clock.now());
  const stamp = await secureAccount(trx, userId, { keepSessions: 'none' });
  const recipient = { firstName: account.first_name, business: business.name };
  await queueEmail(
    trx,
    context,
    { to: account.email, userId },
    passwordChangedEmail(recipient, `${publicUrl}/forgot-password`),
  );
  return stamp;
}
