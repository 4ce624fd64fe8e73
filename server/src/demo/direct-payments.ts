import { addDays } from '@curbwrench/contract/fields/calendar';
import type { Present } from './appointment-story.ts';
import type { DemoWorld } from './demo-world.ts';
import type { RowOf } from './load-rows.ts';
import { randomFrom } from './random.ts';

/** How many days ago a customer paid without an appointment, and how much. */
const occasions = [
  [46, '35.00', 'completed'],
  [31, '120.00', 'completed'],
  [19, '64.50', 'refunded'],
  [9, '80.00', 'completed'],
  [2, '45.00', 'failed'],
  [1, '150.00', 'completed'],
] as const;

/** Returns a few payments without an appointment: a part sold at the van, a deposit. */
export function directPayments(
  world: DemoWorld,
  { local, clock, seed }: Present,
): Omit<RowOf<'payments'>, 'id'>[] {
  const random = randomFrom(seed, 'direct payments');
  return occasions.map(([daysAgo, amount, status]) => {
    const at = clock(addDays(local.date, -daysAgo), random.between(9 * 60, 17 * 60));
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
