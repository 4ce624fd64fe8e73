import {
  oldestYearToPick,
  settingsVehicleForm,
  type Vehicle,
  vehicleLimits,
  vehicleTypes,
} from '@curbwrench/contract/vehicles/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useToday } from '../business/today.ts';
import { useFormCall } from '../forms/use-form-call.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useAddVehicle, useChangeVehicle } from './queries.ts';

type Form = ReturnType<typeof settingsVehicleForm>;
type FormIn = z.input<Form>;
type FormOut = z.output<Form>;

interface VehicleDialogProps {
  /** Null for a new one. */
  vehicle: Vehicle | null;
  /** For dispatch: the owner of a new vehicle. */
  customerId: string | undefined;
  onClose: () => void;
}

/** Renders the settings' vehicle form. */
export function VehicleDialog({ vehicle, customerId, onClose }: VehicleDialogProps) {
  const currentYear = Number(useToday().slice(0, 4));
  const add = useAddVehicle();
  const change = useChangeVehicle(vehicle?.id ?? 0);
  const form = useForm<FormIn, unknown, FormOut>({
    resolver: zodResolver(settingsVehicleForm(currentYear)),
    defaultValues: initialValues(vehicle, currentYear),
  });
  const { errors } = form.formState;

  const { handleSubmit, isPending } = useFormCall(
    form,
    async (values) => {
      if (vehicle) await change.mutateAsync(values);
      else await add.mutateAsync({ ...values, ...(customerId !== undefined && { customerId }) });
      showToast({
        title: vehicle ? 'Vehicle updated' : 'Vehicle added',
        description: `${values.year} ${values.make} ${values.model}`,
      });
      onClose();
    },
    { title: 'Operation failed' },
  );

  return (
    <FormDialog
      title={vehicle ? 'Edit Vehicle' : 'Add Vehicle'}
      label={vehicle ? 'Edit a vehicle' : 'Add a vehicle'}
      className="grid gap-4 sm:grid-cols-2"
      action={vehicle ? 'Save Vehicle' : 'Add Vehicle'}
      pending={isPending}
      pendingLabel="Saving..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Field label="Make" error={errors.make?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('make')}
            autoComplete="off"
            maxLength={vehicleLimits.make}
          />
        )}
      </Field>
      <Field label="Model" error={errors.model?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('model')}
            autoComplete="off"
            maxLength={vehicleLimits.model}
          />
        )}
      </Field>
      <Field label="Year" error={errors.year?.message}>
        {(control) => (
          <Select {...control} {...form.register('year', { setValueAs: Number })}>
            {getYearOptions(currentYear, vehicle?.year).map((year) => (
              <option key={year} value={year}>
                {year}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Plate number" error={errors.plateNumber?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('plateNumber')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={vehicleLimits.plateNumber}
          />
        )}
      </Field>
      <Field label="Vehicle type" error={errors.type?.message}>
        {(control) => (
          <Select {...control} {...form.register('type')} placeholder="Select a type">
            {vehicleTypes.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="sm:col-span-2">
        <Controller
          control={form.control}
          name="isActive"
          render={({ field }) => (
            <Switch checked={field.value} onCheckedChange={field.onChange} label="Active" />
          )}
        />
        <p className="text-sm text-ink-soft">
          An inactive vehicle stays in this list but can't be booked.
        </p>
      </div>
    </FormDialog>
  );
}

function initialValues(vehicle: Vehicle | null, currentYear: number): FormIn {
  if (!vehicle) {
    return {
      make: '',
      model: '',
      year: currentYear,
      plateNumber: '',
      type: 'Sedan',
      isActive: true,
    };
  }
  const { make, model, year, plateNumber, type, isActive } = vehicle;
  return {
    make,
    model,
    year,
    plateNumber: plateNumber ?? '',
    // A type that isn't on the list has to be chosen again.
    type: vehicleTypes.find((listedType) => listedType === type) ?? ('' as 'Other'),
    isActive,
  };
}

/** Returns the model years to select: next year down to 1980, plus the vehicle's own if it is older. */
export function getYearOptions(currentYear: number, own: number | undefined): number[] {
  const latest = currentYear + 1;
  const years = Array.from({ length: latest - oldestYearToPick + 1 }, (_, index) => latest - index);
  if (own !== undefined && !years.includes(own)) years.push(own);
  return years;
}
