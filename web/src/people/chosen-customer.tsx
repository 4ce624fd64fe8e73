import type { ComponentProps, ReactNode } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

interface ChosenCustomerProps<Data> {
  query: ComponentProps<typeof Loaded<Data>>['query'];
  onClear: () => void;
  /** Renders the customer's name and contact details on one line. */
  children: (customer: Data) => ReactNode;
}

/** Shows the customer chosen in a form, with a button to choose another one. */
export function ChosenCustomer<Data>({ query, onClear, children }: ChosenCustomerProps<Data>) {
  return (
    <div>
      <p className="font-semibold">Customer</p>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-well py-1.5 pr-1.5 pl-3">
        <Loaded
          query={query}
          skeleton={<Skeleton className="h-5 w-48" />}
          failure="We couldn't load the customer."
          getCause={getErrorMessage}
        >
          {children}
        </Loaded>
        <Button size="sm" onClick={onClear}>
          Change customer
        </Button>
      </div>
    </div>
  );
}
