import type { DemoContext } from './demo-options.ts';
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { DemoWorld } from './demo-world.ts';
import type { RowOf } from './load-rows.ts';
import { createRandom } from './random.ts';

/** Payments without an appointment: how many days ago each was made, its amount and its status. */
const payments = [
  [46, '35.00', 'completed'],
  [31, '120.00', 'completed'],
  [19, '64.50', 'refunded'],
  [9, '80.00', 'completed'],
  [2, '45.00', 'failed'],
  [1, '150.00', 'completed'],
] as const;

/** Creates a few payments without an appointment, such as for a deposit or a part sold from the van. */
export function createDirectPayments(
  world: DemoWorld,
  { local, toInstant, seed }: DemoContext,
): Omit<RowOf<'payments'>, 'id'>[] {
  const random = createRandom(seed, 'direct payments');
  return payments.map(([daysAgo, amount, status]) => {
    const at = toInstant(addDays(local.date, -daysAgo), random.between(9 * 60, 17 * 60));
    return {
      customer_id: random.pick(world.customers).id,
      appointment_id: null,
      amount,
      refunded_amount: status === 'refunded' ? amount : '0.00',
      status,
      payment_method: 'card_terminal',
      transaction_id: `POS-${random.text(10, '0123456789')}`,
      created_at: at,
      paid_at: status === 'failed' ? null : at,
    };
  });
}
