import { planInput, planIntervals, type Plan } from '@curbwrench/contract/plans/schemas';
import type { Service } from '@curbwrench/contract/services/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { getErrorMessage } from '../api/api-error.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { useServices } from '../services/queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { FieldSkeleton, Skeleton } from '../ui/skeleton.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { intervalLabels } from './plan-text.ts';
import { useSavePlan } from './queries.ts';

type FormInput = z.input<typeof planInput>;
type FormOutput = z.output<typeof planInput>;

interface PlanDialogProps {
  /** Null for a new plan. */
  plan: Plan | null;
  onClose: () => void;
}

/** Renders the form to add or edit a plan. Edits apply only to customers who join afterward. */
export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const services = useServices();
  // The initial values depend on the services in the first response: a later refetch must not reset the form.
  const [initialServices, setInitialServices] = useState(services.data);
  if (initialServices === undefined && services.data !== undefined)
    setInitialServices(services.data);
  const savePlan = useSavePlan(plan?.id ?? null);
  const form = useForm<FormInput, unknown, FormOutput>({
    resolver: zodResolver(planInput),
    defaultValues: initialValues(plan, []),
    ...(initialServices && { values: initialValues(plan, initialServices) }),
  });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    await savePlan.mutateAsync(body);
    showToast({ title: plan ? 'Plan updated' : 'Plan created', description: body.name });
    onClose();
  });

  return (
    <FormDialog
      title={plan ? 'Edit plan' : 'Add plan'}
      description={
        plan ? 'Customers already on this plan keep the terms they joined with.' : undefined
      }
      label={plan ? 'Edit the plan' : 'Add a plan'}
      action={plan ? 'Save plan' : 'Add plan'}
      disabledReason={services.data ? null : "The services haven't loaded yet."}
      pending={isPending}
      pendingLabel="Saving..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <Loaded
        query={services}
        skeleton={<PlanFormSkeleton />}
        failure="We couldn't load the services that a plan can include."
        getCause={getErrorMessage}
      >
        {(loadedServices) => <PlanFields form={form} services={loadedServices} />}
      </Loaded>
    </FormDialog>
  );
}

interface PlanFieldsProps {
  form: UseFormReturn<FormInput, unknown, FormOutput>;
  /** The services that a plan can include. */
  services: readonly Service[];
}

function PlanFields({ form, services }: PlanFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const includedServices = useFieldArray({ control, name: 'services' });
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        {(field) => (
          <TextInput
            {...field}
            {...register('name')}
            autoComplete="off"
            maxLength={textLimits.planName}
          />
        )}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(field) => (
          <TextArea
            {...field}
            {...register('description')}
            rows={2}
            maxLength={textLimits.planDescription}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Price" error={errors.price?.message}>
          {(field) => (
            <TextInput {...field} {...register('price')} inputMode="decimal" autoComplete="off" />
          )}
        </Field>
        <Field label="Billed" error={errors.interval?.message}>
          {(field) => (
            <Select {...field} {...register('interval')}>
              {planIntervals.map((interval) => (
                <option key={interval} value={interval}>
                  {intervalLabels[interval]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset className="grid gap-3 border-t border-line pt-4">
        <legend className="sr-only">Included services</legend>
        <p aria-hidden className="font-semibold">
          Included services
        </p>
        <p className="text-sm text-ink-soft">
          How many times each service is free per billing interval.
        </p>
        {includedServices.fields.map((row, index) => (
          <div key={row.id} className="flex items-start gap-2">
            <Field
              label={`Service ${index + 1}`}
              error={errors.services?.[index]?.serviceId?.message}
              className="min-w-0 flex-1"
            >
              {(field) => (
                <Select
                  {...field}
                  {...register(`services.${index}.serviceId`, { valueAsNumber: true })}
                >
                  {services.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field
              label="Uses"
              error={errors.services?.[index]?.uses?.message}
              className="w-20 shrink-0"
            >
              {(field) => (
                <TextInput
                  {...field}
                  {...register(`services.${index}.uses`, { valueAsNumber: true })}
                  inputMode="numeric"
                  autoComplete="off"
                />
              )}
            </Field>
            <IconButton
              label={`Remove service ${index + 1}`}
              icon={<X className="size-5" aria-hidden />}
              className="mt-7.5"
              onClick={() => includedServices.remove(index)}
            />
          </div>
        ))}
        <FieldError>{errors.services?.root?.message ?? errors.services?.message}</FieldError>
        <Button
          icon={<Plus className="size-4" aria-hidden />}
          className="justify-self-start"
          {...(services.length === 0 && { disabledReason: 'Add a service first.' })}
          onClick={() =>
            includedServices.append({
              serviceId: findUnusedServiceId(services, form.getValues('services')),
              uses: 1,
            })
          }
        >
          Include a service
        </Button>
      </fieldset>
      <Field
        label="Discount on everything else"
        hint="Enter a percentage, or 0 for no discount."
        error={errors.discountPercent?.message}
      >
        {(field) => (
          <TextInput
            {...field}
            {...register('discountPercent', { valueAsNumber: true })}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-28"
          />
        )}
      </Field>
    </>
  );
}

/** Renders placeholders for name, description, price and interval, and included services. */
function PlanFormSkeleton() {
  return (
    <div className="grid gap-5">
      <FieldSkeleton />
      <FieldSkeleton className="h-18" />
      <div className="grid gap-5 sm:grid-cols-2">
        <FieldSkeleton />
        <FieldSkeleton />
      </div>
      <Skeleton className="h-11 w-44" />
    </div>
  );
}

/** Returns the form's initial values, without services that are no longer offered. */
function initialValues(plan: Plan | null, initialServices: readonly Service[]): FormInput {
  if (plan === null) {
    return {
      name: '',
      description: '',
      price: '',
      interval: 'month',
      discountPercent: 10,
      services: [],
    };
  }
  const { name, description, price, interval, discountPercent, services } = plan;
  return {
    name,
    description,
    price,
    interval,
    discountPercent,
    services: services
      .filter(({ serviceId }) => initialServices.some(({ id }) => id === serviceId))
      .map(({ serviceId, uses }) => ({ serviceId, uses })),
  };
}

function findUnusedServiceId(
  services: readonly Service[],
  included: readonly { serviceId: number }[],
): number {
  const unused = services.find(({ id }) => !included.some(({ serviceId }) => serviceId === id));
  return (unused ?? services[0])?.id ?? 0;
}
