import {
  settingsVehicleForm,
  type Vehicle,
  vehicleLimits,
  vehicleTypes,
} from '@curbwrench/contract/vehicles/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useToday } from '../business/today.ts';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { MakeField, ModelField } from './make-and-model.tsx';
import { getYearOptions } from './model-years.ts';
import { useAddVehicle, useChangeVehicle } from './queries.ts';
import { VinField } from './vin-field.tsx';

type VehicleSchema = ReturnType<typeof settingsVehicleForm>;
type FormInput = z.input<VehicleSchema>;
type FormOutput = z.output<VehicleSchema>;

interface VehicleDialogProps {
  /** Null for a new vehicle. */
  vehicle: Vehicle | null;
  /** For the office: the vehicle's owner. */
  customerId: string | undefined;
  onClose: () => void;
}

/** Renders the form to add or edit a vehicle, with more fields than the one for booking (`AddVehicleDialog`). */
export function VehicleDialog({ vehicle, customerId, onClose }: VehicleDialogProps) {
  const currentYear = Number(useToday().slice(0, 4));
  const add = useAddVehicle();
  const change = useChangeVehicle(vehicle?.id ?? 0);
  const form = useForm<FormInput, unknown, FormOutput>({
    resolver: zodResolver(settingsVehicleForm(currentYear, customerId === undefined)),
    defaultValues: getInitialValues(vehicle, currentYear),
  });
  const { errors } = form.formState;
  const [make, vin, modelYear] = useWatch({
    control: form.control,
    name: ['make', 'vin', 'year'],
  });

  const { handleSubmit, isPending } = useFormRequest(
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
      <Controller
        control={form.control}
        name="make"
        render={({ field }) => <MakeField {...field} error={errors.make?.message} />}
      />
      <Controller
        control={form.control}
        name="model"
        render={({ field }) => <ModelField {...field} make={make} error={errors.model?.message} />}
      />
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
      <Field
        label="Plate number"
        optional={customerId !== undefined}
        error={errors.plateNumber?.message}
      >
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
      <Field label="Color" optional error={errors.color?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('color')}
            autoComplete="off"
            maxLength={vehicleLimits.color}
          />
        )}
      </Field>
      <VinField
        inputProps={form.register('vin')}
        vin={vin}
        modelYear={modelYear}
        error={errors.vin?.message}
      />
      <div className="sm:col-span-2">
        <Controller
          control={form.control}
          name="isActive"
          render={({ field }) => (
            <Switch checked={field.value} onCheckedChange={field.onChange} label="Active" />
          )}
        />
        <p className="text-sm text-ink-soft">
          An inactive vehicle stays on file, but can't be booked for service.
        </p>
      </div>
    </FormDialog>
  );
}

function getInitialValues(vehicle: Vehicle | null, currentYear: number): FormInput {
  if (!vehicle) {
    return {
      make: '',
      model: '',
      year: currentYear,
      plateNumber: '',
      type: 'Sedan',
      vin: '',
      color: '',
      isActive: true,
    };
  }
  const { make, model, year, plateNumber, type, vin, color, isActive } = vehicle;
  return {
    make,
    model,
    year,
    plateNumber: plateNumber ?? '',
    // A type that isn't on the list has to be chosen again.
    type: vehicleTypes.find((listedType) => listedType === type) ?? ('' as 'Other'),
    vin: vin ?? '',
    color: color ?? '',
    isActive,
  };
}
