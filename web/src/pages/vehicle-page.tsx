import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CalendarPlus, Pencil, SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ApiError, getErrorMessage } from '../api/api-error.ts';
import type { PageLoader } from '../api/lazy-page.ts';
import { useToday } from '../business/today.ts';
import { customerQuery } from '../customers/queries.ts';
import { useTabTitle } from '../layout/page-title.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getFullName } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { BackLink } from '../layout/back-link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Panel } from '../ui/panel.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { lastServiceText } from '../vehicles/last-service.ts';
import { vehicleQuery } from '../vehicles/queries.ts';
import { VehicleHistory } from '../vehicles/vehicle-history.tsx';
import { VinWarning } from '../vehicles/vin-warning.tsx';

const VehicleDialog = lazyComponent(
  async () => (await import('../vehicles/vehicle-dialog.tsx')).VehicleDialog,
);

export const loader: PageLoader = ({ read, location }) => {
  read(vehicleQuery(Number(location.pathname.split('/').at(-1))));
};

/** Shows a vehicle and its history to its owner, the office, and mechanics with a job on it. */
export function VehiclePage() {
  const { id } = useParams({ from: paths.vehicle });
  const query = useQuery(vehicleQuery(Number(id)));
  // A 400 means that the id in the URL is not valid.
  const isMissing = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  return isMissing ? (
    <VehicleNotFound />
  ) : (
    <Loaded
      query={query}
      skeleton={<TableSkeleton rows={6} />}
      failure="We couldn't load this vehicle."
      getCause={getErrorMessage}
    >
      {(vehicle) => <VehicleView key={vehicle.id} vehicle={vehicle} />}
    </Loaded>
  );
}

function VehicleView({ vehicle }: { vehicle: Vehicle }) {
  const { role } = useSignedInUser();
  const [isEditing, setEditing] = useState(false);
  const isOfficeStaff = isOfficeRole(role);
  const { id, year, make, model, customerId } = vehicle;
  const name = `${year} ${make} ${model}`;
  useTabTitle(name);
  return (
    <>
      {role !== 'mechanic' && <OwnerBackLink customerId={isOfficeStaff ? customerId : null} />}
      <PageHeading
        title={name}
        action={
          role !== 'mechanic' && (
            <span className="flex flex-wrap gap-2">
              <Button
                icon={<Pencil className="size-5" aria-hidden />}
                onClick={() => setEditing(true)}
              >
                Edit
              </Button>
              <Link
                to={paths.bookService}
                search={{ vehicle: id, ...(isOfficeStaff && { customer: customerId }) }}
                className={buttonClass({ variant: 'primary' })}
              >
                <CalendarPlus className="size-5" aria-hidden />
                Book
              </Link>
            </span>
          )
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,5fr)] lg:gap-6">
        <Details vehicle={vehicle} />
        <VehicleHistory vehicleId={id} />
      </div>
      {isEditing && (
        <LazyDialog onClose={() => setEditing(false)}>
          <VehicleDialog
            vehicle={vehicle}
            customerId={isOfficeStaff ? customerId : undefined}
            onClose={() => setEditing(false)}
          />
        </LazyDialog>
      )}
    </>
  );
}

/** Links to the vehicle's customer or, if `customerId` is null, to the viewer's own vehicles. */
function OwnerBackLink({ customerId }: { customerId: string | null }) {
  const { data: customer } = useQuery({
    ...customerQuery(customerId ?? ''),
    enabled: customerId !== null,
  });
  return customerId === null ? (
    <BackLink to={paths.settings} search={{ tab: 'vehicles' }}>
      My Vehicles
    </BackLink>
  ) : (
    <BackLink to={paths.customer} params={{ id: customerId }}>
      {(customer && getFullName(customer)) || 'Customer'}
    </BackLink>
  );
}

function Details({ vehicle }: { vehicle: Vehicle }) {
  const { plateNumber, vin, color, type, year, isActive, lastService } = vehicle;
  const today = useToday();
  return (
    <Panel title="Details">
      <dl className="grid gap-3">
        <Fact label="Plate">{plateNumber ?? 'Not recorded'}</Fact>
        <Fact label="VIN">
          <span className="figures">{vin ?? 'Not recorded'}</span>
          <VinWarning vin={vin} modelYear={year} />
        </Fact>
        <Fact label="Color">{color ?? 'Not recorded'}</Fact>
        <Fact label="Type">{type}</Fact>
        <Fact label="Last service">{lastServiceText(lastService, today)}</Fact>
        {!isActive && <Fact label="Status">Inactive. You can't book service for it.</Fact>}
      </dl>
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

function VehicleNotFound() {
  return (
    <>
      <PageHeading title="Vehicle not found" />
      <EmptyState framed icon={<SearchX aria-hidden />}>
        This vehicle doesn't exist, or you don't have access to it.
      </EmptyState>
    </>
  );
}
