import { lockAccount, type LockedAccount } from '../changes/account-changes.ts';
import { findAccount, findSecurityStamp, type AccountRow } from '../queries/accounts.ts';
import { claimCode, resetCodeCount, recordCodeAttempt } from '../changes/second-factor-changes.ts';
import { accepted, refused, type Result, type Refused } from '../../application/rules/result.ts';
import type { AccountSecurityStamp } from '../../application/rules/account-security-stamp.ts';
import type { ClientInfo } from '../../application/identity-port.ts';
import type { AccountContext } from '../../application/account-context.ts';
import type { Transaction } from '../../application/transaction.ts';

/** How long after signing in through a provider a person can make sensitive changes without signing in again. */
const recentSignInSeconds = 10 * 60;

/** The password and code that a person submits to reauthenticate; '' for one that they don't have. */
export interface ReauthenticationInput {
  readonly password: string;
  readonly code: string;
}

/**
 * Reauthenticates a person before a sensitive change (ASVS 5.0 7.5.1): by one factor as in
 * `reauthenticateByOneFactor`, and by a code if they have a second factor. Pass the result to
 * `lockReauthenticatedAccount`. `passwordField` is the name of the form's password field, used in refusals.
 */
export async function reauthenticate(
  context: AccountContext,
  userId: string,
  client: ClientInfo,
  { password, code }: ReauthenticationInput,
  passwordField = 'password',
): Promise<Result<AccountSecurityStamp>> {
  const found = await findSecurityStampAndAccount(context, userId);
  if (!found) return notSignedIn;
  // The password is checked first, so that a wrong one does not use up a code.
  const refusal = await firstFactorRefusal(context, found.account, client, password, passwordField);
  if (refusal) return refusal;
  const codeRefusal = found.account.two_factor_enabled
    ? await secondFactorRefusal(context, userId, client, code)
    : null;
  return codeRefusal ?? accepted(found.securityStamp);
}

/**
 * Requires one factor again: the password or, for people who sign in only through a provider, a recent
 * sign-in there. Pass the result to `lockReauthenticatedAccount`.
 */
export async function reauthenticateByOneFactor(
  context: AccountContext,
  userId: string,
  client: ClientInfo,
  password: string,
): Promise<Result<AccountSecurityStamp>> {
  const found = await findSecurityStampAndAccount(context, userId);
  if (!found) return notSignedIn;
  const refusal = await firstFactorRefusal(context, found.account, client, password, 'password');
  return refusal ?? accepted(found.securityStamp);
}

/**
 * Locks the account of someone who reauthenticated, in the transaction that changes it. Refused if the account
 * was secured after the reauthentication began: the password may be one that the owner has just replaced.
 */
export async function lockReauthenticatedAccount(
  trx: Transaction,
  { userId, stamp }: AccountSecurityStamp,
): Promise<Result<LockedAccount>> {
  const account = await lockAccount(trx, userId);
  if (!account?.active) return notSignedIn;
  return account.security_stamp === stamp ? accepted(account) : accountWasSecured;
}

/** The refusal if the account was secured during the reauthentication. */
const accountWasSecured = refused(
  'wrong_status',
  'Your account was just changed. Please try again.',
);

/** The refusal after too many wrong authentication codes. */
export const tooManyCodes = refused(
  'too_many_requests',
  'Too many incorrect codes. Please try again in 15 minutes.',
);

/** Reads the stamp before the account, so that a change between the two is detected. */
async function findSecurityStampAndAccount(
  { store }: AccountContext,
  userId: string,
): Promise<{ readonly securityStamp: AccountSecurityStamp; readonly account: AccountRow } | null> {
  const securityStamp = await findSecurityStamp(store.kysely, userId);
  const account = securityStamp && (await findAccount(store.kysely, userId));
  return account && { securityStamp, account };
}

/** Returns why a person's first factor is refused, or null. */
async function firstFactorRefusal(
  context: AccountContext,
  account: AccountRow,
  client: ClientInfo,
  password: string,
  field: string,
): Promise<Refused | null> {
  if (account.has_password) {
    return (await context.identity.passwordMatches(account.id, password))
      ? null
      : refusedField(field, 'That password is incorrect.');
  }
  // Only demo accounts, which are shared, have neither a password nor a provider.
  if (account.providers.length === 0) return refusedField(field, 'This account has no password.');
  const age = await context.identity.getSessionAge(client.headers);
  return age !== null && age < recentSignInSeconds
    ? null
    : refused(
        'not_allowed',
        'Please log out and log back in first. You then have ten minutes to make this change.',
      );
}

/**
 * Returns why a code is refused, or null. An app's code is accepted once, wherever it is entered (RFC 6238
 * 5.2).
 */
async function secondFactorRefusal(
  context: AccountContext,
  userId: string,
  client: ClientInfo,
  code: string,
): Promise<Refused | null> {
  if (code === '') return refusedField('code', 'Please enter the code');
  const { kysely } = context.store;
  if (!(await recordCodeAttempt(kysely, userId))) return tooManyCodes;
  const checked = await context.identity.checkCode(code, client);
  if (!checked.ok) return checked;
  if (checked.value === 'app' && !(await claimCode(kysely, userId, code))) {
    return refusedField('code', 'That code was already used. Please wait for the next one.');
  }
  await resetCodeCount(kysely, userId);
  return null;
}

const notSignedIn = refused('not_signed_in', 'Please log in first.');

function refusedField(field: string, sentence: string): Refused {
  return refused('invalid_request', sentence, { [field]: sentence });
}
