import { tripFeeLabel } from '@curbwrench/contract/payments/price';
import type { ServiceAreaInput } from '@curbwrench/contract/service-areas/schemas';
import { Plus, X } from 'lucide-react';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { Button, IconButton } from '../ui/button.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { AreaForm } from './area-form.ts';

interface FeeFieldsProps {
  form: UseFormReturn<AreaForm, unknown, ServiceAreaInput>;
}

/** Renders the fields of the trip fee: one fee, or one for each distance from the business. */
export function FeeFields({ form }: FeeFieldsProps) {
  const { register, formState, control } = form;
  const feeKind = useWatch({ control, name: 'feeKind' });
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">Fee</legend>
      <Field label="Fee type" hint="Added to the price of appointments in this area">
        {(field) => (
          <Select {...field} {...register('feeKind')}>
            <option value="flat">Same everywhere</option>
            <option value="distance">By distance</option>
          </Select>
        )}
      </Field>
      {feeKind === 'flat' ? (
        <Field label={tripFeeLabel} hint="0 for none" error={formState.errors.tripFee?.message}>
          {(field) => (
            <TextInput
              {...field}
              {...register('tripFee')}
              inputMode="decimal"
              autoComplete="off"
              className="max-w-32"
            />
          )}
        </Field>
      ) : (
        <FeeBands form={form} />
      )}
    </fieldset>
  );
}

function FeeBands({ form: { register, formState, control } }: FeeFieldsProps) {
  const { errors } = formState;
  const bands = useFieldArray({ control, name: 'feeBands' });
  return (
    <>
      <p className="text-sm text-ink-soft">
        Enter the nearest distance first. Distances are in a straight line from the business. The
        last fee also applies farther away.
      </p>
      {bands.fields.map((row, index) => (
        <div key={row.id} className="flex items-start gap-2">
          <Field
            label={`${index + 1}. Up to (miles)`}
            error={errors.feeBands?.[index]?.upToMiles?.message}
            className="flex-1"
          >
            {(field) => (
              <TextInput
                {...field}
                {...register(`feeBands.${index}.upToMiles`)}
                inputMode="decimal"
                autoComplete="off"
              />
            )}
          </Field>
          <Field
            label={`${index + 1}. Fee`}
            error={errors.feeBands?.[index]?.fee?.message}
            className="flex-1"
          >
            {(field) => (
              <TextInput
                {...field}
                {...register(`feeBands.${index}.fee`)}
                inputMode="decimal"
                autoComplete="off"
              />
            )}
          </Field>
          <IconButton
            label={`Remove distance ${index + 1}`}
            icon={<X className="size-5" aria-hidden />}
            className="mt-7.5"
            onClick={() => bands.remove(index)}
          />
        </div>
      ))}
      <FieldError>{errors.feeBands?.root?.message ?? errors.feeBands?.message}</FieldError>
      <Button
        icon={<Plus className="size-4" aria-hidden />}
        className="justify-self-start"
        onClick={() => bands.append({ upToMiles: '', fee: '' })}
      >
        Add distance
      </Button>
    </>
  );
}
