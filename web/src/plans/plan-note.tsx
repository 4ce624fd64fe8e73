import { applyPlan } from '@curbwrench/contract/payments/price';
import type { Service } from '@curbwrench/contract/services/schemas';
import { TicketCheck } from 'lucide-react';
import { useMoney } from '../business/money.ts';
import { getPlanBenefit } from './plan-benefit.ts';
import { useBookingPlan } from './queries.ts';

interface PlanNoteProps {
  service: Service;
  booker: 'customer' | 'office' | 'visitor';
  /** For the office: the customer whose plan applies. */
  customerId?: string | undefined;
}

/** Shows how the customer's plan changes a service's price; renders nothing if the price stays the same. */
export function PlanNote({ service, booker, customerId }: PlanNoteProps) {
  const money = useMoney();
  const { plan } = useBookingPlan(booker, customerId);
  if (!plan) return null;
  const benefit = getPlanBenefit(plan, service.id);
  const { isIncluded, price } = applyPlan(service.price, benefit);
  if (price === service.price) return null;
  const whose = booker === 'customer' ? 'your' : 'their';
  return (
    <p className="figures inline-flex gap-1.5 text-sm font-medium">
      <TicketCheck className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden />
      {isIncluded ? `Included in ${whose} plan` : `${money(price)} with ${whose} plan`}
    </p>
  );
}
