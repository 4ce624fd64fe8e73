import { sql } from 'kysely';
import { finishedJob } from './record-cases.ts';
import type { AccessCase, Thing } from './walk.ts';
import type { World } from './world.ts';

/** Inserts a payment of the owner for a job of the assigned mechanic. */
async function aPayment(
  world: World,
  turn: number,
  status: 'pending' | 'completed' = 'pending',
): Promise<Thing> {
  const { jobId } = await finishedJob(world, turn);
  const { rows } = await sql<{ id: number }>`
    insert into payments (customer_id, appointment_id, amount, status, created_at, paid_at)
    values (${world.owner.id}, ${jobId}, 89, ${status}, now(),
      case ${status}::text when 'completed' then now() end) returning id
  `.execute(world.store.kysely);
  return { id: rows[0]?.id ?? 0, ownerId: world.owner.id, mechanicId: world.assigned.id };
}

const one = { row: 'payments.read', make: aPayment, missing: 999_999 } as const;
const reverse = { row: 'payments.reverse', make: aPayment, missing: 999_999 } as const;

/** Payments and what can be done with them. */
export const paymentCases: readonly AccessCase[] = [
  { ...one, name: 'payments: list', call: 'listPayments', lists: true },
  { name: 'payments: summary', call: 'summarisePayments', row: 'payments.read' },
  { ...one, name: 'payments: one', call: 'getPayment' },
  { ...one, name: 'payments: receipt', call: 'getReceipt', document: true },
  {
    ...one,
    name: 'payments: record on site',
    call: 'recordPayment',
    row: 'payments.record',
    allowed: 200,
    body: () => ({ paymentMethod: 'cash', transactionId: 'T-1' }),
  },
  { ...reverse, name: 'payments: fail', call: 'failPayment', allowed: 200 },
  {
    ...reverse,
    name: 'payments: refund',
    call: 'refundPayment',
    make: (world, turn) => aPayment(world, turn, 'completed'),
    body: () => ({ amount: '10.00', reason: 'Goodwill.' }),
  },
];
