import { ChosenCustomer } from './chosen-customer.tsx';
import { NameAndEmail, PersonSearch } from './person-search.tsx';
import { usePerson } from './person-queries.ts';

interface CustomerFieldProps {
  value: string | null;
  error: string | undefined;
  onValueChange: (customerId: string | null) => void;
}

/** Lets the office choose an appointment's customer, found by name or email. */
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
    <ChosenCustomer query={customerQuery} onClear={() => onValueChange(null)}>
      {(customer) => <NameAndEmail person={customer} />}
    </ChosenCustomer>
  );
}
