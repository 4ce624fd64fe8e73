import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

interface NewPasswordFieldProps {
  label?: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** For a password that is chosen now: a password manager offers to make one. */
export function NewPasswordField({ label = 'Password', field, error }: NewPasswordFieldProps) {
  return (
    <Field label={label} hint="At least 8 characters. Three or four words work well." error={error}>
      {(control) => <PasswordInput {...control} {...field} autoComplete="new-password" />}
    </Field>
  );
}
