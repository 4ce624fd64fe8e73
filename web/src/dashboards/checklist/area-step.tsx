import { serviceAreaInput } from '@curbwrench/contract/service-areas/schemas';
import { weekdays } from '@curbwrench/contract/service-areas/weekdays';
import { useForm } from 'react-hook-form';
import { useBusiness } from '../../business/queries.ts';
import { FormProblem } from '../../forms/form-problem.tsx';
import { useFormRequest } from '../../forms/use-form-request.ts';
import { useSaveServiceArea } from '../../service-areas/queries.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { StepDialogProps } from './setup-checklist.tsx';

/** Asks for a radius and saves a service area: a circle around the business's center, on the days when it is open. */
export function AreaStep({ onDone, onClose }: StepDialogProps) {
  const { cityCenter, bookingRules, currency } = useBusiness();
  const save = useSaveServiceArea(null);
  const form = useForm({ defaultValues: { radiusMiles: '25', tripFee: '0' } });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (values) => {
    const { data, error } = serviceAreaInput.safeParse({
      name: `Within ${values.radiusMiles.trim()} miles`,
      zips: [],
      circle: { ...cityCenter, radiusMiles: Number(values.radiusMiles) },
      days: weekdays.filter((_, weekday) => bookingRules.businessHours[weekday] !== null),
      tripFee: values.tripFee.trim(),
    });
    if (!data) {
      for (const { path, message } of error.issues) {
        form.setError(path.includes('tripFee') ? 'tripFee' : 'radiusMiles', { message });
      }
      return;
    }
    await save.mutateAsync(data);
    onDone();
  });
  return (
    <FormDialog
      title="Service area"
      description="A circle around your address, on the days you're open. You can add ZIP codes and draw areas later."
      label="Service area"
      className="grid gap-5 sm:grid-cols-2"
      action="Save"
      pending={isPending}
      pendingLabel="Saving..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <Field label="Radius (miles)" error={errors.radiusMiles?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('radiusMiles')}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={`Trip fee (${currency})`} error={errors.tripFee?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('tripFee')}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
      </Field>
    </FormDialog>
  );
}
