import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface NamePart {
  readonly field: UseFormRegisterReturn;
  readonly error: string | undefined;
}

/** Renders first and last name, side by side where there is room. */
export function NameFields({ first, last }: { first: NamePart; last: NamePart }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <Field label="First name" error={first.error}>
        {(control) => (
          <TextInput
            {...control}
            {...first.field}
            autoComplete="given-name"
            maxLength={textLimits.personName}
          />
        )}
      </Field>
      <Field label="Last name" error={last.error}>
        {(control) => (
          <TextInput
            {...control}
            {...last.field}
            autoComplete="family-name"
            maxLength={textLimits.personName}
          />
        )}
      </Field>
    </div>
  );
}
