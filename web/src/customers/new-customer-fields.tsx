import type { Customer } from '@curbwrench/contract/customers/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { vehicleLimits } from '@curbwrench/contract/vehicles/schemas';
import { useEffect, useId, useRef, type ComponentProps } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { MakeField, ModelField } from '../vehicles/make-and-model.tsx';
import { MatchingCustomers } from './matching-customers.tsx';
import type { NewCustomer } from './new-customer.ts';

interface NewCustomerFieldsProps {
  value: NewCustomer;
  errors: Partial<Record<keyof NewCustomer, { message?: string | undefined }>> | undefined;
  onValueChange: (value: NewCustomer) => void;
  /** Called to book for an existing customer instead. */
  onUseExisting: (customer: Customer) => void;
  onCancel: () => void;
}

/** Renders the fields for a new customer and their vehicle, and the customers who already have this phone or email. */
export function NewCustomerFields({
  value,
  errors,
  onValueChange,
  onUseExisting,
  onCancel,
}: NewCustomerFieldsProps) {
  const titleId = useId();
  const fields = useRef<HTMLElement>(null);
  useEffect(() => {
    // Focuses the first empty field: the phone number if a name was entered, otherwise the first name.
    const inputs = [...(fields.current?.querySelectorAll('input') ?? [])];
    inputs.find((input) => input.value === '')?.focus({ preventScroll: true });
  }, []);
  const renderField = (
    field: keyof NewCustomer,
    label: string,
    props: ComponentProps<typeof TextInput> & { optional?: boolean },
  ) => {
    const { optional = false, ...rest } = props;
    return (
      <Field label={label} optional={optional} error={errors?.[field]?.message}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            {...rest}
            value={value[field]}
            onChange={({ target }) => onValueChange({ ...value, [field]: target.value })}
          />
        )}
      </Field>
    );
  };
  return (
    <section ref={fields} aria-labelledby={titleId} className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={titleId} className="font-sans text-base font-semibold tracking-normal">
          New customer
        </h3>
        <Button size="sm" onClick={onCancel}>
          Search again
        </Button>
      </header>
      <div className="grid gap-4 sm:grid-cols-2">
        {renderField('firstName', 'First name', { maxLength: textLimits.personName })}
        {renderField('lastName', 'Last name', { maxLength: textLimits.personName })}
      </div>
      {renderField('phone', 'Phone', { type: 'tel', maxLength: textLimits.phone })}
      <MatchingCustomers phone={value.phone} email={value.email} onUse={onUseExisting} />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[2fr_2fr_1fr]">
        <MakeField
          value={value.make}
          error={errors?.make?.message}
          onChange={(make) => onValueChange({ ...value, make })}
        />
        <ModelField
          make={value.make}
          value={value.model}
          error={errors?.model?.message}
          onChange={(model) => onValueChange({ ...value, model })}
        />
        {renderField('year', 'Year', { inputMode: 'numeric', maxLength: 4 })}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {renderField('plateNumber', 'Plate number', {
          maxLength: vehicleLimits.plateNumber,
          autoCapitalize: 'characters',
          optional: true,
        })}
        {renderField('email', 'Email', {
          type: 'email',
          maxLength: textLimits.email,
          optional: true,
        })}
      </div>
    </section>
  );
}
