import type { MergeInput } from '@curbwrench/contract/customers/merge-schemas';
import { setEmailProven, updateCustomer } from '../accounts/changes/customer-changes.ts';
import {
  appointmentChanged,
  conversationChanged,
  personChanged,
  subscriptionChanged,
} from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';
import { lockDays } from '../database/locks.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import { lockPair, moveToCustomer } from './merge-changes.ts';
import { findMergeCandidate, listOpenAppointmentDates } from './merge-queries.ts';
import { findMergeProblems, mergeRecords } from './merge-rules.ts';

/**
 * Merges another customer into `keptId`: everything that belongs to the other one moves, and their record is removed.
 * Refused if either record changed after the preview, or if they can't be merged. Can't be undone.
 */
export async function mergeCustomers(
  context: Context,
  actor: Actor,
  keptId: string,
  { otherId, version, otherVersion }: MergeInput,
): Promise<Result<void>> {
  if (keptId === otherId) return sameCustomer;
  const { now, local } = getCurrentMoment(context);
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await lockPair(trx, [keptId, otherId]))) return noSuchCustomer;
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

    await lockDays(trx, await listOpenAppointmentDates(trx, otherId));
    const { email, phones, notes } = mergeRecords(kept, removed);
    const name = `${removed.first_name} ${removed.last_name}`.trim();
    const moved = await moveToCustomer(trx, otherId, keptId, name, now);
    // Passes the email address only if it changed, since an address that a customer signs in with is fixed.
    const change = { phones, notes, ...(email !== kept.email && { email }) };
    await updateCustomer(trx, keptId, version, change, now);
    // So that the next booking by the same visitor is the kept customer's.
    const { email_proven_at: provenAt } = removed;
    if (provenAt && removed.email === email && !kept.email_proven_at) {
      await setEmailProven(trx, keptId, provenAt);
    }
    return done(undefined, [
      personChanged(otherId),
      personChanged(keptId),
      conversationChanged(keptId),
      ...moved.appointments.map(({ id, mechanic_id }) =>
        appointmentChanged({ id, customer_id: keptId }, { mechanicId: mechanic_id }),
      ),
      ...moved.vehicles.map(({ id }): OutboxEvent => ({
        kind: 'vehicle',
        subjectId: id,
        customerId: keptId,
      })),
      ...moved.payments.map(({ id }): OutboxEvent => ({
        kind: 'payment',
        subjectId: id,
        customerId: keptId,
      })),
      ...moved.subscriptions.flatMap(({ id, plan_id }) => subscriptionChanged(id, keptId, plan_id)),
    ]);
  });
}

/** The refusal to merge a customer with themselves. */
export const sameCustomer = refused('invalid_request', 'Please choose another customer.', {
  otherId: 'Please choose another customer.',
});

/** The refusal if one of the two is not a customer, or no longer one. */
export const noSuchCustomer = refused(
  'not_found',
  'Customer not found. They may have been deleted or merged.',
);
