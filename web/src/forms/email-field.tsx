import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface EmailFieldProps {
  label?: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
  /** Whose address it is: the account to log in with, the viewer's own, or someone else's. */
  autoComplete: 'username' | 'email' | 'off';
}

/** Renders an email field. Phones show their keyboard for email addresses. */
export function EmailField({ label = 'Email', field, error, autoComplete }: EmailFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          {...field}
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
        />
      )}
    </Field>
  );
}
