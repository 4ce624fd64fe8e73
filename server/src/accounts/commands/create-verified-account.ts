import { insertPerson } from '../changes/account-changes.ts';
import { TransactionConflict } from '../../database/connection/errors.ts';
import { removePerson } from '../../erasure/changes.ts';
import { lockStateByEmail } from '../changes/user-changes.ts';
import { refused, type Refused } from '../../application/rules/result.ts';
import type { Role } from '@curbwrench/contract/roles';
import type { Transaction } from '../../application/transaction.ts';

/** Someone who proved their address by what brought them here. */
export interface ProvenPerson {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Lower case. */
  readonly email: string;
  readonly role: Role;
  readonly passwordHash: string;
}

/**
 * Makes an account whose address needs no further proof, freeing the address first. Answers why
 * not, where the address is somebody's; the address is to be locked before.
 */
export async function createVerifiedAccount(
  trx: Transaction,
  person: ProvenPerson,
  now: Date,
): Promise<Refused | null> {
  if (!(await freeAddress(trx, person.email, now))) {
    const message = 'An account with this address already exists.';
    return refused('in_use', message, { email: message });
  }
  const made = await insertPerson(trx, { ...person, emailVerified: true, phone: null }, now);
  if (!made) {
    throw new TransactionConflict('Someone just signed up with this address.');
  }
  return null;
}

/**
 * Makes an address free for whoever has just proved that it is theirs: an account that claims it
 * without having proved it makes way, with every way into it (see `acceptanceOf`). False: somebody
 * proved it before. The address is to be locked before.
 */
export async function freeAddress(trx: Transaction, email: string, now: Date): Promise<boolean> {
  const former = await lockStateByEmail(trx, email);
  if (former?.emailVerified) return false;
  if (former) await removePerson(trx, former.id, now);
  return true;
}
