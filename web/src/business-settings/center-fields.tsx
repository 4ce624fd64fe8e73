import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { SettingsFields } from './settings-fields.ts';

/** The address field's message if the address could not be located. */
export const addressNotFound = "We couldn't find this address. Please add the ZIP code.";

/** Renders the fields for the point that distances are measured from, and a button that sets it from the address. */
export function CenterFields({ form }: { form: SettingsFields }) {
  const { register, formState, getValues, setValue, setError } = form;
  const { errors } = formState;
  const [isLocating, setLocating] = useState(false);

  async function locate() {
    const address = getValues('address').trim();
    if (address === '') {
      setError('address', { message: 'Please enter an address.' }, { shouldFocus: true });
      return;
    }
    setLocating(true);
    try {
      const { lat, lng } = await request('locateAddress', { query: { q: address } });
      if (lat === null || lng === null) {
        setError('address', { message: addressNotFound }, { shouldFocus: true });
        return;
      }
      setValue('lat', String(lat), { shouldDirty: true, shouldValidate: true });
      setValue('lng', String(lng), { shouldDirty: true, shouldValidate: true });
    } catch (error) {
      setError('address', { message: getErrorMessage(error) }, { shouldFocus: true });
    } finally {
      setLocating(false);
    }
  }

  return (
    <fieldset className="grid min-w-0 gap-x-5 gap-y-3 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-1.5 font-semibold">Map center</legend>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
        <Button
          size="sm"
          icon={<LocateFixed className="size-4" aria-hidden />}
          pending={isLocating}
          pendingLabel="Finding..."
          onClick={() => void locate()}
        >
          Set from address
        </Button>
        <p className="text-sm text-ink-soft">Or enter the coordinates yourself.</p>
      </div>
      <Field label="Latitude" error={errors.lat?.message}>
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
    </fieldset>
  );
}
