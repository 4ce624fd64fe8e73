import type { PlanInterval } from '@curbwrench/contract/plans/schemas';
import { Check } from 'lucide-react';
import { discountText, includedText } from './plan-text.ts';

interface PlanBenefitsProps {
  services: readonly { serviceId: number; name: string; uses: number }[];
  discountPercent: number;
  interval: PlanInterval;
}

/** Lists what a plan includes, one item per line. */
export function PlanBenefits({ services, discountPercent, interval }: PlanBenefitsProps) {
  const discount = discountText(discountPercent, services.length > 0);
  return (
    <ul className="grid gap-2">
      {services.map(({ serviceId, name, uses }) => (
        <Benefit key={serviceId}>{includedText(name, uses, interval)}</Benefit>
      ))}
      {discount !== null && <Benefit>{discount}</Benefit>}
    </ul>
  );
}

function Benefit({ children }: { children: string }) {
  return (
    <li className="flex gap-2.5">
      <Check className="mt-0.5 size-5 shrink-0 text-done" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
