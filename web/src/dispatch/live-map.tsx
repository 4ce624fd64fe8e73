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
import { Skeleton } from '../ui/skeleton.tsx';
import { VanList } from './van-list.tsx';
import { listVans } from './vans.ts';
import { WaitingList } from './waiting-list.tsx';

// With the map's library, which is large; without it, the lists stand alone.
const DispatchMap = lazyComponent(async () => (await import('./dispatch-map.tsx')).DispatchMap);

/** How many days the jobs without a mechanic are from, including today. */
const dayCount = 7;
/** The most jobs that are read of each kind; the server's maximum. */
const jobLimit = 100;

/** Shows the vans, today's jobs and the jobs without a mechanic on a map, and the same facts as lists. */
export function LiveMap() {
  const today = useToday();
  const mechanics = useMechanics({ poll: true });
  const waiting = useAppointments(
    { status: waitingStatuses, from: today, to: addDays(today, dayCount - 1), sort: 'date' },
    jobLimit,
    { poll: true },
  );
  const assigned = useAppointments(
    // A job in progress does not end at midnight.
    { status: ['confirmed', 'in_progress'], from: addDays(today, -1), to: today, sort: 'date' },
    jobLimit,
    { poll: true },
  );
  const vans = listVans(mechanics.data ?? [], assigned.data ?? [], today);
  return (
    <div className="grid gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,1fr)_25rem]">
      <LazyPart skeleton={<Skeleton className="h-72 md:h-104 xl:h-128" />}>
        <DispatchMap vans={vans} waiting={waiting.data ?? []} />
      </LazyPart>
      <div className="grid content-start gap-x-6 gap-y-5 md:max-xl:grid-cols-2 xl:-ml-2 xl:max-h-134 xl:overflow-y-auto xl:pl-2">
        <Loaded
          query={waiting}
          skeleton={<JobSkeletons count={2} layout="strip" />}
          failure="We couldn't load the appointments."
          getCause={getErrorMessage}
        >
          {(jobs) => <WaitingList jobs={jobs} dayCount={dayCount} />}
        </Loaded>
        <Loaded
          query={mechanics}
          skeleton={<JobSkeletons count={2} layout="strip" />}
          failure="We couldn't load the mechanics."
          getCause={getErrorMessage}
        >
          {() => (
            <Loaded
              query={assigned}
              skeleton={<JobSkeletons count={2} layout="strip" />}
              failure="We couldn't load the mechanics' jobs."
              getCause={getErrorMessage}
            >
              {() => <VanList vans={vans} />}
            </Loaded>
          )}
        </Loaded>
        {[waiting, assigned].some(({ data }) => data?.length === jobLimit) && (
          <p className="text-sm text-ink-soft md:max-xl:col-span-2">
            There are more jobs than shown here. The tabs below list all of them.
          </p>
        )}
      </div>
    </div>
  );
}
