import { textLimits } from '@curbwrench/contract/text-limits';
import type { ComponentProps } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface CodeFieldProps extends ComponentProps<'input'> {
  label: string;
  error: string | undefined;
  /** Backup codes have letters, too. */
  isBackup?: boolean;
}

/** A line for a code of an authenticator app: a phone offers digits, and the code it was sent. */
export function CodeField({ label, error, isBackup = false, ...rest }: CodeFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...rest}
          {...control}
          autoComplete={isBackup ? 'off' : 'one-time-code'}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={textLimits.secondFactorCode}
          className={classNames('figures', !isBackup && 'tracking-[0.3em]')}
        />
      )}
    </Field>
  );
}
