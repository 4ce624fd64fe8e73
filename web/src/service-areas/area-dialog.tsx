import type { ServiceArea, ServiceAreaInput } from '@curbwrench/contract/service-areas/schemas';
import { weekdayNames, weekdays } from '@curbwrench/contract/service-areas/weekdays';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useForm, useWatch, type UseFormRegisterReturn } from 'react-hook-form';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { toFormValues, validateArea, type AreaForm } from './area-form.ts';
import { FeeFields } from './fee-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { useSaveServiceArea } from './queries.ts';

// Loaded on demand, because the map library is large.
const AreaDrawing = lazyComponent(async () => (await import('./area-drawing.tsx')).AreaDrawing);

interface AreaDialogProps {
  /** Null for a new area. */
  area: ServiceArea | null;
  onClose: () => void;
}

/** Renders the form to create or change a service area. */
export function AreaDialog({ area, onClose }: AreaDialogProps) {
  const saveArea = useSaveServiceArea(area?.id ?? null);
  const form = useForm<AreaForm, unknown, ServiceAreaInput>({
    resolver: validateArea,
    defaultValues: toFormValues(area),
  });
  const { register, formState } = form;
  const { errors } = formState;
  // Registered before all other fields, so that the first error on the screen gets focus.
  const name = register('name');
  const zips = register('zips');
  const isCircle = useWatch({ control: form.control, name: 'isCircle' });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    await saveArea.mutateAsync(body);
    showToast({ title: area ? 'Area updated' : 'Area created', description: body.name });
    onClose();
  });

  return (
    <FormDialog
      wide
      title={area ? 'Edit area' : 'Add area'}
      label={area ? 'Edit the area' : 'Add an area'}
      action={area ? 'Save area' : 'Add area'}
      pending={isPending}
      pendingLabel="Saving..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <Field label="Name" error={errors.name?.message}>
        {(control) => (
          <TextInput {...control} {...name} autoComplete="off" maxLength={textLimits.areaName} />
        )}
      </Field>
      <Field
        label="ZIP codes"
        optional
        hint="Separate with commas, spaces, or new lines"
        error={errors.zips?.message}
      >
        {(control) => <TextArea {...control} {...zips} inputMode="numeric" autoComplete="off" />}
      </Field>
      <fieldset className="grid gap-3 border-t border-line pt-2">
        <legend className="sr-only">Around a point</legend>
        <Checkbox label="Also include a radius around a point" {...register('isCircle')} />
        {isCircle && (
          <div className="grid gap-4 sm:grid-cols-3">
            <NumberField label="Latitude" error={errors.lat?.message} field={register('lat')} />
            <NumberField label="Longitude" error={errors.lng?.message} field={register('lng')} />
            <NumberField
              label="Radius (miles)"
              error={errors.radiusMiles?.message}
              field={register('radiusMiles')}
            />
          </div>
        )}
      </fieldset>
      <fieldset className="grid gap-3 border-t border-line pt-4">
        <legend className="sr-only">Drawn on the map</legend>
        <p aria-hidden className="font-semibold">
          Drawn on the map
        </p>
        <LazyPart skeleton={<Skeleton className="h-80" />}>
          <AreaDrawing form={form} areaId={area?.id ?? null} />
        </LazyPart>
        <VerticesField error={errors.ring?.message} field={register('ring')} />
      </fieldset>
      <fieldset className="border-t border-line pt-4">
        <legend className="sr-only">Days</legend>
        <p aria-hidden className="font-semibold">
          Days
        </p>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {weekdays.map((day) => (
            <Checkbox key={day} label={weekdayNames[day]} {...register('days')} value={day} />
          ))}
        </div>
        <FieldError>{errors.days?.message}</FieldError>
      </fieldset>
      <LimitFields form={form} />
      <FeeFields form={form} />
    </FormDialog>
  );
}

interface NumberFieldProps {
  label: string;
  error: string | undefined;
  field: UseFormRegisterReturn;
}

function NumberField({ label, error, field }: NumberFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => <TextInput {...control} {...field} autoComplete="off" />}
    </Field>
  );
}

function VerticesField({ error, field }: Omit<NumberFieldProps, 'label'>) {
  return (
    <Field
      label="Boundary points"
      optional
      hint="One per line in order around the area, latitude first: 30.28, -97.76"
      error={error}
    >
      {(control) => (
        <TextArea {...control} {...field} autoComplete="off" spellCheck={false} rows={4} />
      )}
    </Field>
  );
}
