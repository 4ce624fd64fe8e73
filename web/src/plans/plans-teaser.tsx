import { Link } from '@tanstack/react-router';
import { ChevronRight, TicketCheck } from 'lucide-react';
import { paths } from '../paths.ts';
import { useViewer } from '../session/queries.ts';
import { usePlans, useSubscription } from './queries.ts';

/**
 * Links to the plans page from other screens, with the customer's own plan or the available plans. Renders
 * nothing while they load, and nothing if there are no plans, except for admins.
 */
export function PlansTeaser() {
  const plans = usePlans();
  const role = useViewer()?.role;
  const isCustomer = role === 'customer';
  const subscription = useSubscription({ enabled: isCustomer });
  const ownPlan = isCustomer ? subscription.data : null;
  if (ownPlan === undefined || plans.data === undefined) return null;
  // Admins get the link even without plans, to add the first one.
  if (ownPlan === null && plans.data.length === 0 && role !== 'admin') return null;
  return (
    <Link
      to={paths.subscriptionPlans}
      className="flex min-h-touch items-center gap-3 rounded-lg border border-line bg-sheet px-4 py-3 text-ink no-underline transition-colors hover:bg-well sm:px-5"
    >
      <TicketCheck className="size-5 shrink-0 text-ink-faint" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">
          {ownPlan ? `Your plan: ${ownPlan.planName}` : 'Maintenance plans'}
        </span>
        <span className="block text-sm text-ink-soft">
          {ownPlan
            ? remainingUsesText(ownPlan.services)
            : 'Regular care for your vehicle, at a set price.'}
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-faint" aria-hidden />
    </Link>
  );
}

/** Returns 'Oil Change: 1 left, Tire Rotation: 2 left', or the text for a plan that only gives a discount. */
function remainingUsesText(services: readonly { name: string; left: number }[]): string {
  return services.length === 0
    ? 'A discount on every service.'
    : services.map(({ name, left }) => `${name}: ${left} left`).join(', ');
}
