import {
  serviceAreaInput,
  weekdayNames,
  weekdays,
  type ServiceArea,
  type Weekday,
} from '@curbwrench/contract/service-areas';
import { callOutFeeLabel } from '@curbwrench/contract/price-words';
import { textLimits } from '@curbwrench/contract/text-limits';
import { useRef, useState } from 'react';
import { ApiError, sentenceOf } from '../api/api-error.ts';
import { Callout } from '../ui/callout.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { zipsIn } from './area-text.ts';
import { useSaveServiceArea } from './queries.ts';

interface AreaDialogProps {
  /** Null for a new one. */
  area: ServiceArea | null;
  onClose: () => void;
}

/** What is typed; the contract's schema reads it. */
interface AreaForm {
  name: string;
  zips: string;
  isCircle: boolean;
  lat: string;
  lng: string;
  radiusMiles: string;
  days: readonly Weekday[];
  callOutFee: string;
}

/** Describes an area, or changes it. */
export function AreaDialog({ area, onClose }: AreaDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const saveArea = useSaveServiceArea(area?.id ?? null);
  const [values, setValues] = useState(() => formOf(area));
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();

  function change(part: Partial<AreaForm>) {
    setValues({ ...values, ...part });
  }

  function show(found: Readonly<Record<string, string>>) {
    setMistakes(found);
    // Once the mistakes stand at their fields.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  }

  async function save() {
    setProblem(undefined);
    const parsed = serviceAreaInput.safeParse(bodyOf(values));
    if (!parsed.success) {
      show(
        Object.fromEntries(
          parsed.error.issues
            .map(({ path, message }) => [fieldOf(path), message] as const)
            .toReversed(),
        ),
      );
      return;
    }
    setMistakes({});
    try {
      await saveArea.mutateAsync(parsed.data);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (Object.keys(fields).length > 0) show(fields);
      else setProblem(sentenceOf(error));
      return;
    }
    showToast({ title: area ? 'Area updated' : 'Area created', description: parsed.data.name });
    onClose();
  }

  return (
    <FormDialog
      title={area ? 'Edit Area' : 'Add Area'}
      label={area ? 'Edit the area' : 'Add an area'}
      action={area ? 'Save Area' : 'Add Area'}
      pending={saveArea.isPending}
      pendingLabel="Saving..."
      formRef={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saveArea.isPending) void save();
      }}
      onClose={onClose}
    >
      {problem !== undefined && <Callout tone="alert">{problem}</Callout>}
      <Field label="Name" error={mistakes['name']}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={textLimits.areaName}
            value={values.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <Field
        label="ZIP codes"
        optional
        hint="Parted by commas, spaces or lines"
        error={mistakes['zips']}
      >
        {(control) => (
          <TextArea
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={values.zips}
            onChange={({ target }) => change({ zips: target.value })}
          />
        )}
      </Field>
      <fieldset className="grid gap-3 border-t border-line pt-2">
        <legend className="sr-only">Around a point</legend>
        <Checkbox
          label="Also everything around a point"
          checked={values.isCircle}
          onChange={({ target }) => change({ isCircle: target.checked })}
        />
        {values.isCircle && (
          <div className="grid gap-4 sm:grid-cols-3">
            <NumberField
              label="Latitude"
              error={mistakes['lat']}
              value={values.lat}
              onChange={(lat) => change({ lat })}
            />
            <NumberField
              label="Longitude"
              error={mistakes['lng']}
              value={values.lng}
              onChange={(lng) => change({ lng })}
            />
            <NumberField
              label="Miles around"
              error={mistakes['radiusMiles']}
              value={values.radiusMiles}
              onChange={(radiusMiles) => change({ radiusMiles })}
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
            <Checkbox
              key={day}
              label={weekdayNames[day]}
              checked={values.days.includes(day)}
              onChange={({ target }) =>
                change({
                  days: target.checked
                    ? [...values.days, day]
                    : values.days.filter((other) => other !== day),
                })
              }
            />
          ))}
        </div>
        <FieldError>{mistakes['days']}</FieldError>
      </fieldset>
      <Field
        label={callOutFeeLabel}
        hint="Added to the price where the address tells its ZIP code; 0 for none"
        error={mistakes['callOutFee']}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            autoComplete="off"
            className="max-w-32"
            value={values.callOutFee}
            onChange={({ target }) => change({ callOutFee: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

interface NumberFieldProps {
  label: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

function NumberField({ label, error, value, onChange }: NumberFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function formOf(area: ServiceArea | null): AreaForm {
  const circle = area?.circle ?? null;
  return {
    name: area?.name ?? '',
    zips: area?.zips.join(', ') ?? '',
    isCircle: circle !== null,
    lat: circle ? String(circle.lat) : '',
    lng: circle ? String(circle.lng) : '',
    radiusMiles: circle ? String(circle.radiusMiles) : '',
    days: area?.days ?? ['mon', 'tue', 'wed', 'thu', 'fri'],
    callOutFee: area?.callOutFee ?? '0.00',
  };
}

function bodyOf({ name, zips, isCircle, lat, lng, radiusMiles, days, callOutFee }: AreaForm) {
  return {
    name,
    zips: zipsIn(zips),
    circle: isCircle
      ? { lat: numberIn(lat), lng: numberIn(lng), radiusMiles: numberIn(radiusMiles) }
      : null,
    days,
    callOutFee: callOutFee.trim(),
  };
}

/** Text that is no number is not a number, rather than 0. */
function numberIn(text: string): number {
  return text.trim() === '' ? NaN : Number(text);
}

/** The field that a mistake stands at: of `zips.3` the list, of `circle.lat` the latitude. */
function fieldOf(path: readonly PropertyKey[]): string {
  return String(path[0] === 'circle' ? (path[1] ?? 'lat') : path[0]);
}
