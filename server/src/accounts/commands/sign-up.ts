import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { signUpInput } from '@curbwrench/contract/accounts/schemas';
import { insertPerson, lockAddress } from '../changes/account-changes.ts';
import { findByEmail, type Addressee } from '../queries/accounts.ts';
import { removePerson } from '../../erasure/changes.ts';
import type { OutboxEvent } from '../../database/outbox-changes.ts';
import { alreadyHereMail, verifyEmailMail } from '../rules/account-mails.ts';
import type { Result } from '../../application/rules/result.ts';
import { personChanged } from '../../application/events.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { postLink, postMail } from './post-mail.ts';
import { done, runInTransaction, type Transaction } from '../../application/transaction.ts';

export type SignUp = z.output<typeof signUpInput>;

/**
 * Signs a customer up. A message asks them to verify their address, before which they can't sign in. Only the
 * address's owner learns, by a message, whether it is already known: the reply is the same, and its slow
 * part, the hashing, is done first in any case (ASVS 5.0 6.3.8).
 *
 * An account with an unverified address belongs to no one: signing up again deletes it with its password and
 * its links, so that no one can plant a password for an address's owner.
 */
export async function signUp(context: AccountContext, input: SignUp): Promise<Result<null>> {
  const password = await context.identity.preparePassword(input.password, input.email);
  if (!password.ok) return password;
  return runInTransaction(context, null, async (trx) => {
    await lockAddress(trx, input.email);
    const known = await findByEmail(trx, input.email);
    if (known?.email_verified) {
      if (known.active) await tellOwner(trx, context, known);
      return done(null, []);
    }
    // An unverified address is no way around its deactivation either.
    if (known && !known.active) return done(null, []);
    if (known) await removePerson(trx, known.id, context.clock.now());
    return done(null, await makeCustomer(trx, context, input, password.value));
  });
}

/** Sends the message again. Does nothing, without revealing it, for any other address. */
export async function resendVerification(
  context: AccountContext,
  email: string,
): Promise<Result<null>> {
  return runInTransaction(context, null, async (trx) => {
    const known = await findByEmail(trx, email);
    if (known && !known.email_verified && known.active) {
      await askForProof(trx, context, known.id, known.email);
    }
    return done(null, []);
  });
}

async function makeCustomer(
  trx: Transaction,
  context: AccountContext,
  { email, firstName, lastName, phone }: SignUp,
  passwordHash: string,
): Promise<OutboxEvent[]> {
  const id = randomUUID();
  const made = await insertPerson(
    trx,
    {
      id,
      firstName,
      lastName,
      email,
      emailVerified: false,
      phone,
      role: 'customer',
      passwordHash,
    },
    context.clock.now(),
  );
  // We hold the address's lock; only code that doesn't take it could get here first.
  if (!made) return [];
  await askForProof(trx, context, id, email);
  return [personChanged(id)];
}

async function tellOwner(
  trx: Transaction,
  context: AccountContext,
  known: Addressee,
): Promise<void> {
  const { publicUrl, business } = context;
  const mail = alreadyHereMail(
    { firstName: known.first_name, business: business.name },
    `${publicUrl}/sign-in`,
    `${publicUrl}/forgot-password`,
  );
  await postMail(trx, context, { to: known.email, userId: known.id }, mail);
}

async function askForProof(
  trx: Transaction,
  context: AccountContext,
  userId: string,
  email: string,
): Promise<void> {
  await postLink(trx, context, { userId, purpose: 'verify_email', email }, (link) =>
    verifyEmailMail(context.business.name, link),
  );
}
