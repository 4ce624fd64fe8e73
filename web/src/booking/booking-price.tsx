import { unpaidPlanText } from '@curbwrench/contract/plans/plan-texts';
import { listBookingLines, totalOf } from '@curbwrench/contract/payments/price';
import type { Service } from '@curbwrench/contract/services/schemas';
import { MapPin, TicketCheck } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useMoney } from '../business/money.ts';
import { useLineAmount } from '../payments/line-amount.ts';
import { getPlanBenefit } from '../plans/plan-benefit.ts';
import { useBookingPlan } from '../plans/queries.ts';
import { useAreaLookup } from '../service-areas/queries.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { getAreaPlace } from './area-place.ts';
import type { Booker, BookingValues } from './booking-form-values.ts';

interface BookingPriceProps {
  services: readonly Service[];
  booker: Booker;
  /** For dispatch: the customer whose plan applies. */
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
  const area = useAreaLookup(getAreaPlace(values), values).data?.area ?? null;
  const lineAmount = useLineAmount();
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
  if (isLoadingPlan) return <Skeleton className="mt-1 h-16 w-40" />;

  const isReduced = lines.some(({ kind }) => kind === 'discount');
  const listPrice = totalOf(lines.filter(({ kind }) => kind === 'service'));
  const includedServices = lines.filter(({ isIncluded }) => isIncluded);
  const isDiscounted =
    lines.filter(({ kind }) => kind === 'discount').length > includedServices.length;
  const hasFee = area !== null && Number(area.tripFee) > 0;
  return (
    <>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
        <span className="figures font-display text-3xl font-bold">{money(total)}</span>
        {isReduced && (
          <span className="figures text-ink-faint">
            <span className="sr-only">instead of </span>
            <s>{money(listPrice)}</s>
          </span>
        )}
      </p>
      <p className="text-sm text-ink-soft">Additional parts costs may apply</p>
      {services.length > 1 && (
        <dl className="mt-3 grid gap-1.5 text-sm">
          {lines.map((line) => (
            <div key={line.position} className="flex items-baseline justify-between gap-4">
              <dt className="min-w-0 wrap-anywhere">{line.description}</dt>
              <dd className="figures whitespace-nowrap">{lineAmount(line)}</dd>
            </div>
          ))}
        </dl>
      )}
      {((plan && isReduced) || unpaidPlan || hasFee) && (
        <ul className="mt-3 grid gap-2 text-sm">
          {plan &&
            includedServices.map(({ serviceId }) => {
              const included = plan.services.find((service) => service.serviceId === serviceId);
              return (
                <Reason key={serviceId} icon={<TicketCheck aria-hidden />}>
                  Included in the {plan.planName} plan: {included?.left} of {included?.uses} left.
                </Reason>
              );
            })}
          {plan && isDiscounted && (
            <Reason icon={<TicketCheck aria-hidden />}>
              {plan.discountPercent}% off with the {plan.planName} plan.
            </Reason>
          )}
          {unpaidPlan && (
            <Reason icon={<TicketCheck aria-hidden />}>
              {unpaidPlanText(unpaidPlan, booker === 'customer' ? 'Your' : 'Their')}
            </Reason>
          )}
          {hasFee && (
            <Reason icon={<MapPin aria-hidden />}>
              Includes the {money(area.tripFee)} trip fee for {area.name}.
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
