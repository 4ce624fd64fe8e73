import type { Subscription } from './subscription-schemas.ts';

/** Returns why the benefits of a customer's plan don't apply: the payment of its fee is pending, failed or refunded. */
export function unpaidPlanText(
  { interval, payment }: Pick<Subscription, 'interval' | 'payment'>,
  whose: 'Your' | 'Their',
): string {
  return payment.status === 'pending'
    ? `${whose} plan's benefits start once this ${interval}'s fee is paid.`
    : `${whose} plan is paused because this ${interval}'s fee wasn't paid.`;
}
