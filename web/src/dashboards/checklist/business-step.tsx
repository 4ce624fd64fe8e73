import type {
  BusinessSettingsInput,
  BusinessSettingsReply,
} from '@curbwrench/contract/business/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import type { UseFormReturn } from 'react-hook-form';
import { request } from '../../api/request.ts';
import { addressNotFound } from '../../business-settings/center-fields.tsx';
import type { SettingsForm } from '../../business-settings/settings-form.ts';
import { TimeZoneField } from '../../business-settings/time-zone-field.tsx';
import { PhoneField } from '../../forms/phone-field.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { SettingsStep } from './settings-step.tsx';
import type { StepDialogProps } from './setup-checklist.tsx';

/**
 * Asks for the business's name, phone number, address and time zone. The address also sets the center for distances
 * and maps.
 */
export function BusinessStep(props: StepDialogProps) {
  async function prepare(
    body: BusinessSettingsInput,
    form: UseFormReturn<SettingsForm, unknown, BusinessSettingsInput>,
  ) {
    const { phone, address } = body;
    if (phone === null) form.setError('phone', { message: 'Please enter a phone number.' });
    if (address === null) form.setError('address', { message: 'Please enter an address.' });
    if (phone === null || address === null) return null;
    const { lat, lng } = await request('locateAddress', { query: { q: address } });
    if (lat === null || lng === null) {
      form.setError('address', {
        message: addressNotFound,
      });
      return null;
    }
    return { ...body, cityCenter: { lat, lng } };
  }

  return (
    <SettingsStep
      {...props}
      title="Your business"
      description="What customers see on the site and on receipts."
      suggest={suggestBrowserTimeZone}
      prepare={prepare}
    >
      {(form, settings) => {
        const {
          register,
          formState: { errors },
        } = form;
        return (
          <>
            <Field label="Name" error={errors.name?.message}>
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
              autoComplete="tel"
            />
            <Field
              label="Address"
              hint="Include the ZIP code. Distances are measured from here."
              error={errors.address?.message}
            >
              {(control) => (
                <TextInput
                  {...control}
                  {...register('address')}
                  autoComplete="street-address"
                  maxLength={textLimits.businessAddress}
                />
              )}
            </Field>
            <TimeZoneField form={form} isFixed={settings.isTimeZoneFixed} />
          </>
        );
      }}
    </SettingsStep>
  );
}

/** Fills in this browser's time zone, which is usually the business's, unless the time zone is fixed. */
function suggestBrowserTimeZone(
  values: SettingsForm,
  settings: BusinessSettingsReply,
): SettingsForm {
  if (settings.isTimeZoneFixed) return values;
  return { ...values, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
