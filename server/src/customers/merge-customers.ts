import type { MergeInput } from '@curbwrench/contract/customers/merge-schemas';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';
import { lockBothCustomers } from './merge-changes.ts';
import { mergeInto } from './merge-into.ts';
import { findMergeCandidate } from './merge-queries.ts';
import { findMergeProblems } from './merge-rules.ts';

/**
 * Merges the customer `otherId` into `keptId`: everything that belongs to the former moves, and their record is
 * removed. A merge can't be undone. It is refused if either record changed after the preview, or if the two can't be
 * merged.
 */
export async function mergeCustomers(
  context: Context,
  actor: Actor,
  keptId: string,
  { otherId, version, otherVersion }: MergeInput,
): Promise<Result<void>> {
  if (keptId === otherId) return sameCustomer;
  const { now, local } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await lockBothCustomers(trx, [keptId, otherId]))) return noSuchCustomer;
    const kept = await findMergeCandidate(trx, keptId, local.date);
    const removed = await findMergeCandidate(trx, otherId, local.date);
    if (!kept || !removed) return noSuchCustomer;
    if (kept.version !== version || removed.version !== otherVersion) {
      return refused(
        'changed_meanwhile',
        'One of these customers was changed by someone else. Please review both and try again.',
      );
    }
    const problems = findMergeProblems(kept, removed);
    if (problems.length > 0) return refused('in_use', problems.join(' '));

    return done(undefined, await mergeInto(trx, kept, removed, now));
  });
}

/** The refusal to merge a customer with themselves. */
export const sameCustomer = refused('invalid_request', 'Please choose another customer.', {
  otherId: 'Please choose another customer.',
});

/** The refusal to merge if either of the two is not a customer, or is no longer one. */
export const noSuchCustomer = refused(
  'not_found',
  'Customer not found. They may have been deleted or merged.',
);
