import { deleteSecondFactor } from '../changes/account-changes.ts';
import { findAccount, findSecurityStamp } from '../queries/accounts.ts';
import {
  claimCode,
  resetCodeCount,
  recordCodeAttempt,
  deleteUnconfirmedSecondFactor,
} from '../changes/second-factor-changes.ts';
import { endSessionByToken } from '../changes/session-changes.ts';
import { twoFactorEmail } from '../rules/account-emails.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import type { OpenedSession, ClientInfo } from '../../application/identity-port.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { queueEmail } from './queue-email.ts';
import {
  lockReauthenticatedAccount,
  reauthenticate,
  tooManyCodes,
  type ReauthenticationInput,
} from './reauthenticate.ts';
import { secureAccount } from './secure-account.ts';
import { done, runInTransaction, type Transaction } from '../../application/transaction.ts';

/** A correct code ends Better Auth's sign-in attempt, so the password must be entered again before another code. */
const codeUsedMessage =
  'That code was already used. Please go back, enter your password again, and then a new code.';

const alreadyEnabled = refused(
  'wrong_status',
  'Two-factor authentication is already on. Turn it off first.',
);

/**
 * Completes a sign-in with a code, after a correct password. Each code is accepted only once, even though an
 * app's code stays correct for a minute (RFC 6238, section 5.2) and Better Auth would accept a backup code in
 * several simultaneous requests. A session opened by a second use is ended before its cookie is sent.
 */
export async function signInWithCode(
  context: AccountContext,
  input: { readonly code: string; readonly trust: boolean },
  client: ClientInfo,
): Promise<Result<OpenedSession>> {
  const { kysely } = context.store;
  const pending = await context.identity.findPendingSignIn(client);
  if (!pending) return refused('wrong_credentials', 'Please enter your password again.');
  if (!(await recordCodeAttempt(kysely, pending.userId))) return tooManyCodes;
  const session = await context.identity.signInWithCode(pending, input, client);
  if (!session.ok) return session;
  const { userId, token } = session.value;
  if (!(await claimCode(kysely, userId, input.code))) {
    await endSessionByToken(kysely, token);
    return refused('wrong_credentials', codeUsedMessage);
  }
  await resetCodeCount(kysely, userId);
  return session;
}

/** Starts setting up a second factor: creates its secret and backup codes. Requires the password. */
export async function setUpTwoFactor(
  context: AccountContext,
  userId: string,
  password: string,
  client: ClientInfo,
): Promise<Result<{ readonly uri: string; readonly backupCodes: string[] }>> {
  const securityStamp = await findSecurityStamp(context.store.kysely, userId);
  const account = await findAccount(context.store.kysely, userId);
  if (!securityStamp || !account) return refused('not_signed_in', 'Please log in first.');
  // Better Auth would replace the secret, which would lock out a person who doesn't finish the setup.
  if (account.two_factor_enabled) return alreadyEnabled;
  const started = await context.identity.setUpTwoFactor(password, client);
  if (!started.ok) return started;
  const recheck = await runInTransaction(context, userId, async (trx) => {
    const locked = await lockReauthenticatedAccount(trx, securityStamp);
    return locked.ok ? done(null, []) : locked;
  });
  if (recheck.ok) return started;
  await runInTransaction(context, null, async (trx) => {
    await deleteUnconfirmedSecondFactor(trx, userId);
    return done(null, []);
  });
  return recheck;
}

/** Turns the second factor on with a first code from the app. Opens a new session; other sessions stay open. */
export async function confirmTwoFactor(
  context: AccountContext,
  userId: string,
  code: string,
  client: ClientInfo,
): Promise<Result<readonly string[]>> {
  const { kysely } = context.store;
  const securityStamp = await findSecurityStamp(kysely, userId);
  const account = await findAccount(kysely, userId);
  if (!securityStamp || !account) return refused('not_signed_in', 'Please log in first.');
  if (account.two_factor_enabled) return alreadyEnabled;
  if (!(await recordCodeAttempt(kysely, userId))) return tooManyCodes;
  const confirmed = await context.identity.confirmTwoFactor(code, client);
  if (!confirmed.ok) return confirmed;
  const { token, cookies } = confirmed.value;
  // The code must not be used again to sign in, and only one of two simultaneous requests may succeed.
  if (!(await claimCode(kysely, userId, code))) return alreadyEnabled;
  await resetCodeCount(kysely, userId);
  const turnedOn = await runInTransaction(context, userId, async (trx) => {
    const person = await lockReauthenticatedAccount(trx, securityStamp);
    if (!person.ok) return person;
    await secureAccount(trx, userId, { keepSessions: 'all' });
    await notifyAccountHolder(trx, context, userId, person.value, true);
    return done(null, []);
  });
  if (turnedOn.ok) return accepted(cookies);
  // The new second factor may have been set up by someone who knew the old password.
  await runInTransaction(context, null, async (trx) => {
    await deleteSecondFactor(trx, userId, context.clock.now());
    await endSessionByToken(trx, token);
    return done(null, []);
  });
  return turnedOn;
}

/**
 * Turns the second factor off. Requires the password and a code (ASVS 5.0 7.5.1); refused for staff if the
 * business requires a second factor of them. Trusted browsers are deleted, in case it is turned on again. Opens a
 * new session; other sessions stay open.
 */
export async function disableTwoFactor(
  context: AccountContext,
  actor: Actor,
  input: ReauthenticationInput,
  client: ClientInfo,
): Promise<Result<OpenedSession>> {
  if (context.identity.staffTwoFactor && actor.role !== 'customer') {
    return refused('not_allowed', 'The business requires two-factor authentication for its staff.');
  }
  const account = await findAccount(context.store.kysely, actor.id);
  if (!account?.two_factor_enabled) return notEnabled;
  const reauthenticated = await reauthenticate(context, actor.id, client, input);
  if (!reauthenticated.ok) return reauthenticated;
  const turnedOff = await runInTransaction(context, actor.id, async (trx) => {
    const person = await lockReauthenticatedAccount(trx, reauthenticated.value);
    if (!person.ok) return person;
    const removed = await deleteSecondFactor(trx, actor.id, context.clock.now());
    if (!removed?.wasEnabled) return notEnabled;
    const stamp = await secureAccount(trx, actor.id, { keepSessions: 'all' });
    await notifyAccountHolder(trx, context, actor.id, person.value, false);
    return done({ userId: actor.id, stamp }, []);
  });
  return turnedOff.ok ? context.identity.openSession(turnedOff.value, client) : turnedOff;
}

const notEnabled = refused('wrong_status', 'Two-factor authentication is not on.');

async function notifyAccountHolder(
  trx: Transaction,
  context: AccountContext,
  userId: string,
  person: { readonly email: string; readonly first_name: string },
  isEnabled: boolean,
): Promise<void> {
  const recipient = { firstName: person.first_name, business: context.business.name };
  await queueEmail(
    trx,
    context,
    { to: person.email, userId },
    twoFactorEmail(recipient, isEnabled),
  );
}
