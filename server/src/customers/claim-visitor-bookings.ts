import type { CurrentTime } from '../application/rules/business-time.ts';
import type { Transaction } from '../application/transaction.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import { lockBothCustomers } from './merge-changes.ts';
import { mergeInto } from './merge-into.ts';
import { findMergeCandidate, listVisitorsWithAddressOf } from './merge-queries.ts';
import { findMergeProblems } from './merge-rules.ts';

/**
 * Gives a customer's account the history of people who booked as visitors with the same email address: appointments,
 * vehicles, addresses, messages and payments, as if an admin had merged the two. Both must have verified the address:
 * the account's owner with a link, the visitor with a verification code. So nobody gets another person's history by
 * signing up with that person's address. A record that the office created is left for an admin to merge. Records that
 * can't be merged, for example because both have a plan, stay as they are.
 *
 * Returns the events of these changes. The caller must hold the lock on the email address (`lockEmailAddress`), and
 * call this last, because it locks people and days.
 */
export async function claimVisitorBookings(
  trx: Transaction,
  accountId: string,
  { now, local }: Pick<CurrentTime, 'now' | 'local'>,
): Promise<readonly OutboxEvent[]> {
  const events: OutboxEvent[] = [];
  for (const visitorId of await listVisitorsWithAddressOf(trx, accountId)) {
    if (!(await lockBothCustomers(trx, [accountId, visitorId]))) continue;
    // Read after locking: until then, the office may change or merge either of them.
    const customer = await findMergeCandidate(trx, accountId, local.date);
    const visitor = await findMergeCandidate(trx, visitorId, local.date);
    if (!customer?.email_verified || !visitor?.email_verified_at) continue;
    if (visitor.has_account || visitor.email !== customer.email) continue;
    if (findMergeProblems(customer, visitor).length > 0) continue;
    events.push(...(await mergeInto(trx, customer, visitor, now)));
  }
  return events;
}
