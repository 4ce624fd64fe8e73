import { useEffect } from 'react';
import { addDays } from '@curbwrench/contract/fields/calendar';
import { waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { getErrorMessage } from '../api/api-error.ts';
import { JobSkeletons } from '../appointments/card/job-skeleton.tsx';
import { useAppointments } from '../appointments/queries.ts';
import { useToday } from '../business/today.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useMechanics } from '../mechanics/queries.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { MapSkeleton } from '../maps/map-skeleton.tsx';
import { mapHeightClass } from './map-height.ts';
import { VanList } from './van-list.tsx';
import { listVans } from './vans.ts';
import { UnassignedList } from './unassigned-list.tsx';

// Loaded with the large map library. The lists work without it.
const DispatchMap = lazyComponent(async () => (await import('./dispatch-map.tsx')).DispatchMap);

/** Jobs without a mechanic are shown for this many days, including today. */
const dayCount = 7;
/** The number of jobs to read per list, which is the server's maximum. */
const jobLimit = 100;

/** Shows the vans, today's jobs and the jobs without a mechanic on a map and in lists. */
export function LiveMap() {
  const today = useToday();
  const mechanics = useMechanics({ poll: true });
  const unassignedQuery = useAppointments(
    { status: waitingStatuses, from: today, to: addDays(today, dayCount - 1), sort: 'date' },
    jobLimit,
    { poll: true },
  );
  const assignedQuery = useAppointments(
    // Yesterday's jobs might still be in progress.
    { status: ['confirmed', 'in_progress'], from: addDays(today, -1), to: today, sort: 'date' },
    jobLimit,
    { poll: true },
  );
  const vans = listVans(mechanics.data ?? [], assignedQuery.data ?? [], today);
  const isPending = [mechanics, unassignedQuery, assignedQuery].some((query) => query.isPending);
  useEffect(() => {
    void DispatchMap.preload();
  }, []);
  const mapSkeleton = <MapSkeleton className={mapHeightClass} />;
  return (
    <div className="grid gap-x-6 gap-y-4 @min-[52rem]:grid-cols-[minmax(0,1fr)_25rem]">
      {/* The map's initial view fits everything on it, so the map is shown only once everything has loaded. */}
      {isPending ? (
        mapSkeleton
      ) : (
        <LazyPart skeleton={mapSkeleton}>
          <DispatchMap vans={vans} unassignedJobs={unassignedQuery.data ?? []} />
        </LazyPart>
      )}
      <div className="grid content-start gap-x-6 gap-y-5 @min-[40rem]:@max-[52rem]:grid-cols-2 @min-[52rem]:-ml-2 @min-[52rem]:max-h-134 @min-[52rem]:overflow-y-auto @min-[52rem]:pl-2">
        <Loaded
          query={unassignedQuery}
          skeleton={<JobSkeletons count={2} layout="strip" />}
          failure="We couldn't load the appointments."
          getCause={getErrorMessage}
        >
          {(jobs) => <UnassignedList jobs={jobs} dayCount={dayCount} />}
        </Loaded>
        <Loaded
          query={mechanics}
          skeleton={<JobSkeletons count={2} layout="strip" />}
          failure="We couldn't load the mechanics."
          getCause={getErrorMessage}
        >
          {() => (
            <Loaded
              query={assignedQuery}
              skeleton={<JobSkeletons count={2} layout="strip" />}
              failure="We couldn't load the mechanics' jobs."
              getCause={getErrorMessage}
            >
              {() => <VanList vans={vans} />}
            </Loaded>
          )}
        </Loaded>
        {[unassignedQuery, assignedQuery].some(({ data }) => data?.length === jobLimit) && (
          <p className="text-sm text-ink-soft @min-[40rem]:@max-[52rem]:col-span-2">
            Not all jobs are shown here. The tabs below list all of them.
          </p>
        )}
      </div>
    </div>
  );
}
