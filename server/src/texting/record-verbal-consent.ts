import type { EndpointOutput } from '@curbwrench/contract/api/endpoint-schemas';
import { personChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction } from '../application/transaction.ts';
import { lockCustomer } from '../database/locks.ts';
import { insertSmsConsent, lockTextingNumber } from './sms-consent-changes.ts';
import { findCustomerPhones, findOptedOut } from './sms-consent-queries.ts';
import {
  noSuchCustomer,
  optedOut,
  refuseUntextable,
  smsNotSetUp,
  type TextingContext,
} from './texting-context.ts';
import { hashNumber, toTextingNumber } from './texting-number.ts';

/**
 * Records that a customer agreed on the phone to text messages to one of their numbers. Refused for a number that
 * replied STOP: only START from that number can undo this. Ends the customer's consent for any other number.
 */
export async function recordVerbalConsent(
  context: TextingContext,
  actor: Actor,
  customerId: string,
  { phone, consentVersion }: EndpointOutput<'recordVerbalConsent', 'body'>,
): Promise<Result<void>> {
  if (!context.sms) return smsNotSetUp;
  const number = toTextingNumber(phone);
  if (number === null) return refuseUntextable('phone');
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await lockCustomer(trx, customerId))) return noSuchCustomer;
    const phones = await findCustomerPhones(trx, customerId);
    if (!phones?.all.some((own) => toTextingNumber(own) === number)) {
      const message =
        "This number is no longer on the customer's record. Please reload and choose another.";
      return refused('changed_meanwhile', message, { phone: message });
    }
    await lockTextingNumber(trx, number);
    const hash = hashNumber(context.pseudonymSecret, number);
    if ((await findOptedOut(trx, [hash])).size > 0) return optedOut;
    await insertSmsConsent(
      trx,
      { personId: customerId, number, source: 'office', consentVersion, agreedBy: actor.id },
      context.clock.now(),
    );
    return done(undefined, [personChanged(customerId)]);
  });
}
