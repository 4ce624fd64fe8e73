import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

interface CurrentPasswordFieldProps {
  label: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** Renders a field for the viewer's current password, which password managers offer to fill in. */
export function CurrentPasswordField({ label, field, error }: CurrentPasswordFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => <PasswordInput {...control} {...field} autoComplete="current-password" />}
    </Field>
  );
}
