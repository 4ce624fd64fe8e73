import type { Customer } from '@curbwrench/contract/customers/schemas';
import type { FieldErrors } from 'react-hook-form';
import { toNewCustomer } from '../customers/new-customer.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { BookingValues } from './booking-form-values.ts';
import type { ChangeValues } from './use-booking-form.ts';

// Loaded only for the office.
const CallerField = lazyComponent(
  async () => (await import('../customers/caller-field.tsx')).CallerField,
);
const NewCustomerFields = lazyComponent(
  async () => (await import('../customers/new-customer-fields.tsx')).NewCustomerFields,
);

interface CustomerFieldsProps {
  values: BookingValues;
  errors: FieldErrors<BookingValues>;
  onValueChange: ChangeValues;
}

/** Lets the office choose who the booking is for: an existing customer or a new one. */
export function CustomerFields({ values, errors, onValueChange: change }: CustomerFieldsProps) {
  /** Selects an existing customer, and fills in their last address and first vehicle unless others were entered. */
  const selectCustomer = ({ id, address, vehicles }: Customer) =>
    change({
      customerId: id,
      newCustomer: null,
      vehicleId: values.vehicleId ?? vehicles[0]?.id ?? null,
      location: values.location || (address ?? ''),
    });
  return (
    <LazyPart skeleton={<Skeleton className="h-18" />}>
      {values.newCustomer === null ? (
        <CallerField
          customerId={values.customerId}
          error={errors.customerId?.message}
          onChoose={selectCustomer}
          onClear={() => change({ customerId: null, vehicleId: null })}
          onNew={(input) => change({ newCustomer: toNewCustomer(input) })}
        />
      ) : (
        <NewCustomerFields
          value={values.newCustomer}
          errors={errors.newCustomer}
          onValueChange={(newCustomer) => change({ newCustomer })}
          onUseExisting={selectCustomer}
          onCancel={() => change({ newCustomer: null })}
        />
      )}
    </LazyPart>
  );
}
