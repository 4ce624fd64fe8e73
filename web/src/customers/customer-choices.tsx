import type { Customer } from '@curbwrench/contract/customers/schemas';
import { classNames } from '../ui/class-names.ts';
import { CustomerLine } from './customer-line.tsx';

interface CustomerChoicesProps {
  customers: readonly Customer[];
  onChoose: (customer: Customer) => void;
  className?: string;
}

/** Lists the customers that a search found, each as a button that chooses that customer. */
export function CustomerChoices({ customers, onChoose, className }: CustomerChoicesProps) {
  return (
    <ul aria-label="Customers found" className={classNames('divide-y divide-line', className)}>
      {customers.map((customer) => (
        <li key={customer.id}>
          <button
            type="button"
            onClick={() => onChoose(customer)}
            className="min-h-touch w-full px-3 py-1.5 text-left transition-colors hover:bg-well focus-visible:-outline-offset-3"
          >
            <CustomerLine customer={customer} />
          </button>
        </li>
      ))}
    </ul>
  );
}
