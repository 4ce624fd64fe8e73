import {
  passwordHashing,
  type PasswordCost,
} from '@curbwrench/server/accounts/adapters/password-hash';

/** Far too low for production, but fast: the cost for applications in tests. */
export const testPasswordCost: PasswordCost = { N: 2 ** 10, r: 8, p: 1 };

/** Returns the hash that such an application stores for a password. */
export function hashTestPassword(password: string): Promise<string> {
  return passwordHashing(testPasswordCost).hash(password);
}
