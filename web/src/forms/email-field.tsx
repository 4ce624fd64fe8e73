import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface EmailFieldProps {
  label?: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
  hint?: string | undefined;
  optional?: boolean;
  readOnly?: boolean;
  /** Whose address it is: the account to log in with, the viewer's own, or someone else's. */
  autoComplete: 'username' | 'email' | 'off';
}

/** Renders an email field. Phones show their keyboard for email addresses. */
export function EmailField({
  label = 'Email',
  field,
  readOnly,
  autoComplete,
  ...rest
}: EmailFieldProps) {
  return (
    <Field label={label} {...rest}>
      {(control) => (
        <TextInput
          {...control}
          {...field}
          type="email"
          inputMode="email"
          readOnly={readOnly}
          autoComplete={autoComplete}
          maxLength={textLimits.email}
        />
      )}
    </Field>
  );
}
