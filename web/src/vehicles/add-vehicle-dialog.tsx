import {
  bookingVehicleForm,
  oldestYearWhenBooking,
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
import { TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { MakeField, ModelField } from './make-and-model.tsx';
import { useAddVehicle } from './queries.ts';
import { VinField } from './vin-field.tsx';

type VehicleSchema = ReturnType<typeof bookingVehicleForm>;

interface AddVehicleDialogProps {
  onClose: () => void;
  /** The vehicle's owner, if an advisor or admin adds it for a customer. */
  customerId: string | undefined;
  onAdded: (vehicleId: number) => void;
}

/**
 * Renders the booking screen's dialog to add a vehicle. On success it refreshes the list, calls `onAdded`
 * with the new vehicle's id and closes the dialog.
 */
export function AddVehicleDialog({ onClose, customerId, onAdded }: AddVehicleDialogProps) {
  const currentYear = Number(useToday().slice(0, 4));
  const latestYear = currentYear + 1;
  const addVehicle = useAddVehicle();
  const form = useForm<z.input<VehicleSchema>, unknown, z.output<VehicleSchema>>({
    resolver: zodResolver(bookingVehicleForm(currentYear), {
      // The library's own message for an invalid year is not helpful.
      error: ({ path }) =>
        path?.[0] === 'year'
          ? `Enter a year from ${oldestYearWhenBooking} to ${latestYear}`
          : undefined,
    }),
    defaultValues: { make: '', model: '', vin: '', type: 'Sedan' },
  });
  const { errors } = form.formState;
  const [make, vin, year] = useWatch({ control: form.control, name: ['make', 'vin', 'year'] });

  const { handleSubmit, isPending } = useFormRequest(
    form,
    async (vehicle) => {
      const { id } = await addVehicle.mutateAsync({
        ...vehicle,
        ...(customerId === undefined ? {} : { customerId }),
      });
      onAdded(id);
      showToast({
        title: 'Vehicle added',
        description: 'Your vehicle has been added successfully.',
      });
      onClose();
    },
    { title: 'Failed to add vehicle', fallback: 'There was an error adding your vehicle' },
  );

  return (
    <FormDialog
      title="Add New Vehicle"
      label="Add a vehicle"
      className="grid gap-4 sm:grid-cols-2"
      action="Add Vehicle"
      pending={isPending}
      pendingLabel="Adding..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Field label="Year" error={errors.year?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('year', { setValueAs: parseYear })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
          />
        )}
      </Field>
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
      <Field label="Vehicle type" error={errors.type?.message}>
        {(control) => (
          <Select {...control} {...form.register('type')}>
            {vehicleTypes.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <VinField
        inputProps={form.register('vin')}
        vin={vin}
        modelYear={year}
        error={errors.vin?.message}
      />
    </FormDialog>
  );
}

/** Parses a four-digit year. Returns NaN for any other text, including an empty one. */
function parseYear(text: unknown): number {
  return typeof text === 'number'
    ? text
    : Number.parseInt(/^\d{4}$/.exec(String(text).trim())?.[0] ?? '', 10);
}
