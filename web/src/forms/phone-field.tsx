import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface PhoneFieldProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
  hint?: string;
  className?: string;
}

/** Renders an optional field for the viewer's own phone number. */
export function PhoneField({ field, ...rest }: PhoneFieldProps) {
  return (
    <Field label="Phone" optional {...rest}>
      {(control) => (
        <TextInput
          {...control}
          {...field}
          type="tel"
          autoComplete="tel"
          maxLength={textLimits.phone}
        />
      )}
    </Field>
  );
}
