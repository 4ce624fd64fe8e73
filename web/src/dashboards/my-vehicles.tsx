import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import { Link } from '@tanstack/react-router';
import { CarFront, Plus } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { useToday } from '../business/today.ts';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { lastServiceText } from '../vehicles/last-service.ts';
import { useVehicles } from '../vehicles/queries.ts';

/** Lists the customer's vehicles, each with its last service. */
export function MyVehicles() {
  const query = useVehicles();
  const today = useToday();
  return (
    <Panel
      title="My Vehicles"
      flush
      action={
        <Link
          to={paths.settings}
          search={{ tab: 'vehicles' }}
          className="link -my-3 inline-flex min-h-touch items-center gap-1.5 text-sm font-semibold"
        >
          <Plus className="size-4" aria-hidden />
          Add Vehicle
        </Link>
      }
    >
      <Loaded
        query={query}
        skeleton={<TileSkeletons />}
        failure="We couldn't load your vehicles."
        getCause={getErrorMessage}
      >
        {(vehicles) =>
          vehicles.length === 0 ? (
            <EmptyState icon={<CarFront aria-hidden />}>
              You haven't added any vehicles yet.
            </EmptyState>
          ) : (
            <ul className={gridClass}>
              {vehicles.map((vehicle) => (
                <VehicleTile key={vehicle.id} vehicle={vehicle} today={today} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

/* As many columns as fit, two on a phone. */
const gridClass = 'grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-2 p-4 sm:p-5';

function TileSkeletons() {
  return (
    <div className={gridClass}>
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </div>
  );
}

function VehicleTile({ vehicle, today }: { vehicle: Vehicle; today: string }) {
  return (
    <li className="flex min-w-0 flex-col rounded-md border border-line p-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <CarFront className="size-5 shrink-0 text-ink-faint" aria-hidden />
        {vehicle.plateNumber && (
          <span className="figures min-w-0 rounded-sm border border-line-strong px-2 py-px font-display text-sm font-semibold wrap-anywhere">
            {vehicle.plateNumber}
          </span>
        )}
      </div>
      <h3 className="mt-2 font-sans text-base leading-snug font-semibold wrap-anywhere">
        {vehicle.year} {vehicle.make} {vehicle.model}
      </h3>
      <p className="text-sm text-ink-soft">{vehicle.type}</p>
      <p className="text-sm text-ink-soft">
        {vehicle.lastService && 'Last service: '}
        <span className="inline-block">{lastServiceText(vehicle.lastService, today)}</span>
      </p>
    </li>
  );
}
