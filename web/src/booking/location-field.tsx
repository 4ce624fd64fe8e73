import type { FieldErrors } from 'react-hook-form';
import { lazyComponent } from '../lib/lazy-component.ts';
import { AddressField } from '../places/address-field.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import type { Booker, BookingValues } from './booking-form-values.ts';
import { FieldFrame } from './form-section.tsx';
import { LastAddress } from './last-address.tsx';
import type { ChangeValues } from './use-booking-form.ts';

// Loaded after the first paint, or when it is needed.
const AreaAnswer = lazyComponent(async () => (await import('./area-answer.tsx')).AreaAnswer);

interface LocationFieldProps {
  booker: Booker;
  values: BookingValues;
  errors: FieldErrors<BookingValues>;
  change: ChangeValues;
}

/** Asks for the vehicle's location, and says whether the business serves it. A ZIP code is enough for that answer. */
export function LocationField({ booker, values, errors, change }: LocationFieldProps) {
  return (
    <FieldFrame field="location">
      <AddressField
        label="Service Location"
        hint="Provide the complete address where the mechanic should meet you"
        error={errors.location?.message}
        address={values.location}
        place={values.place}
        isOwnAddress={booker !== 'office'}
        customerId={values.customerId ?? undefined}
        onValueChange={change}
      >
        {values.location === '' ? (
          booker === 'customer' && <LastAddress onChoose={change} />
        ) : (
          <div aria-live="polite" className="min-h-6">
            <LazyPart>
              <AreaAnswer booker={booker} values={values} />
            </LazyPart>
          </div>
        )}
      </AddressField>
    </FieldFrame>
  );
}
