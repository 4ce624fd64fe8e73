import { serviceInput, type Service } from '@curbwrench/contract/services/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useBusiness } from '../business/queries.ts';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useSaveService } from './queries.ts';

type FormInput = z.input<typeof serviceInput>;
type FormOutput = z.output<typeof serviceInput>;

interface ServiceDialogProps {
  /** Null for a new service. */
  service: Service | null;
  /** Skills that mechanics have or other services require: suggested while typing. */
  knownSkills: readonly string[];
  /** Skills that mechanics have; undefined until they are loaded. */
  mechanicSkills: readonly string[] | undefined;
  onClose: () => void;
}

/** Renders the service form. A new price or duration applies only to new bookings. */
export function ServiceDialog({
  service,
  knownSkills,
  mechanicSkills,
  onClose,
}: ServiceDialogProps) {
  const id = useId();
  const { currency } = useBusiness();
  const save = useSaveService(service?.id ?? null);
  const form = useForm<FormInput, unknown, FormOutput>({
    resolver: zodResolver(serviceInput),
    defaultValues: {
      name: service?.name ?? '',
      description: service?.description ?? '',
      price: service?.price ?? '',
      laborHours: service?.laborHours ? Number(service.laborHours) : null,
      skill: service?.skill ?? '',
      ...(service && { duration: service.duration }),
    },
  });
  const { errors } = form.formState;
  const skill = useWatch({ control: form.control, name: 'skill' })?.trim() ?? '';
  const isSkillMissing =
    skill !== '' &&
    mechanicSkills?.some((name) => name.toLowerCase() === skill.toLowerCase()) === false;

  const { handleSubmit, isPending } = useFormRequest(
    form,
    async (values) => {
      await save.mutateAsync(values);
      showToast({
        title: service ? 'Service updated' : 'Service created',
        description: values.name,
      });
      onClose();
    },
    { title: 'Operation failed' },
  );

  return (
    <FormDialog
      title={service ? 'Edit Service' : 'Add Service'}
      description={service ? 'Existing appointments keep their price and duration.' : undefined}
      label={service ? 'Edit a service' : 'Add a service'}
      className="grid gap-4 sm:grid-cols-2"
      action={service ? 'Save Service' : 'Add Service'}
      pending={isPending}
      pendingLabel="Saving..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message} className="sm:col-span-2">
        {(control) => (
          <TextInput
            {...control}
            {...form.register('name')}
            autoComplete="off"
            maxLength={textLimits.serviceName}
          />
        )}
      </Field>
      <Field label="Description" error={errors.description?.message} className="sm:col-span-2">
        {(control) => (
          <TextArea
            {...control}
            {...form.register('description')}
            maxLength={textLimits.serviceDescription}
          />
        )}
      </Field>
      <Field label={`Price (${currency})`} error={errors.price?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('price')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="89.50"
          />
        )}
      </Field>
      <Field label="Duration (minutes)" error={errors.duration?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('duration', { setValueAs: parseNumber })}
            inputMode="numeric"
            autoComplete="off"
            placeholder="60"
          />
        )}
      </Field>
      <Field label="Labor hours" optional error={errors.laborHours?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('laborHours', { setValueAs: parseOptionalNumber })}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Skill"
        optional
        hint={
          isSkillMissing
            ? `No mechanic has the ${skill} skill yet, so nobody can book this service. Add it to a mechanic's skills under Team schedule.`
            : 'Only mechanics with this skill can be booked for this service.'
        }
        error={errors.skill?.message}
      >
        {(control) => (
          <>
            <TextInput
              {...control}
              {...form.register('skill')}
              list={`${id}-skills`}
              autoComplete="off"
              autoCapitalize="none"
              maxLength={textLimits.skill}
            />
            <datalist id={`${id}-skills`}>
              {knownSkills.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </datalist>
          </>
        )}
      </Field>
    </FormDialog>
  );
}

/** Returns the entered number; NaN for any other text. For empty text, `Number` would return 0. */
function parseNumber(text: unknown): number {
  if (typeof text === 'number') return text;
  const trimmed = typeof text === 'string' ? text.trim() : '';
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : NaN;
}

function parseOptionalNumber(text: unknown): number | null {
  return text === null || text === '' ? null : parseNumber(text);
}
