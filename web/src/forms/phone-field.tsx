import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface PhoneFieldProps {
  label?: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
  hint?: string;
  optional?: boolean;
  /** Whose number it is: the viewer's own, or someone else's. */
  autoComplete: 'tel' | 'off';
  className?: string;
}

/** Renders a phone number field. Phones show their keypad. */
export function PhoneField({ label = 'Phone', field, autoComplete, ...rest }: PhoneFieldProps) {
  return (
    <Field label={label} {...rest}>
      {(control) => (
        <TextInput
          {...control}
          {...field}
          type="tel"
          autoComplete={autoComplete}
          maxLength={textLimits.phone}
        />
      )}
    </Field>
  );
}
