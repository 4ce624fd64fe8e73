import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import { getErrorMessage } from '../api/api-error.ts';
import { logInUrl, paths } from '../paths.ts';
import { Field } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { useVehicles } from '../vehicles/queries.ts';
import type { Booker } from './booking-form-values.ts';

/** The option that opens the dialog to add a vehicle. */
const addOption = 'add';

interface VehicleFieldProps {
  booker: Booker;
  /** Whether it is known whose vehicles to offer; dispatch has to choose the customer first. */
  isOwnerKnown: boolean;
  query: ReturnType<typeof useVehicles>;
  value: number | null;
  error: string | undefined;
  onValueChange: (vehicleId: number) => void;
  onAdd: () => void;
}

/** Renders the select for a vehicle, with an option to add one. */
export function VehicleField({ booker, isOwnerKnown, query, ...rest }: VehicleFieldProps) {
  if (booker === 'visitor') {
    return (
      <div>
        <p className="font-semibold">Vehicle</p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 rounded-md bg-well px-3 py-2.5 text-ink-soft">
          Please log in to see your vehicles
          <a
            href={logInUrl(paths.bookService)}
            className="link -my-2.5 inline-flex min-h-touch items-center font-medium text-ink"
          >
            Log In
          </a>
        </p>
      </div>
    );
  }
  if (!isOwnerKnown) {
    return (
      <div>
        <p className="font-semibold">Vehicle</p>
        <p className="mt-1.5 rounded-md bg-well px-3 py-2.5 text-ink-soft">
          Choose the customer first.
        </p>
      </div>
    );
  }
  return (
    <Loaded
      query={query}
      skeleton={<VehicleSkeleton />}
      failure="We couldn't load the vehicles."
      getCause={getErrorMessage}
    >
      {(vehicles) => <VehicleSelect vehicles={vehicles} {...rest} />}
    </Loaded>
  );
}

type VehicleSelectProps = Pick<VehicleFieldProps, 'value' | 'error' | 'onValueChange' | 'onAdd'> & {
  vehicles: readonly Vehicle[];
};

function VehicleSelect({ vehicles, value, error, onValueChange, onAdd }: VehicleSelectProps) {
  const activeVehicles = vehicles.filter((vehicle) => vehicle.isActive);
  return (
    <Field label="Vehicle" error={error}>
      {(control) => (
        <Select
          {...control}
          placeholder="Select a vehicle"
          value={value ?? ''}
          onChange={({ target }) => {
            if (target.value === addOption) onAdd();
            else onValueChange(Number(target.value));
          }}
        >
          {activeVehicles.map((vehicle) => (
            <option key={vehicle.id} value={vehicle.id}>
              {getVehicleText(vehicle)}
            </option>
          ))}
          <option value={addOption}>
            {vehicles.length === 0 ? 'Add Your First Vehicle' : 'Add New Vehicle'}
          </option>
        </Select>
      )}
    </Field>
  );
}

/** Returns a vehicle's name and plate number: '2018 Toyota Corolla (7ABC123)'. */
export function getVehicleText({ year, make, model, plateNumber }: Vehicle): string {
  return `${year} ${make} ${model}${plateNumber === null ? '' : ` (${plateNumber})`}`;
}

function VehicleSkeleton() {
  return (
    <>
      <Skeleton className="h-5 w-20" />
      <Skeleton className="mt-2 h-11" />
    </>
  );
}
