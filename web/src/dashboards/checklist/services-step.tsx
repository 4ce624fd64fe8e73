import { servicesInput } from '@curbwrench/contract/services/schemas';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useBusiness } from '../../business/queries.ts';
import { FormProblem } from '../../forms/form-problem.tsx';
import { useFormRequest } from '../../forms/use-form-request.ts';
import { useAddServices } from '../../services/queries.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldError } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { serviceSuggestions } from './service-suggestions.ts';
import type { StepDialogProps } from './setup-checklist.tsx';

interface ServicesForm {
  services: { isChosen: boolean; price: string; duration: string }[];
}

type Form = UseFormReturn<ServicesForm>;

const servicesSchema = servicesInput.shape.services;

/** Offers common services to choose and adapt. The selected services are created in a single request. */
export function ServicesStep({ onDone, onClose }: StepDialogProps) {
  const add = useAddServices();
  const { currency } = useBusiness();
  const form: Form = useForm<ServicesForm>({
    defaultValues: {
      services: serviceSuggestions.map(({ isPreselected, price, duration }) => ({
        isChosen: isPreselected,
        price: String(price),
        duration: String(duration),
      })),
    },
  });
  const rows = useWatch({ control: form.control, name: 'services' });
  const count = rows.filter(({ isChosen }) => isChosen).length;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async ({ services }) => {
    const chosenServices = services.flatMap(({ isChosen, price, duration }, index) => {
      const suggestion = serviceSuggestions[index];
      if (!suggestion || !isChosen) return [];
      const { name, description } = suggestion;
      return [{ index, service: { name, description, price, duration: Number(duration) } }];
    });
    const { data, error } = servicesSchema.safeParse(chosenServices.map(({ service }) => service));
    if (!data) return showProblems(form, error, chosenServices);
    await add.mutateAsync({ services: data });
    showToast({ title: data.length === 1 ? 'Service added' : `${data.length} services added` });
    onDone();
  });
  return (
    <FormDialog
      wide
      title="Services"
      description={`Choose what you offer and set your prices in ${currency}. You can change everything later.`}
      label="Services"
      className="grid divide-y divide-line"
      action={count === 1 ? 'Add 1 service' : `Add ${count} services`}
      disabledReason={count === 0 ? 'Choose at least one service.' : null}
      pending={isPending}
      pendingLabel="Adding..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      {serviceSuggestions.map((suggestion, index) => (
        <SuggestionRow key={suggestion.name} name={suggestion.name} index={index} form={form} />
      ))}
    </FormDialog>
  );
}

/** Renders a suggestion with its price and duration, which can be changed once it is chosen. */
function SuggestionRow({ name, index, form }: { name: string; index: number; form: Form }) {
  const { register, control, formState } = form;
  const isChosen = useWatch({ control, name: `services.${index}.isChosen` });
  const errors = formState.errors.services?.[index];
  return (
    <div
      role="group"
      aria-label={name}
      className="grid gap-x-4 py-1.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
    >
      <Checkbox label={name} {...register(`services.${index}.isChosen`)} />
      {isChosen && (
        <div className="flex items-center gap-2 max-sm:pb-2 max-sm:pl-8">
          <span className="w-24">
            <TextInput
              {...register(`services.${index}.price`)}
              aria-label="Price"
              aria-invalid={errors?.price ? true : undefined}
              inputMode="decimal"
              autoComplete="off"
              className="figures text-right"
            />
          </span>
          <span className="text-ink-soft">for</span>
          <span className="w-20">
            <TextInput
              {...register(`services.${index}.duration`)}
              aria-label="Minutes"
              aria-invalid={errors?.duration ? true : undefined}
              inputMode="numeric"
              autoComplete="off"
              className="figures text-right"
            />
          </span>
          <span className="text-ink-soft">min</span>
        </div>
      )}
      <div className="sm:col-span-2">
        <FieldError>{errors?.price?.message ?? errors?.duration?.message}</FieldError>
      </div>
    </div>
  );
}

/** Shows each problem next to its field, or above the form if it is not about a field. */
function showProblems(
  form: Form,
  error: z.ZodError,
  chosenServices: readonly { readonly index: number }[],
): void {
  for (const { path, message } of error.issues) {
    const [position, name] = path;
    const row = chosenServices[Number(position)];
    if (row && (name === 'price' || name === 'duration')) {
      form.setError(`services.${row.index}.${name}`, { message });
    } else {
      form.setError('root', { message });
    }
  }
}
