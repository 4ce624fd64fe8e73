import { getErrorMessage } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { NameAndEmail, PersonSearch } from './person-search.tsx';
import { usePerson } from './person-queries.ts';

interface CustomerFieldProps {
  value: string | null;
  error: string | undefined;
  onValueChange: (customerId: string | null) => void;
}

/** Lets dispatch choose an appointment's customer, found by name or email. */
export function CustomerField({ value, error, onValueChange }: CustomerFieldProps) {
  const customerQuery = usePerson(value);
  if (value === null) {
    return (
      <PersonSearch
        label="Customer"
        searchedRole="customer"
        resultsLabel="Customers found"
        failure="We couldn't load the customers."
        required
        error={error}
        onChoose={onValueChange}
      />
    );
  }
  return (
    <div>
      <p className="font-semibold">Customer</p>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-well py-1.5 pr-1.5 pl-3">
        <Loaded
          query={customerQuery}
          skeleton={<Skeleton className="h-5 w-48" />}
          failure="We couldn't load the customer."
          getCause={getErrorMessage}
        >
          {(customer) => <NameAndEmail person={customer} />}
        </Loaded>
        <Button size="sm" onClick={() => onValueChange(null)}>
          Change customer
        </Button>
      </div>
    </div>
  );
}
