import { planInput, planIntervals, type Plan } from '@curbwrench/contract/plans/schemas';
import type { Service } from '@curbwrench/contract/services/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { Plus, X } from 'lucide-react';
import { useFieldArray, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { sentenceOf } from '../api/api-error.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormCall } from '../forms/use-form-call.ts';
import { useServices } from '../services/queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog, DialogFooter } from '../ui/dialog.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { FieldSkeleton, Skeleton } from '../ui/skeleton.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { intervalLabels } from './plan-text.ts';
import { useSavePlan } from './queries.ts';

interface PlanDialogProps {
  /** Null for a new one. */
  plan: Plan | null;
  onClose: () => void;
}

/** Defines a plan, or changes it for those who join from now on. */
export function PlanDialog(props: PlanDialogProps) {
  const { plan, onClose } = props;
  const services = useServices();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={plan ? 'Edit Plan' : 'Add Plan'}
      {...(plan && {
        description: 'Customers already on this plan keep the terms they joined with.',
      })}
    >
      <Loaded
        query={services}
        skeleton={<PlanFormSkeleton />}
        failure="We couldn't load the services that a plan can include."
        causeOf={sentenceOf}
      >
        {(sold) => <PlanForm {...props} services={sold} />}
      </Loaded>
    </Dialog>
  );
}

interface PlanFormProps extends PlanDialogProps {
  services: readonly Service[];
}

function PlanForm({ plan, services, onClose }: PlanFormProps) {
  const savePlan = useSavePlan(plan?.id ?? null);
  const form = useForm<z.input<typeof planInput>, unknown, z.output<typeof planInput>>({
    resolver: zodResolver(planInput),
    defaultValues: valuesOf(plan, services),
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const included = useFieldArray({ control, name: 'services' });
  const { handleSubmit, isPending, problem } = useFormCall(form, async (body) => {
    await savePlan.mutateAsync(body);
    showToast({ title: plan ? 'Plan updated' : 'Plan created', description: body.name });
    onClose();
  });

  return (
    <>
      <form
        id="plan"
        noValidate
        aria-label={plan ? 'Edit the plan' : 'Add a plan'}
        onSubmit={handleSubmit}
        className="grid gap-5"
      >
        <FormProblem>{problem}</FormProblem>
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
          <Field label="Paid" error={errors.interval?.message}>
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
          <p className="text-sm text-ink-soft">How many times each is free per billing interval.</p>
          {included.fields.map((row, at) => (
            <div key={row.id} className="flex items-start gap-2">
              <Field
                label={`Service ${at + 1}`}
                error={errors.services?.[at]?.serviceId?.message}
                className="min-w-0 flex-1"
              >
                {(field) => (
                  <Select
                    {...field}
                    {...register(`services.${at}.serviceId`, { valueAsNumber: true })}
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
                error={errors.services?.[at]?.uses?.message}
                className="w-20 shrink-0"
              >
                {(field) => (
                  <TextInput
                    {...field}
                    {...register(`services.${at}.uses`, { valueAsNumber: true })}
                    inputMode="numeric"
                    autoComplete="off"
                  />
                )}
              </Field>
              <IconButton
                label={`Remove service ${at + 1}`}
                icon={<X className="size-5" aria-hidden />}
                className="mt-7.5"
                onClick={() => included.remove(at)}
              />
            </div>
          ))}
          <FieldError>{errors.services?.root?.message ?? errors.services?.message}</FieldError>
          <Button
            icon={<Plus className="size-4" aria-hidden />}
            className="justify-self-start"
            {...(services.length === 0 && { disabledReason: 'Add a service first.' })}
            onClick={() =>
              included.append({
                serviceId: firstUnused(services, form.getValues('services')),
                uses: 1,
              })
            }
          >
            Include a service
          </Button>
        </fieldset>
        <Field
          label="Discount on everything else"
          hint="In percent; 0 for none"
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
      </form>
      <DialogFooter className="sticky -bottom-5 -mx-5 mt-5 -mb-5 bg-sheet sm:-bottom-6 sm:-mx-6 sm:-mb-6">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          form="plan"
          variant="primary"
          pending={isPending}
          pendingLabel="Saving..."
        >
          {plan ? 'Save Plan' : 'Add Plan'}
        </Button>
      </DialogFooter>
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

/** Returns the form's initial values. A service that is no longer sold can't be included again. */
function valuesOf(plan: Plan | null, sold: readonly Service[]): z.input<typeof planInput> {
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
      .filter(({ serviceId }) => sold.some(({ id }) => id === serviceId))
      .map(({ serviceId, uses }) => ({ serviceId, uses })),
  };
}

function firstUnused(
  services: readonly Service[],
  included: readonly { serviceId: number }[],
): number {
  const unused = services.find(({ id }) => !included.some(({ serviceId }) => serviceId === id));
  return (unused ?? services[0])?.id ?? 0;
}
