import { randomInt } from 'node:crypto';
import { smsCode } from '@curbwrench/contract/texting/sms-consent';
import { checkRateLimit } from '../application/check-rate-limit.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction } from '../application/transaction.ts';
import { lockCustomer } from '../database/locks.ts';
import { findCustomerPhones, findOptedOut, findTextableNumber } from './sms-consent-queries.ts';
import { deleteTextingCode, storeTextingCode } from './texting-code-changes.ts';
import { hashCode } from './texting-code.ts';
import {
  noSuchCustomer,
  optedOut,
  refuseUntextable,
  smsNotSetUp,
  type TextingContext,
} from './texting-context.ts';
import { hashNumber, toTextingNumber } from './texting-number.ts';

/**
 * Sends a code to a customer's own phone number, so that they can verify that it is theirs. The code is sent
 * immediately and only once, bypassing the message queue. If it was definitely not sent, the command is refused, and
 * the code can't be used. Codes are limited, both per phone number and in total.
 */
export async function sendTextingCode(
  context: TextingContext,
  actor: Actor,
  consentVersion: string,
): Promise<Result<null>> {
  const { store, clock, sms, pseudonymSecret, business } = context;
  if (!sms) return smsNotSetUp;
  const phones = await findCustomerPhones(store.kysely, actor.id);
  const number = phones?.phone == null ? null : toTextingNumber(phones.phone);
  if (number === null) return refuseUntextable('phone');
  if ((await findOptedOut(store.kysely, [hashNumber(pseudonymSecret, number)])).size > 0) {
    return optedOut;
  }
  if ((await findTextableNumber(store.kysely, actor.id)) === number) {
    return refused('wrong_status', 'You already get text messages at this number.');
  }
  const withinLimits = await checkCodeLimits(context, number);
  if (!withinLimits.ok) return withinLimits;

  const code = String(randomInt(10 ** smsCode.digits)).padStart(smsCode.digits, '0');
  const hash = hashCode(pseudonymSecret, actor.id, number, code);
  const expiresAt = new Date(clock.now().getTime() + smsCode.minutes * 60_000);
  const stored = await runInTransaction(context, actor.id, async (trx) => {
    if (!(await lockCustomer(trx, actor.id))) return noSuchCustomer;
    await storeTextingCode(trx, { personId: actor.id, number, hash, consentVersion, expiresAt });
    return done(null, []);
  });
  if (!stored.ok) return stored;
  const outcome = await sms.sendText({
    to: number,
    text: `${code} is your ${business.name} verification code. It expires in ${smsCode.minutes} minutes. Don't share it.`,
    expiresAt,
    messageId: null,
  });
  // If the outcome is unknown, the code may still arrive, so it stays valid.
  if (outcome.kind === 'accepted' || outcome.kind === 'unknown') return stored;
  await deleteTextingCode(store.kysely, actor.id, hash);
  return outcome.kind === 'refused'
    ? refused(
        'wrong_status',
        "We couldn't text this number. Please check it in your profile, or call us.",
      )
    : refused('unavailable', 'The code could not be sent. Please try again in a few minutes.');
}

/** Counts a code toward the limit for its number and, unless that limit is exceeded, toward the business's total. */
async function checkCodeLimits(context: TextingContext, number: string): Promise<Result<void>> {
  const anyone = { network: '', role: null };
  const byNumber = await checkRateLimit(context, 'textingCodesToNumber', {
    ...anyone,
    subject: number,
  });
  if (!byNumber.ok) return byNumber;
  return checkRateLimit(context, 'textingCodesOfBusiness', { ...anyone, subject: 'all' });
}
