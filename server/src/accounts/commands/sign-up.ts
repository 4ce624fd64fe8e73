import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { signUpInput } from '@curbwrench/contract/accounts/schemas';
import { insertPerson, lockEmailAddress } from '../changes/account-changes.ts';
import { findByEmail, type AccountByEmail } from '../queries/accounts.ts';
import { eraseOrDeletePerson } from '../../erasure/changes.ts';
import type { OutboxEvent } from '../../database/outbox-changes.ts';
import {
  accountExistsEmail,
  firstPasswordEmail,
  verificationEmail,
} from '../rules/account-emails.ts';
import { findPersonByVerifiedEmail } from '../queries/verified-emails.ts';
import type { Result } from '../../application/rules/result.ts';
import { personChanged } from '../../application/events.ts';
import type { AccountContext } from '../../application/account-context.ts';
import { queueLinkEmail, queueEmail } from './queue-email.ts';
import { done, runInTransaction, type Transaction } from '../../application/transaction.ts';

export type SignUpInput = z.output<typeof signUpInput>;

/**
 * Signs a customer up. They can't sign in until they verify their address with an emailed link. Only the
 * address's owner learns, from an email, whether it already has an account: the reply is the same either way, and
 * its slow part, the hashing, is always done first (ASVS 5.0 6.3.8).
 *
 * Signing up again deletes an account whose address was never verified, with its password and its links, so
 * that no one can set a password in advance for an address's owner.
 */
export async function signUp(context: AccountContext, input: SignUpInput): Promise<Result<null>> {
  const password = await context.identity.preparePassword(input.password, input.email);
  if (!password.ok) return password;
  return runInTransaction(context, null, async (trx) => {
    await lockEmailAddress(trx, input.email);
    const holder = await findByEmail(trx, input.email);
    if (holder?.email_verified) {
      if (holder.active) await notifyAccountHolder(trx, context, holder);
      return done(null, []);
    }
    // Signing up again must not undo a deactivation.
    if (holder && !holder.active) return done(null, []);
    if (holder) await eraseOrDeletePerson(trx, holder.id, context.clock.now());
    return done(null, await insertUnverifiedCustomer(trx, context, input, password.value));
  });
}

/** Resends the verification email if the address is unverified; otherwise does nothing. The reply is the same. */
export async function resendVerification(
  context: AccountContext,
  email: string,
): Promise<Result<null>> {
  return runInTransaction(context, null, async (trx) => {
    await lockEmailAddress(trx, email);
    const holder = await findByEmail(trx, email);
    if (holder && !holder.email_verified && holder.active) {
      await sendVerification(trx, context, holder.id, holder.email);
    }
    return done(null, []);
  });
}

/** Inserts a customer and queues the email that verifies their address. Returns the events to send. */
async function insertUnverifiedCustomer(
  trx: Transaction,
  context: AccountContext,
  { email, firstName, lastName, phone }: SignUpInput,
  passwordHash: string,
): Promise<OutboxEvent[]> {
  const id = randomUUID();
  const isInserted = await insertPerson(
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
  // Only code that doesn't lock the address could have inserted an account by now.
  if (!isInserted) return [];
  await sendVerification(trx, context, id, email);
  return [personChanged(id)];
}

async function notifyAccountHolder(
  trx: Transaction,
  context: AccountContext,
  holder: AccountByEmail,
): Promise<void> {
  const { publicUrl, business } = context;
  const mail = accountExistsEmail(
    { firstName: holder.first_name, business: business.name },
    `${publicUrl}/sign-in`,
    `${publicUrl}/forgot-password`,
  );
  await queueEmail(trx, context, { to: holder.email, userId: holder.id }, mail);
}

/**
 * Sends the link that verifies an address. If somebody booked with it as a visitor, sends a link to choose a password
 * instead: anyone may have signed up with the address, and only its owner may choose the password that gives access to
 * these bookings.
 */
async function sendVerification(
  trx: Transaction,
  context: AccountContext,
  userId: string,
  email: string,
): Promise<void> {
  if (await findPersonByVerifiedEmail(trx, email)) {
    await queueLinkEmail(trx, context, { userId, purpose: 'reset_password', email }, (link) =>
      firstPasswordEmail(context.business.name, link),
    );
    return;
  }
  await queueLinkEmail(trx, context, { userId, purpose: 'verify_email', email }, (link) =>
    verificationEmail(context.business.name, link),
  );
}
