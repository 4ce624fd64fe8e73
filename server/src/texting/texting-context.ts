import type { RateLimitContext } from '../application/check-rate-limit.ts';
import { refused } from '../application/rules/result.ts';
import type { Context } from '../application/transaction.ts';
import type { SmsSender } from './sms-port.ts';

/** The dependencies of the commands about consent to text messages. */
export interface TextingContext extends Context, RateLimitContext {
  /** Null if text messages are not set up. */
  readonly sms: SmsSender | null;
}

/** The refusal of commands that need text messages, if these are not set up. */
export const smsNotSetUp = refused('wrong_status', "We don't send text messages yet.");

/** The refusal for a number that can't receive text messages. */
export function refuseUntextable(field: string) {
  const message = 'This number cannot receive text messages.';
  return refused('invalid_request', message, { [field]: message });
}

/** The refusal for a number that replied STOP; only its owner can undo that. */
export const optedOut = refused(
  'wrong_status',
  "We can't text this number because it replied STOP. Text START from this number to the one our texts came from, then try again.",
);

/** The refusal if a person is not, or is no longer, a customer. */
export const noSuchCustomer = refused('not_found', 'Customer not found.');
