import type { BusinessSettingsReply } from '@curbwrench/contract/business/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { SettingsFields } from './settings-fields.ts';

/** Renders the fields of who and where the business is. */
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
      <Field label="Phone" optional error={errors.phone?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('phone')}
            type="tel"
            autoComplete="off"
            maxLength={textLimits.phone}
          />
        )}
      </Field>
      <Field label="Address" optional hint="On receipts" error={errors.address?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('address')}
            autoComplete="off"
            maxLength={textLimits.businessAddress}
          />
        )}
      </Field>
      <Field
        label="Latitude"
        hint="Of the center that distances and maps start from"
        error={errors.lat?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('lat')}
            autoComplete="off"
            inputMode="text"
            className="figures"
          />
        )}
      </Field>
      <Field label="Longitude" hint="West is negative" error={errors.lng?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('lng')}
            autoComplete="off"
            inputMode="text"
            className="figures"
          />
        )}
      </Field>
      <Field
        label="Time zone"
        hint={
          settings.isTimeZoneFixed
            ? 'Fixed, because there is an appointment'
            : 'Can be changed until the first appointment'
        }
        error={errors.timeZone?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('timeZone')}
            autoComplete="off"
            readOnly={settings.isTimeZoneFixed}
            className={settings.isTimeZoneFixed ? 'bg-well' : undefined}
          />
        )}
      </Field>
      <Field
        label="Currency"
        hint={
          settings.isCurrencyFixed
            ? 'Fixed, because there is a payment'
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
            className={settings.isCurrencyFixed ? 'bg-well' : undefined}
          />
        )}
      </Field>
    </div>
  );
}
