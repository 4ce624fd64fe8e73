import { setEmailVerified, updateCustomer } from '../accounts/changes/customer-changes.ts';
import {
  appointmentChanged,
  conversationChanged,
  personChanged,
  subscriptionChanged,
} from '../application/events.ts';
import type { Transaction } from '../application/transaction.ts';
import { lockDays } from '../database/locks.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import type { CustomerRow } from './customer-queries.ts';
import { moveToCustomer } from './merge-changes.ts';
import { listOpenAppointmentDates } from './merge-queries.ts';
import { mergeRecords, type MergeCandidate } from './merge-rules.ts';

/**
 * Moves everything that belongs to `removed` to `kept`, stores the merged record, and deletes `removed`. Returns the
 * events of these changes. The caller must hold locks on both customers (`lockBothCustomers`), have read both after
 * locking them, and have found no problem (`findMergeProblems`). Locks the days of the appointments that move.
 */
export async function mergeInto(
  trx: Transaction,
  kept: CustomerRow & MergeCandidate,
  removed: CustomerRow & MergeCandidate,
  now: Date,
): Promise<readonly OutboxEvent[]> {
  const [keptId, removedId] = [kept.id, removed.id];
  await lockDays(trx, await listOpenAppointmentDates(trx, removedId));
  const { email, phones, notes } = mergeRecords(kept, removed);
  const name = `${removed.first_name} ${removed.last_name}`.trim();
  const moved = await moveToCustomer(trx, removedId, keptId, name, now);
  // Passes the email address only if it changed, since an address that a customer signs in with can't be changed here.
  const change = { phones, notes, ...(email !== kept.email && { email }) };
  await updateCustomer(trx, keptId, kept.version, change, now);
  // The verified email address is kept, so that the visitor's next booking is matched to the kept customer.
  const { email_verified_at: verifiedAt } = removed;
  if (verifiedAt && removed.email === email && !kept.email_verified_at) {
    await setEmailVerified(trx, keptId, verifiedAt);
  }
  return [
    personChanged(removedId),
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
  ];
}
