import { insertPerson } from '../changes/account-changes.ts';
import { TransactionConflict } from '../../database/connection/errors.ts';
import { eraseOrDeletePerson } from '../../erasure/changes.ts';
import { lockPersonByEmail } from '../changes/user-changes.ts';
import { refused, type Refused } from '../../application/rules/result.ts';
import type { Role } from '@curbwrench/contract/people/roles';
import type { Transaction } from '../../application/transaction.ts';

/** A person whose address is already verified, for example by an invitation's link. */
export interface VerifiedPerson {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** In lower case. */
  readonly email: string;
  readonly role: Role;
  readonly passwordHash: string;
}

/**
 * Creates an account whose address is already verified, after removing any account that uses the address without
 * having verified it. Returns a refusal if the address is taken. The address must already be locked.
 */
export async function createVerifiedAccount(
  trx: Transaction,
  person: VerifiedPerson,
  now: Date,
): Promise<Refused | null> {
  if (!(await freeAddress(trx, person.email, now))) {
    const message = 'An account with this address already exists.';
    return refused('in_use', message, { email: message });
  }
  const isInserted = await insertPerson(trx, { ...person, emailVerified: true, phone: null }, now);
  if (!isInserted) {
    throw new TransactionConflict('Someone just signed up with this address.');
  }
  return null;
}

/**
 * Frees an address for the person who has just verified it. Removes an account that uses the address without having
 * verified it, along with every way to sign in to that account (see `decideAcceptance`). Returns false if another
 * account has verified the address. The address must already be locked.
 */
export async function freeAddress(trx: Transaction, email: string, now: Date): Promise<boolean> {
  const previous = await lockPersonByEmail(trx, email);
  if (previous?.emailVerified) return false;
  if (previous) await eraseOrDeletePerson(trx, previous.id, now);
  return true;
}
