import type { Customer } from '@curbwrench/contract/customers/schemas';
import { getFullName } from '../lib/people.ts';

/** Shows a customer's name, and what distinguishes them from others with the same name. */
export function CustomerLine({ customer }: { customer: Customer }) {
  const { phone, email, address } = customer;
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
      <span className="font-medium">{getFullName(customer)}</span>
      <span className="figures min-w-0 text-sm wrap-anywhere text-ink-soft">
        {[phone, address ?? email].filter(Boolean).join(', ')}
      </span>
    </span>
  );
}
