import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { SettingsFields } from './settings-fields.ts';

interface NumberFieldProps {
  form: SettingsFields;
  name:
    | 'bufferMinutes'
    | 'cancellationCutoffHours'
    | 'codesPerDay'
    | 'codesPerMailbox'
    | 'codesPerNetwork'
    | 'maxOpenBookings'
    | 'maxOpenVisitorBookings'
    | 'noticeHours'
    | 'windowDays';
  label: string;
  hint: string;
}

/** Renders a field for a whole number. */
export function NumberField({ form, name, label, hint }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      {(control) => (
        <TextInput
          {...control}
          {...form.register(name)}
          inputMode="numeric"
          autoComplete="off"
          className="figures max-w-32"
        />
      )}
    </Field>
  );
}
