import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { defaultLandingWording } from '@curbwrench/contract/pages/landing-wording';
import { Field } from '../ui/field.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import type { SettingsFields } from './settings-fields.ts';

/** Renders the fields for the wording at the top of the landing page. */
export function LandingFields({ form }: { form: SettingsFields }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <div className="grid gap-5">
      <Field label="Headline" optional error={errors.landingHeadline?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('landingHeadline')}
            autoComplete="off"
            maxLength={textLimits.landingHeadline}
            placeholder={defaultLandingWording.headline}
          />
        )}
      </Field>
      <Field
        label="Introduction"
        optional
        hint="Shown below the headline. If a field is blank, visitors see its placeholder text."
        error={errors.landingIntro?.message}
      >
        {(control) => (
          <TextArea
            {...control}
            {...register('landingIntro')}
            className="field-sizing-content"
            rows={4}
            maxLength={textLimits.landingIntro}
            placeholder={defaultLandingWording.intro}
          />
        )}
      </Field>
    </div>
  );
}
