import type { Plan } from '@curbwrench/contract/plans/schemas';
import { useId, type ReactNode } from 'react';
import { useMoney } from '../business/money.ts';
import { PlanBenefits } from './plan-benefits.tsx';
import { perInterval } from './plan-text.ts';

interface PlanCardProps {
  plan: Plan;
  /** Shown next to the name, such as how many members the plan has. */
  status?: ReactNode;
  /** The actions the viewer can take. */
  children?: ReactNode;
}

/** Renders an available plan: its price, then its benefits, then the actions. */
export function PlanCard({ plan, status, children }: PlanCardProps) {
  const id = useId();
  const money = useMoney();
  return (
    <article
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-sheet p-4 sm:p-5"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="min-w-0 text-xl wrap-anywhere">
          {plan.name}
        </h3>
        {status}
      </header>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="figures font-display text-3xl font-bold">{money(plan.price)}</span>{' '}
        <span className="text-ink-soft">{perInterval[plan.interval]}</span>
      </p>
      <p className="mt-2 max-w-prose wrap-anywhere text-ink-soft">{plan.description}</p>
      <div className="mt-4 mb-5 border-t border-line pt-4">
        <PlanBenefits {...plan} />
      </div>
      {children && <div className="mt-auto flex flex-wrap gap-2">{children}</div>}
    </article>
  );
}
