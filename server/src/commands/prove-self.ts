import { claimCode } from '../db/account-token-changes.ts';
import { findAccount, type AccountRow } from '../db/accounts.ts';
import { refused, type Refused } from '../domain/outcome.ts';
import type { Visitor } from '../ports/identity.ts';
import type { AccountContext } from './account-context.ts';

/** How long a sign-in through a provider stands for a password, in seconds. */
const freshFor = 10 * 60;

/** What someone shows of who they are; '' for what they have none of. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

/**
 * Asks again who someone is, before what would hurt most in another's hands (ASVS 5.0 7.5.1): by
 * one factor as in `whyNotKnown`, and by a code of their second one, if they have it. Answers why
 * not. `passwordField`: where the form that is answered has the password.
 */
export async function whyNotProven(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  { password, code }: Proof,
  passwordField = 'password',
): Promise<Refused | null> {
  const account = await findAccount(context.store.kysely, userId);
  if (!account) return notSignedIn;
  // The password first: a wrong one must use no code up.
  const unknown = await whyNotTheirs(context, account, visitor, password, passwordField);
  if (unknown || !account.two_factor_enabled) return unknown;
  return whyWrongCode(context, userId, visitor, code);
}

/**
 * Asks one factor again: the password, or, of somebody whom only a provider lets in, having signed
 * in there just now. Answers why not.
 */
export async function whyNotKnown(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  password: string,
): Promise<Refused | null> {
  const account = await findAccount(context.store.kysely, userId);
  if (!account) return notSignedIn;
  return whyNotTheirs(context, account, visitor, password, 'password');
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
  // The demo's accounts have neither, and are everybody's.
  if (account.providers.length === 0) return refusedField(field, 'This account has no password.');
  const age = await context.identity.sessionAge(visitor.headers);
  return age !== null && age < freshFor
    ? null
    : refused('not_allowed', 'Please log out and log in again first; then you have ten minutes.');
}

/** An app's code counts once, wherever it is entered (RFC 6238 section 5.2). */
async function whyWrongCode(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  code: string,
): Promise<Refused | null> {
  if (code === '') return refusedField('code', 'Please enter the code');
  const kind = await context.identity.checkCode(code, visitor);
  if (!kind.ok) return kind;
  if (kind.value === 'backup' || (await claimCode(context.store.kysely, userId, code))) return null;
  return refusedField('code', 'That code was used already; please wait for the next one.');
}

const notSignedIn = refused('not_signed_in', 'Please log in first.');

function refusedField(field: string, sentence: string): Refused {
  return refused('invalid_request', sentence, { [field]: sentence });
}
