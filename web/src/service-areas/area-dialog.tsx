import {
  serviceAreaInput,
  weekdayNames,
  weekdays,
  type ServiceArea,
  type ServiceAreaInput,
  type Weekday,
} from '@curbwrench/contract/service-areas/schemas';
import { callOutFeeLabel } from '@curbwrench/contract/payments/price-breakdown';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import {
  useForm,
  useWatch,
  type ResolverResult,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormCall } from '../forms/use-form-call.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { splitZips } from './area-text.ts';
import { useSaveServiceArea } from './queries.ts';

interface AreaDialogProps {
  /** Null for a new one. */
  area: ServiceArea | null;
  onClose: () => void;
}

/** The form's values as typed; the contract's schema parses them. */
interface AreaForm {
  name: string;
  zips: string;
  isCircle: boolean;
  lat: string;
  lng: string;
  radiusMiles: string;
  days: Weekday[];
  callOutFee: string;
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
  // Registered before all others, so that the first error on the screen gets the focus.
  const name = register('name');
  const zips = register('zips');
  const isCircle = useWatch({ control: form.control, name: 'isCircle' });
  const { handleSubmit, isPending, problem } = useFormCall(form, async (body) => {
    await saveArea.mutateAsync(body);
    showToast({ title: area ? 'Area updated' : 'Area created', description: body.name });
    onClose();
  });

  return (
    <FormDialog
      title={area ? 'Edit Area' : 'Add Area'}
      label={area ? 'Edit the area' : 'Add an area'}
      action={area ? 'Save Area' : 'Add Area'}
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
        hint="Separate with commas, spaces or new lines"
        error={errors.zips?.message}
      >
        {(control) => <TextArea {...control} {...zips} inputMode="numeric" autoComplete="off" />}
      </Field>
      <fieldset className="grid gap-3 border-t border-line pt-2">
        <legend className="sr-only">Around a point</legend>
        <Checkbox label="Also include a circle around a point" {...register('isCircle')} />
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
      <Field
        label={callOutFeeLabel}
        hint="Added to the price when the address has one of these ZIP codes, or one well inside the circle; 0 for none"
        error={errors.callOutFee?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('callOutFee')}
            inputMode="decimal"
            autoComplete="off"
            className="max-w-32"
          />
        )}
      </Field>
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

function toFormValues(area: ServiceArea | null): AreaForm {
  const circle = area?.circle ?? null;
  return {
    name: area?.name ?? '',
    zips: area?.zips.join(', ') ?? '',
    isCircle: circle !== null,
    lat: circle ? String(circle.lat) : '',
    lng: circle ? String(circle.lng) : '',
    radiusMiles: circle ? String(circle.radiusMiles) : '',
    days: area ? [...area.days] : ['mon', 'tue', 'wed', 'thu', 'fri'],
    callOutFee: area?.callOutFee ?? '0.00',
  };
}

function toBody({ name, zips, isCircle, lat, lng, radiusMiles, days, callOutFee }: AreaForm) {
  return {
    name,
    zips: splitZips(zips),
    circle: isCircle
      ? { lat: parseNumber(lat), lng: parseNumber(lng), radiusMiles: parseNumber(radiusMiles) }
      : null,
    days,
    callOutFee: callOutFee.trim(),
  };
}

/** Returns NaN for text that is not a number, rather than 0. */
function parseNumber(text: string): number {
  return text.trim() === '' ? NaN : Number(text);
}

/** Validates the form with the contract's schema; reports the first error of each field. */
function validateArea(values: AreaForm): ResolverResult<AreaForm, ServiceAreaInput> {
  const { data, error } = serviceAreaInput.safeParse(toBody(values));
  if (data) return { values: data, errors: {} };
  const fieldErrors = error.issues.map(
    ({ path, message }) => [getFieldName(path), { type: 'contract', message }] as const,
  );
  return { values: {}, errors: Object.fromEntries(fieldErrors.toReversed()) };
}

/** Returns the field of an error: the list for `zips.3`, the latitude for `circle.lat`. */
function getFieldName(path: readonly PropertyKey[]): string {
  return String(path[0] === 'circle' ? (path[1] ?? 'lat') : path[0]);
}
