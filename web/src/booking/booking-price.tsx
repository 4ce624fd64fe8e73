import { unpaidPlanText } from '@curbwrench/contract/plans/plan-texts';
import { calculatePrice } from '@curbwrench/contract/payments/price';
import type { Service } from '@curbwrench/contract/services/schemas';
import { MapPin, TicketCheck } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useMoney } from '../business/money.ts';
import { getPlanBenefit } from '../plans/plan-benefit.ts';
import { useBookingPlan } from '../plans/queries.ts';
import { useAreaLookup } from '../service-areas/queries.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { getAreaPlace } from './area-place.ts';
import type { Booker, BookingValues } from './booking-form-values.ts';

interface BookingPriceProps {
  service: Service;
  booker: Booker;
  /** For dispatch: the customer whose plan applies. */
  customerId: string | undefined;
  values: BookingValues;
  /** Called with the displayed price, at which the booking is made. */
  onPrice: (total: string) => void;
}

/**
 * Shows what the booking costs and why: the plan's included uses or discount, and the area's call-out fee.
 * The server calculates the same (`contract/src/payments/price.ts`) and uses its own result.
 */
export function BookingPrice({ service, booker, customerId, values, onPrice }: BookingPriceProps) {
  const money = useMoney();
  const { plan, unpaid, isLoadingPlan } = useBookingPlan(booker, customerId);
  const area = useAreaLookup(getAreaPlace(values), values).data?.area ?? null;
  const included = plan?.services.find(({ serviceId }) => serviceId === service.id);
  const benefit = plan && getPlanBenefit(plan, service.id);
  const price = calculatePrice({
    servicePrice: service.price,
    benefit,
    callOutFee: area?.callOutFee ?? null,
  });
  useEffect(() => {
    if (!isLoadingPlan) onPrice(price.total);
  }, [isLoadingPlan, onPrice, price.total]);
  if (isLoadingPlan) return <Skeleton className="mt-1 h-16 w-40" />;

  const isReduced = price.service !== service.price;
  const hasFee = area !== null && Number(area.callOutFee) > 0;
  return (
    <>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
        <span className="figures font-display text-3xl font-bold">{money(price.total)}</span>
        {isReduced && (
          <span className="figures text-ink-faint">
            <span className="sr-only">instead of </span>
            <s>{money(service.price)}</s>
          </span>
        )}
      </p>
      <p className="text-sm text-ink-soft">Additional parts costs may apply</p>
      {((plan && isReduced) || unpaid || hasFee) && (
        <ul className="mt-3 grid gap-2 text-sm">
          {plan && isReduced && (
            <Reason icon={<TicketCheck aria-hidden />}>
              {price.isIncluded
                ? `Included in the ${plan.planName} plan: ${included?.left} of ${included?.uses} left.`
                : `${plan.discountPercent}% off with the ${plan.planName} plan.`}
            </Reason>
          )}
          {unpaid && (
            <Reason icon={<TicketCheck aria-hidden />}>
              {unpaidPlanText(unpaid, booker === 'customer' ? 'Your' : 'Their')}
            </Reason>
          )}
          {hasFee && (
            <Reason icon={<MapPin aria-hidden />}>
              Includes the {money(area.callOutFee)} call-out fee for {area.name}.
            </Reason>
          )}
        </ul>
      )}
    </>
  );
}

function Reason({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
