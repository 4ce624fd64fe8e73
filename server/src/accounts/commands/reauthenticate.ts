import { lockAccount, type LockedAccount } from '../changes/account-changes.ts';
import { findAccount, findStamp, type AccountRow } from '../queries/accounts.ts';
import { claimCode, clearCodeCount, countCode } from '../changes/second-factor-changes.ts';
import { accepted, refused, type Result, type Refused } from '../../application/rules/result.ts';
import type { StampedAccount } from '../../application/rules/stamped-account.ts';
import type { Visitor } from '../../application/identity-port.ts';
import type { AccountContext } from '../../application/account-context.ts';
import type { Transaction } from '../../application/transaction.ts';

/** How long a sign-in through a provider counts in place of a password, in seconds. */
const freshFor = 10 * 60;

/** What a person submits to reauthenticate; '' for what they do not have. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

/**
 * Reauthenticates a person before a sensitive change (ASVS 5.0 7.5.1): by one factor as in `proveOneFactor`,
 * and by a code of the second one, if they have it. Its result is passed to `lockProven`. `passwordField`:
 * the name of the password field in the form, for refusals.
 */
export async function reauthenticate(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  { password, code }: Proof,
  passwordField = 'password',
): Promise<Result<StampedAccount>> {
  const found = await findProver(context, userId);
  if (!found) return notSignedIn;
  // The password first: a wrong one must not use a code up.
  const unknown = await whyNotTheirs(context, found.account, visitor, password, passwordField);
  if (unknown) return unknown;
  const wrong = found.account.two_factor_enabled
    ? await whyWrongCode(context, userId, visitor, code)
    : null;
  return wrong ?? accepted(found.proven);
}

/**
 * Requires one factor again: the password or, for people who sign in only through a provider, a recent
 * sign-in there. Its result is passed to `lockProven`.
 */
export async function proveOneFactor(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  password: string,
): Promise<Result<StampedAccount>> {
  const found = await findProver(context, userId);
  if (!found) return notSignedIn;
  const unknown = await whyNotTheirs(context, found.account, visitor, password, 'password');
  return unknown ?? accepted(found.proven);
}

/**
 * Locks the account of someone who reauthenticated, in the transaction that acts on it. Refused if the
 * account was secured after that began: the password may be the one its owner has just replaced.
 */
export async function lockProven(
  trx: Transaction,
  { userId, stamp }: StampedAccount,
): Promise<Result<LockedAccount>> {
  const account = await lockAccount(trx, userId);
  if (!account?.active) return notSignedIn;
  return account.security_stamp === stamp ? accepted(account) : securedMeanwhile;
}

/** The account changed during the reauthentication. */
const securedMeanwhile = refused(
  'wrong_status',
  'Your account was changed in the meantime. Please try again.',
);

export const tooManyCodes = refused(
  'too_many_requests',
  'Too many wrong codes. Please try again in a quarter of an hour.',
);

/** Reads the stamp first: everything verified afterwards is at least as new. */
async function findProver(
  { store }: AccountContext,
  userId: string,
): Promise<{ readonly proven: StampedAccount; readonly account: AccountRow } | null> {
  const proven = await findStamp(store.kysely, userId);
  const account = proven && (await findAccount(store.kysely, userId));
  return account && { proven, account };
}

async function whyNotTheirs(
  context: AccountContext,
  account: AccountRow,
  visitor: Visitor,
  password: string,
  field: string,
): Promise<Refused | null> {
  if (account.has_password) {
    return (await context.identity.passwordMatches(account.id, password))
      ? null
      : refusedField(field, 'That is not your password.');
  }
  // Demo accounts have neither, and are shared.
  if (account.providers.length === 0) return refusedField(field, 'This account has no password.');
  const age = await context.identity.sessionAge(visitor.headers);
  return age !== null && age < freshFor
    ? null
    : refused('not_allowed', 'Please log out and log in again first; then you have ten minutes.');
}

/** Checks a code. An app's code is accepted once, wherever it is entered (RFC 6238 section 5.2). */
async function whyWrongCode(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  code: string,
): Promise<Refused | null> {
  if (code === '') return refusedField('code', 'Please enter the code');
  const { kysely } = context.store;
  if (!(await countCode(kysely, userId))) return tooManyCodes;
  const kind = await context.identity.checkCode(code, visitor);
  if (!kind.ok) return kind;
  if (kind.value === 'app' && !(await claimCode(kysely, userId, code))) {
    return refusedField('code', 'That code was already used; please wait for the next one.');
  }
  await clearCodeCount(kysely, userId);
  return null;
}

const notSignedIn = refused('not_signed_in', 'Please log in first.');

function refusedField(field: string, sentence: string): Refused {
  return refused('invalid_request', sentence, { [field]: sentence });
}
