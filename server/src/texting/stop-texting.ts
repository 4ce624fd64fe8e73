import { personChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { lockCustomer } from '../database/locks.ts';
import { endSmsConsent } from './sms-consent-changes.ts';
import { noSuchCustomer } from './texting-context.ts';

/**
 * Ends the text messages to a customer, at the request of the customer or the office. Possible at any time, even if
 * text messages aren't set up; ending them twice changes nothing.
 */
export async function stopTexting(
  context: Context,
  actor: Actor,
  customerId: string,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await lockCustomer(trx, customerId))) return noSuchCustomer;
    const isOwn = actor.id === customerId;
    await endSmsConsent(
      trx,
      customerId,
      isOwn ? 'person' : 'office',
      isOwn ? null : actor.id,
      context.clock.now(),
    );
    return done(undefined, [personChanged(customerId)]);
  });
}
