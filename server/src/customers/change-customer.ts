import type { CustomerChange } from '@curbwrench/contract/customers/schemas';
import { updateCustomer } from '../accounts/changes/customer-changes.ts';
import { findAccount } from '../accounts/queries/accounts.ts';
import { personChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';
import { lockCustomer } from '../database/locks.ts';
import { findCustomer } from './customer-queries.ts';
import { findMergeTarget } from './merge-queries.ts';

/**
 * Changes the office's record of a customer. Refused if the record was changed after this version was read. The office
 * can't change the email address of a customer with an account: customers sign in with it, and only they can verify a
 * new address. If the customer was merged into another customer, the refusal names that customer.
 */
export async function changeCustomer(
  context: Context,
  actor: Actor,
  id: string,
  { version, ...change }: CustomerChange,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await lockCustomer(trx, id))) return refuseMissing(context, trx, id);
    const signInEmail = (await findAccount(trx, id))?.email;
    if (signInEmail !== undefined && change.email !== undefined && change.email !== signInEmail) {
      const message = 'This customer signs in with their email address; only they can change it.';
      return refused('invalid_request', message, { email: message });
    }
    if (!(await updateCustomer(trx, id, version, change, context.clock.now()))) {
      return refused(
        'changed_meanwhile',
        'This customer was changed by someone else. Please check the record and make your change again.',
      );
    }
    return done(undefined, [personChanged(id)]);
  });
}

/**
 * Returns the refusal for a customer who doesn't exist. If they were merged into another customer, it names that
 * customer.
 */
async function refuseMissing(context: Context, trx: Transaction, id: string): Promise<Refused> {
  const keptId = await findMergeTarget(trx, id);
  const kept = keptId && (await findCustomer(trx, keptId, getCurrentTime(context).local.date));
  if (!kept) return refused('not_found', 'Customer not found.');
  const name = `${kept.first_name} ${kept.last_name}`.trim();
  return refused(
    'changed_meanwhile',
    `This customer was merged into ${name}. Please make your change there.`,
  );
}
