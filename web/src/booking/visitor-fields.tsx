import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { vehicleLimits, vehicleTypes } from '@curbwrench/contract/vehicles/schemas';
import type { ComponentProps } from 'react';
import type { NewCustomer } from '../customers/new-customer.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface VisitorFieldsProps {
  value: NewCustomer;
  errors: Partial<Record<keyof NewCustomer, { message?: string | undefined }>> | undefined;
  onValueChange: (value: NewCustomer) => void;
}

type VisitorFieldProps = VisitorFieldsProps &
  Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> & {
    field: keyof NewCustomer;
    label: string;
  };

/** Renders the fields for a visitor's vehicle: year, make, model and type. */
export function VisitorVehicleFields(props: VisitorFieldsProps) {
  const { value, errors, onValueChange } = props;
  return (
    <div className="mt-4 grid grid-cols-2 gap-4 sm:grid-cols-[1fr_2fr_2fr_2fr]">
      <VisitorField {...props} field="year" label="Year" inputMode="numeric" maxLength={4} />
      <VisitorField {...props} field="make" label="Make" maxLength={vehicleLimits.make} />
      <VisitorField {...props} field="model" label="Model" maxLength={vehicleLimits.model} />
      <Field label="Type" error={errors?.type?.message}>
        {(control) => (
          <Select
            {...control}
            value={value.type}
            onChange={({ target }) => onValueChange({ ...value, type: target.value })}
          >
            {vehicleTypes.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

/** Renders the fields for a visitor's name, email address and phone number. */
export function VisitorContactFields(props: VisitorFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <VisitorField
        {...props}
        field="firstName"
        label="First name"
        autoComplete="given-name"
        maxLength={textLimits.personName}
      />
      <VisitorField
        {...props}
        field="lastName"
        label="Last name"
        autoComplete="family-name"
        maxLength={textLimits.personName}
      />
      <VisitorField
        {...props}
        field="email"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={textLimits.email}
      />
      <VisitorField
        {...props}
        field="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={textLimits.phone}
      />
    </div>
  );
}

function VisitorField({ field, label, value, errors, onValueChange, ...rest }: VisitorFieldProps) {
  return (
    <Field label={label} error={errors?.[field]?.message}>
      {(control) => (
        <TextInput
          autoComplete="off"
          {...rest}
          {...control}
          value={value[field]}
          onChange={({ target }) => onValueChange({ ...value, [field]: target.value })}
        />
      )}
    </Field>
  );
}
