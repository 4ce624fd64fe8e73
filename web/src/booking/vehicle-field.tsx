import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { signInUrl, paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { FieldError } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { useVehicles } from '../vehicles/queries.ts';
import type { Booker } from './booking-form-values.ts';
import { choiceLabelClass, choiceRowClass } from './choice-row.ts';

interface VehicleFieldProps {
  booker: Booker;
  /** Whether it is known whose vehicles to offer; the office has to choose the customer first. */
  isCustomerKnown: boolean;
  query: ReturnType<typeof useVehicles>;
  value: number | null;
  error: string | undefined;
  onValueChange: (vehicleId: number) => void;
  onAdd: () => void;
}

/** Renders a card for each vehicle, and a button to add one. */
export function VehicleField({ booker, isCustomerKnown, query, ...rest }: VehicleFieldProps) {
  if (booker === 'visitor') {
    return (
      <div>
        <p className="font-semibold">Vehicle</p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 rounded-md bg-well px-3 py-2.5 text-ink-soft">
          Please log in to see your vehicles
          <a
            href={signInUrl(paths.bookService)}
            className="link -my-2.5 inline-flex min-h-touch items-center font-medium text-ink"
          >
            Log In
          </a>
        </p>
      </div>
    );
  }
  if (!isCustomerKnown) {
    return (
      <div>
        <p className="font-semibold">Vehicle</p>
        {/* As tall as a card, so that the services below do not move when the vehicles appear. */}
        <p className="mt-1.5 flex min-h-13.5 items-center rounded-md bg-well px-3 text-ink-soft">
          Choose a customer first.
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
      {(vehicles) => <VehicleCards vehicles={vehicles} {...rest} />}
    </Loaded>
  );
}

type VehicleCardsProps = Pick<VehicleFieldProps, 'value' | 'error' | 'onValueChange' | 'onAdd'> & {
  vehicles: readonly Vehicle[];
};

function VehicleCards({ vehicles, value, error, onValueChange, onAdd }: VehicleCardsProps) {
  const id = useId();
  const activeVehicles = vehicles.filter((vehicle) => vehicle.isActive);
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-error`}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <p id={`${id}-label`} className="font-semibold">
        Vehicle
      </p>
      <div className="grid gap-2 md:grid-cols-2">
        {activeVehicles.map((vehicle) => (
          <div key={vehicle.id} className={choiceRowClass}>
            <label className={classNames(choiceLabelClass, 'items-center')}>
              <input
                type="radio"
                name={id}
                value={vehicle.id}
                checked={vehicle.id === value}
                onChange={() => onValueChange(vehicle.id)}
                className="size-5 shrink-0"
              />
              <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1 leading-tight">
                <span className="font-medium wrap-anywhere">
                  {vehicle.year} {vehicle.make} {vehicle.model}
                </span>
                {vehicle.plateNumber !== null && (
                  <span className="figures rounded-sm border border-line-strong bg-sheet px-2 py-px font-display text-sm font-semibold wrap-anywhere">
                    {vehicle.plateNumber}
                  </span>
                )}
              </span>
            </label>
          </div>
        ))}
        <Button
          className="min-h-13.5 border-dashed"
          icon={<Plus className="size-4" aria-hidden />}
          onClick={onAdd}
        >
          {vehicles.length === 0 ? 'Add Your First Vehicle' : 'Add New Vehicle'}
        </Button>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** Returns a vehicle's name and plate number: '2018 Toyota Corolla (7ABC123)'. */
export function getVehicleText({ year, make, model, plateNumber }: Vehicle): string {
  return `${year} ${make} ${model}${plateNumber === null ? '' : ` (${plateNumber})`}`;
}

function VehicleSkeleton() {
  return (
    <>
      <Skeleton className="h-6 w-20" />
      <Skeleton className="mt-1.5 h-13.5" />
    </>
  );
}
