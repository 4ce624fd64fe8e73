import { unpaidPlanText } from '@curbwrench/contract/plans/plan-texts';
import { listBookingLines, totalOf } from '@curbwrench/contract/payments/price';
import type { Service } from '@curbwrench/contract/services/schemas';
import { TicketCheck } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useMoney } from '../business/money.ts';
import { LineItems } from '../payments/line-items.tsx';
import { getPlanBenefit } from '../plans/plan-benefit.ts';
import { useBookingPlan } from '../plans/queries.ts';
import { useAreaLookup } from '../service-areas/queries.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { getAreaLocation } from './area-location.ts';
import type { Booker, BookingValues } from './booking-form-values.ts';

interface BookingPriceProps {
  services: readonly Service[];
  booker: Booker;
  /** For the office: the customer whose plan applies. */
  customerId: string | undefined;
  values: BookingValues;
  /** Called with the displayed price, which is the price of the booking. */
  onPrice: (total: string) => void;
}

/**
 * Shows what the booking costs and why: the plan's included uses or discount, and the area's trip fee.
 * The server runs the same calculation (`contract/src/payments/price.ts`) and uses its own result.
 */
export function BookingPrice({ services, booker, customerId, values, onPrice }: BookingPriceProps) {
  const money = useMoney();
  const { plan, unpaidPlan, isLoadingPlan } = useBookingPlan(booker, customerId);
  const area = useAreaLookup(getAreaLocation(values), values).data?.area ?? null;
  const lines = listBookingLines({
    services,
    plan: plan && {
      name: plan.planName,
      discountPercent: plan.discountPercent,
      usesLeft: (serviceId) => getPlanBenefit(plan, serviceId).usesLeft,
    },
    area,
  });
  const total = totalOf(lines);
  useEffect(() => {
    if (!isLoadingPlan) onPrice(total);
  }, [isLoadingPlan, onPrice, total]);
  if (isLoadingPlan) return <Skeleton className="mt-3 h-13" />;

  const includedServices = lines.filter(({ isIncluded }) => isIncluded);
  return (
    <>
      <dl className="mt-3 grid gap-y-2">
        <LineItems lines={lines} label="Total" amount={money(total)} />
      </dl>
      <p className="mt-1 text-sm text-ink-soft">Additional parts costs may apply</p>
      {(includedServices.length > 0 || unpaidPlan) && (
        <ul className="mt-3 grid gap-2 text-sm">
          {plan &&
            includedServices.map(({ serviceId }) => {
              const included = plan.services.find((service) => service.serviceId === serviceId);
              return (
                <Reason key={serviceId}>
                  Included in the {plan.planName} plan: {included?.left} of {included?.uses} left.
                </Reason>
              );
            })}
          {unpaidPlan && (
            <Reason>{unpaidPlanText(unpaidPlan, booker === 'customer' ? 'Your' : 'Their')}</Reason>
          )}
        </ul>
      )}
    </>
  );
}

function Reason({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <TicketCheck className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
