import type { BusinessSettingsReply } from '@curbwrench/contract/business/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { PhoneField } from '../forms/phone-field.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { CenterFields } from './center-fields.tsx';
import type { SettingsFields } from './settings-fields.ts';
import { TimeZoneField } from './time-zone-field.tsx';

/** Renders the fields for the business's name, contact details, location, time zone and currency. */
export function AboutFields({
  form,
  settings,
}: {
  form: SettingsFields;
  settings: BusinessSettingsReply;
}) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Name" error={errors.name?.message} className="sm:col-span-2">
        {(control) => (
          <TextInput
            {...control}
            {...register('name')}
            autoComplete="organization"
            maxLength={textLimits.businessName}
          />
        )}
      </Field>
      <PhoneField
        field={register('phone')}
        error={errors.phone?.message}
        optional
        autoComplete="off"
      />
      <Field
        label="Address"
        optional
        hint="Shown on receipts and to visitors"
        error={errors.address?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('address')}
            autoComplete="off"
            maxLength={textLimits.businessAddress}
          />
        )}
      </Field>
      <TimeZoneField form={form} isFixed={settings.isTimeZoneFixed} />
      <Field
        label="Currency"
        hint={
          settings.isCurrencyFixed
            ? "Can't be changed after the first payment"
            : 'Can be changed until the first payment'
        }
        error={errors.currency?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('currency')}
            autoComplete="off"
            maxLength={3}
            readOnly={settings.isCurrencyFixed}
          />
        )}
      </Field>
      <CenterFields form={form} />
    </div>
  );
}
