import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { ComponentProps } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface CodeFieldProps extends ComponentProps<'input'> {
  label: string;
  error: string | undefined;
  /** Whether the field also accepts backup codes, which contain letters. */
  allowBackupCodes?: boolean;
}

/**
 * Renders a field for a code from an authenticator app. Phones show the numeric keypad and offer to fill in
 * a one-time code.
 */
export function CodeField({ label, error, allowBackupCodes = false, ...rest }: CodeFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...rest}
          {...control}
          autoComplete={allowBackupCodes ? 'off' : 'one-time-code'}
          inputMode={allowBackupCodes ? 'text' : 'numeric'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={textLimits.verificationCode}
          className={classNames('figures', !allowBackupCodes && 'tracking-[0.3em]')}
        />
      )}
    </Field>
  );
}
