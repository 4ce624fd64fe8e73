import type { OutsideAreas } from '@curbwrench/contract/business/schemas';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { NumberField } from './number-field.tsx';
import type { SettingsFields } from './settings-fields.ts';

const outsideAreasTexts: Record<OutsideAreas, string> = {
  refuse: 'The booking is refused',
  warn: 'It is booked, and the office checks it',
};

/** Renders the fields of canceling, plans and the places outside the service areas. */
export function TermFields({ form }: { form: SettingsFields }) {
  const { register, formState } = form;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField
        form={form}
        name="cancelUntilHours"
        label="Cancel until, in hours before the start"
        hint="What is booked keeps its terms"
      />
      <Field
        label="An address outside the service areas"
        error={formState.errors.outsideAreas?.message}
      >
        {(control) => (
          <Select {...control} {...register('outsideAreas')}>
            {Object.entries(outsideAreasTexts).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="sm:col-span-2">
        <Checkbox
          label="A plan's benefits count before its fee is paid"
          {...register('plansBeforePayment')}
        />
      </div>
    </div>
  );
}
