import type { UseFormRegisterReturn } from 'react-hook-form';
import { CodeField } from '../forms/code-field.tsx';

interface SecondFactorFieldProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** Renders the field for a second-factor code, which is required again before an important change. */
export function SecondFactorField({ field, error }: SecondFactorFieldProps) {
  return (
    <CodeField
      label="Code from your authenticator app, or a backup code"
      allowBackupCodes
      error={error}
      {...field}
    />
  );
}
