import {
  createPasswordHashing,
  type PasswordCost,
} from '@curbwrench/server/accounts/adapters/password-hash';

/** The password cost for applications in tests: fast, but far too low for production. */
export const testPasswordCost: PasswordCost = { N: 2 ** 10, r: 8, p: 1 };

/** Returns the hash that an application with the test cost stores for a password. */
export function hashTestPassword(password: string): Promise<string> {
  return createPasswordHashing(testPasswordCost).hash(password);
}
