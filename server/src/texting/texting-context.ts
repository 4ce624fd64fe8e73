import type { RateLimitContext } from '../application/check-rate-limit.ts';
import { refused } from '../application/rules/result.ts';
import type { Context } from '../application/transaction.ts';
import type { SmsSender } from './sms-port.ts';

/** The dependencies of the commands about consent to text messages. */
export interface TextingContext extends Context, RateLimitContext {
  /** Null if text messages are not set up. */
  readonly sms: SmsSender | null;
}

/** The refusal of everything that needs text messages while they are not set up. */
export const smsNotSetUp = refused('wrong_status', 'Text messages are not set up.');

/** The refusal for a number that can't receive text messages. */
export function refuseUntextable(field: string) {
  const message = 'This number cannot receive text messages.';
  return refused('invalid_request', message, { [field]: message });
}

/** The refusal for a number that replied STOP; only its owner can lift that. */
export const optedOut = refused(
  'wrong_status',
  'This number replied STOP to our texts. To get texts again, text START to the number they came from.',
);

/** The refusal if a person is not a customer, or no longer one. */
export const noSuchCustomer = refused('not_found', 'Customer not found.');
