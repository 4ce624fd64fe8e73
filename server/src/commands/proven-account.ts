import { insertPerson } from '../db/account-changes.ts';
import { lockStateByEmail, releaseAddress } from '../db/user-changes.ts';
import { refused, type Refused } from '../domain/outcome.ts';
import type { Role } from '@curbwrench/contract/roles';
import type { Work } from './transaction.ts';

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
 * Makes an account whose address needs no further proof. An account that claims the address
 * without ever having proved it makes way, with every way into it (see `acceptanceOf`). Answers
 * why not, where the address is somebody's; the address is to be locked before.
 */
export async function makeProvenAccount(
  trx: Work,
  person: ProvenPerson,
  now: Date,
): Promise<Refused | null> {
  const former = await lockStateByEmail(trx, person.email);
  if (former?.emailVerified) {
    const message = 'There is an account with this address already.';
    return refused('in_use', message, { email: message });
  }
  if (former) await releaseAddress(trx, former.id, now);
  const made = await insertPerson(trx, { ...person, emailVerified: true, phone: null }, now);
  if (!made) throw new SignedUpMeanwhile();
  return null;
}

/** Asks for another try, with the code by which transactions are repeated. */
class SignedUpMeanwhile extends Error {
  readonly code = '40001';

  constructor() {
    super('Somebody signed up with this address meanwhile.');
  }
}
