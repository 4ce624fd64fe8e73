import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

interface NewPasswordFieldProps {
  label?: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** Renders a field for a new password, which password managers offer to generate. */
export function NewPasswordField({ label = 'Password', field, error }: NewPasswordFieldProps) {
  return (
    <Field label={label} hint="At least 8 characters. Three or four words work well." error={error}>
      {(control) => <PasswordInput {...control} {...field} autoComplete="new-password" />}
    </Field>
  );
}
