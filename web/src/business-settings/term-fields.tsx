import type { OutsideAreaPolicy } from '@curbwrench/contract/business/schemas';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { NumberField } from './number-field.tsx';
import type { SettingsFields } from './settings-fields.ts';

const outsideAreaPolicyLabels: Record<OutsideAreaPolicy, string> = {
  refuse: 'Decline the booking',
  warn: 'Accept the booking and flag it for the office',
};

/** Renders the fields for cancellations, plans and addresses outside the service areas. */
export function TermFields({ form }: { form: SettingsFields }) {
  const { register, formState } = form;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        form={form}
        name="cancellationCutoffHours"
        label="Cancellation deadline (hours before the appointment)"
        hint="Existing appointments keep their terms"
      />
      <Field
        label="If an address is outside the service areas"
        error={formState.errors.outsideAreaPolicy?.message}
      >
        {(control) => (
          <Select {...control} {...register('outsideAreaPolicy')}>
            {Object.entries(outsideAreaPolicyLabels).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="sm:col-span-2">
        <Checkbox
          label="Apply plan benefits before the fee is paid"
          {...register('plansStartBeforePayment')}
        />
      </div>
    </div>
  );
}
