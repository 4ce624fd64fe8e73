import {
  passwordHashing,
  type PasswordCost,
} from '@curbwrench/server/accounts/adapters/password-hash';

/** Far too little for a business, and quick: what the tests' applications are composed with. */
export const testPasswordCost: PasswordCost = { N: 2 ** 10, r: 8, p: 1 };

/** What such an application keeps of a password. */
export function hashTestPassword(password: string): Promise<string> {
  return passwordHashing(testPasswordCost).hash(password);
}
