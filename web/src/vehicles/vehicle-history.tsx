import { displayId } from '@curbwrench/contract/fields/display-id';
import type { VehicleVisit } from '@curbwrench/contract/vehicles/schemas';
import { Link } from '@tanstack/react-router';
import { Wrench } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { DayLabel } from '../business/day-label.tsx';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { useVehicleVisits } from './queries.ts';

/** Lists what was done to a vehicle, when, by whom and at what mileage, newest first. */
export function VehicleHistory({ vehicleId }: { vehicleId: number }) {
  const { query, more } = useVehicleVisits(vehicleId);
  return (
    <Panel title="History" flush>
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={4} />}
        failure="We couldn't load the history."
        getCause={getErrorMessage}
      >
        {(visits) =>
          visits.length === 0 ? (
            <EmptyState icon={<Wrench aria-hidden />}>No service history yet.</EmptyState>
          ) : (
            <>
              <ul aria-label="History" className="divide-y divide-line">
                {visits.map((visit) => (
                  <Visit key={visit.appointmentId} visit={visit} />
                ))}
              </ul>
              <div className="px-4 sm:px-5">
                <ShowMore noun="history" more={more} />
              </div>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Visit({ visit }: { visit: VehicleVisit }) {
  const { appointmentId, date, services, mechanic, mileage } = visit;
  const { id, role } = useSignedInUser();
  // A mechanic can only open their own jobs.
  const canOpen = role !== 'mechanic' || mechanic?.id === id;
  return (
    <li className="flex min-h-touch flex-wrap items-center gap-x-4 gap-y-0.5 px-4 pt-1.5 pb-2.5 sm:px-5 sm:py-1.5">
      <span className="w-16 text-sm">
        {canOpen ? (
          <Link
            to={paths.appointment}
            params={{ id: String(appointmentId) }}
            className="link figures inline-flex min-h-touch items-center font-semibold"
          >
            {displayId(appointmentId)}
          </Link>
        ) : (
          <span className="figures inline-flex min-h-touch items-center text-ink-soft">
            {displayId(appointmentId)}
          </span>
        )}
      </span>
      <span className="figures w-44 text-sm whitespace-nowrap">
        <DayLabel date={date} />
      </span>
      <span className="min-w-40 flex-1 wrap-anywhere">
        <span className="font-medium">{services.join(', ')}</span>
        {mechanic && <span className="block text-sm text-ink-soft">{mechanic.name}</span>}
      </span>
      {mileage !== null && (
        <span className="figures text-sm text-ink-soft">{mileage.toLocaleString('en-US')} mi</span>
      )}
    </li>
  );
}
