import { dictionary } from '@zxcvbn-ts/language-common';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import { findSignInMethods, findPasswordHash } from '../queries/accounts.ts';
import type { Store } from '../../database/connection/store.ts';
import { replacePasswordHash } from '../changes/account-changes.ts';
import type { Library } from './better-auth.ts';
import type { PasswordHashing } from './password-hash.ts';

/** The shortest password that the contract accepts (ASVS 5.0 6.2.1). */
const minLength = 8;

/** The most common passwords that are long enough; ASVS 5.0 6.2.4 requires checking at least 3,000. */
const commonPasswords = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= minLength),
);

/**
 * Returns why a password is too easy to guess, or null if it isn't. A password is too easy to guess if it is a
 * common one (ignoring case), has fewer than four different characters, or contains the person's address or
 * the business's name (ASVS 5.0 6.2.11). There are no composition rules (6.2.5).
 */
export function findWeakPasswordProblem(
  password: string,
  email: string,
  businessName: string,
): string | null {
  const lower = password.toLowerCase();
  if (commonPasswords.has(lower)) return 'This password is too common. Please choose another.';
  if (new Set(lower).size < 4)
    return 'Please choose a password with a wider variety of characters.';
  const names = [email.split('@')[0] ?? '', businessName, businessName.replaceAll(' ', '')];
  for (const name of names.map((text) => text.toLowerCase())) {
    // A very short name appears in too many good passwords.
    if (name.length >= 4 && lower.includes(name)) {
      return "Please choose a password without your email address or the business's name.";
    }
  }
  return null;
}

/** Returns the identity port's functions for passwords. */
export function createPasswordFunctions(
  library: Library,
  store: Store,
  businessName: string,
  hashing: PasswordHashing,
) {
  return {
    async preparePassword(password: string, email: string): Promise<Result<string>> {
      const problem = findWeakPasswordProblem(password, email, businessName);
      if (problem !== null) return refused('invalid_request', problem, { password: problem });
      return accepted(await (await library.$context).password.hash(password));
    },

    async passwordMatches(userId: string, password: string): Promise<boolean> {
      const { internalAdapter, password: passwords } = await library.$context;
      const signInMethods = await findSignInMethods(store.kysely, userId);
      if (!signInMethods?.has_password) return false;
      const accounts = await internalAdapter.findAccounts(userId);
      const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password;
      return hash != null && passwords.verify({ hash, password });
    },

    /** Rehashes a password that was just verified, if its hash has an outdated cost. */
    async renewOutdatedHash({
      email,
      password,
    }: {
      readonly email: string;
      readonly password: string;
    }) {
      const storedHash = await findPasswordHash(store.kysely, email);
      if (storedHash === null || !hashing.isOutdated(storedHash)) return;
      await replacePasswordHash(store.kysely, storedHash, await hashing.hash(password));
    },
  };
}
