import { findAccount } from '../db/accounts.ts';
import { refused, type Refused } from '../domain/outcome.ts';
import type { Visitor } from '../ports/identity.ts';
import type { AccountContext } from './account-context.ts';

/** How long a sign-in through a provider stands for a password, in seconds. */
const freshFor = 10 * 60;

/**
 * Asks again who someone is, before what would hurt most in another's hands (ASVS 5.0 7.5.1): by
 * their password, or, of somebody whom only a provider lets in, by having signed in there just
 * now. Answers why not.
 */
export async function whyNotProven(
  context: AccountContext,
  userId: string,
  visitor: Visitor,
  password: string,
): Promise<Refused | null> {
  const account = await findAccount(context.store.kysely, userId);
  if (!account) return refused('not_signed_in', 'Please log in first.');
  if (account.has_password) {
    return (await context.identity.passwordMatches(userId, password))
      ? null
      : refusedPassword('That is not your password.');
  }
  // The demo's accounts have neither, and are everybody's.
  if (account.providers.length === 0) return refusedPassword('This account has no password.');
  const age = await context.identity.sessionAge(visitor.headers);
  return age !== null && age < freshFor
    ? null
    : refused('not_allowed', 'Please log out and log in again first; then you have ten minutes.');
}

function refusedPassword(sentence: string): Refused {
  return refused('invalid_request', sentence, { password: sentence });
}
