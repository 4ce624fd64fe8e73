import { smsCode } from '@curbwrench/contract/texting/sms-consent';
import { personChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction } from '../application/transaction.ts';
import { lockCustomer } from '../database/locks.ts';
import { insertSmsConsent, lockTextingNumber } from './sms-consent-changes.ts';
import { findCustomerPhones, findOptedOut } from './sms-consent-queries.ts';
import { recordCodeAttempt, deleteTextingCode } from './texting-code-changes.ts';
import { hashCode, isSameHash } from './texting-code.ts';
import { noSuchCustomer, optedOut, type TextingContext } from './texting-context.ts';
import { hashNumber, toTextingNumber } from './texting-number.ts';

/**
 * Records that a customer agreed to text messages to their own number, which the code verifies. A code can be used
 * once, within ten minutes and five attempts, by the person it was sent to, and only while the number is still theirs.
 */
export async function confirmTextingCode(
  context: TextingContext,
  actor: Actor,
  code: string,
): Promise<Result<null>> {
  const { store, clock, pseudonymSecret } = context;
  const sent = await recordCodeAttempt(store.kysely, actor.id, clock.now());
  if (!sent) return refuseCode('This code is no longer valid. Please request a new one.');
  const { number, hash, consentVersion, attempts } = sent;
  if (!isSameHash(hash, hashCode(pseudonymSecret, actor.id, number, code))) {
    return refuseCode(
      attempts < smsCode.maxAttempts
        ? "That code isn't right. Check the most recent text and try again."
        : "That code isn't right. Please request a new one.",
    );
  }
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await lockCustomer(trx, actor.id))) return noSuchCustomer;
    await lockTextingNumber(trx, number);
    if (!(await deleteTextingCode(trx, actor.id, hash))) {
      return refuseCode('This code was already used. Please request a new one.');
    }
    const phones = await findCustomerPhones(trx, actor.id);
    if (!phones?.all.some((own) => toTextingNumber(own) === number)) {
      return refuseCode('Your phone number has changed. Please request a new code.');
    }
    if ((await findOptedOut(trx, [hashNumber(pseudonymSecret, number)])).size > 0) return optedOut;
    await insertSmsConsent(
      trx,
      { personId: actor.id, number, source: 'code', consentVersion, agreedBy: null },
      clock.now(),
    );
    return done(null, [personChanged(actor.id)]);
  });
}

function refuseCode(message: string) {
  return refused('invalid_request', message, { code: message });
}
