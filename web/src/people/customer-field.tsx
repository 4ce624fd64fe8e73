import type { User } from '@curbwrench/contract/people';
import { textLimits } from '@curbwrench/contract/text-limits';
import { useDeferredValue, useId, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { fullNameOf } from '../lib/people.ts';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useCustomer, useCustomers } from './queries.ts';

interface CustomerFieldProps {
  value: string | null;
  error: string | undefined;
  onValueChange: (customerId: string | null) => void;
}

/** For dispatch: for whom the appointment is, found by name or e-mail. */
export function CustomerField({ value, error, onValueChange }: CustomerFieldProps) {
  const id = useId();
  const chosen = useCustomer(value);
  if (value !== null) {
    return (
      <div>
        <p className="font-semibold">Customer</p>
        <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-well py-1.5 pr-1.5 pl-3">
          <Loaded
            query={chosen}
            skeleton={<Skeleton className="h-5 w-48" />}
            failure="We couldn't load the customer."
            causeOf={sentenceOf}
          >
            {(customer) => <Person customer={customer} />}
          </Loaded>
          <Button size="sm" onClick={() => onValueChange(null)}>
            Change customer
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <CustomerSearch id={id} isInvalid={error !== undefined} onValueChange={onValueChange} />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

interface CustomerSearchProps {
  id: string;
  isInvalid: boolean;
  onValueChange: (customerId: string) => void;
}

function CustomerSearch({ id, isInvalid, onValueChange }: CustomerSearchProps) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const query = useCustomers(wanted);
  return (
    <>
      <label htmlFor={id} className="font-semibold">
        Customer
      </label>
      <TextInput
        id={id}
        type="search"
        placeholder="Search by name or e-mail"
        autoComplete="off"
        maxLength={textLimits.search}
        value={search}
        aria-required
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onChange={({ target }) => setSearch(target.value)}
      />
      {wanted !== '' && (
        <Loaded
          query={query}
          skeleton={<Skeleton className="h-11" />}
          failure="We couldn't load the customers."
          causeOf={sentenceOf}
        >
          {(customers) => <CustomersFound customers={customers} onValueChange={onValueChange} />}
        </Loaded>
      )}
    </>
  );
}

interface CustomersFoundProps {
  customers: readonly User[];
  onValueChange: (customerId: string) => void;
}

function CustomersFound({ customers, onValueChange }: CustomersFoundProps) {
  return (
    <ul
      aria-label="Customers found"
      className="divide-y divide-line rounded-md border border-line bg-sheet"
    >
      {customers.length === 0 && (
        <li className="px-3 py-2.5 text-ink-soft">Nobody by that name or e-mail.</li>
      )}
      {customers.map((customer) => (
        <li key={customer.id}>
          <button
            type="button"
            onClick={() => onValueChange(customer.id)}
            className="min-h-touch w-full px-3 py-1.5 text-left transition-colors hover:bg-well focus-visible:-outline-offset-3"
          >
            <Person customer={customer} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Person({ customer }: { customer: User }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span className="font-medium">{fullNameOf(customer)}</span>
      <span className="min-w-0 text-sm wrap-anywhere text-ink-soft">{customer.email}</span>
    </span>
  );
}
