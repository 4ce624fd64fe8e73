import type { Vehicle } from '@curbwrench/contract/vehicles';
import { Link } from '@tanstack/react-router';
import { CarFront, Plus } from 'lucide-react';
import { sentenceOf } from '../../api/api-error.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TableSkeleton } from '../../ui/table-skeleton.tsx';
import { useToday } from '../../features/business/queries.ts';
import { useVehicles } from '../../features/vehicles/queries.ts';
import { lastServiceText } from '../../features/vehicles/last-service.ts';

/** The customer's vehicles, each with when it was last looked after. */
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
        skeleton={<TableSkeleton rows={2} />}
        failure="We couldn't load your vehicles."
        causeOf={sentenceOf}
      >
        {(vehicles) =>
          vehicles.length === 0 ? (
            <EmptyState icon={<CarFront aria-hidden />}>
              You haven't added any vehicles yet.
            </EmptyState>
          ) : (
            <ul className="@container divide-y divide-line">
              {vehicles.map((vehicle) => (
                <VehicleRow key={vehicle.id} vehicle={vehicle} today={today} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function VehicleRow({ vehicle, today }: { vehicle: Vehicle; today: string }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 px-4 py-3.5 sm:px-5">
      <CarFront className="mt-0.5 size-5 text-ink-faint" aria-hidden />
      <h3 className="font-sans text-base leading-snug font-semibold wrap-anywhere">
        {vehicle.year} {vehicle.make} {vehicle.model}
      </h3>
      {vehicle.plateNumber && (
        <span className="figures col-start-2 w-fit rounded-sm border @2xs:col-start-3 @2xs:row-start-1 border-line-strong px-2 py-px font-display text-sm font-semibold">
          {vehicle.plateNumber}
        </span>
      )}
      <p className="col-start-2 row-start-2 text-sm text-ink-soft @2xs:col-end-4">
        {vehicle.type} · {vehicle.lastService && 'Last service: '}
        {lastServiceText(vehicle.lastService, today)}
      </p>
    </li>
  );
}
