import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import { readCoordinates } from '@curbwrench/contract/places/location';
import { isPrecise } from '@curbwrench/contract/places/precision';
import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../api/api-error.ts';
import { pollIntervalMs } from '../api/polling.ts';
import { getAddress, getServiceName } from '../appointments/card/job-fields.tsx';
import { getLocationNote } from '../appointments/card/location-note.ts';
import { statusStyles } from '../appointments/card/status-badge.tsx';
import { useCurrentJob } from '../appointments/current-job.ts';
import { dayQuery } from '../appointments/queries.ts';
import { groupDay } from '../appointments/schedule/mechanic-day.ts';
import { useToday } from '../business/today.ts';
import { MapCanvas } from '../maps/map-canvas.tsx';
import { MapMarker } from '../maps/map-marker.tsx';
import { JobIcon, OwnLocationIcon } from '../maps/map-icons.tsx';
import { useOwnJobsFilter } from '../session/queries.ts';
import { useOwnPosition } from '../tracking/queries.ts';
import { Loaded } from '../ui/loaded.tsx';
import { MapSkeleton } from '../maps/map-skeleton.tsx';

/** Shows today's jobs, numbered in order, on a map with the mechanic's own position, and in a list below the map. */
export function JobsMap() {
  const query = useQuery({
    ...dayQuery(useToday(), useOwnJobsFilter()),
    refetchInterval: pollIntervalMs,
  });
  return (
    <section aria-labelledby="jobs-map">
      <h2 id="jobs-map" className="mb-3 text-lg">
        Today's Map
      </h2>
      <Loaded
        query={query}
        skeleton={<MapSkeleton className="h-80 lg:h-104" />}
        failure="We couldn't load today's jobs."
        getCause={getErrorMessage}
      >
        {(jobs) => <Day jobs={jobs} />}
      </Loaded>
    </section>
  );
}

function Day({ jobs }: { jobs: readonly Appointment[] }) {
  const current = useCurrentJob();
  const { data: ownPosition } = useOwnPosition();
  const { in_progress, upcoming, completed } = groupDay(jobs, current);
  const stops = [...completed, ...in_progress, ...upcoming].map((job, index) => ({
    job,
    number: index + 1,
    position: readCoordinates(job.location),
  }));
  const stopsOnMap = stops.flatMap(({ position, ...stop }) =>
    position ? [{ ...stop, position }] : [],
  );
  const destination = stopsOnMap.find(({ job }) => job.id === current?.id)?.position;
  return (
    <>
      <MapCanvas
        label="Map of today's jobs"
        className="h-80 lg:h-104"
        fit={[...stopsOnMap.map(({ position }) => position), ...(ownPosition ? [ownPosition] : [])]}
        shapes={
          ownPosition && destination ? [{ kind: 'line', points: [ownPosition, destination] }] : []
        }
      >
        {stopsOnMap.map(({ job, number, position }) => (
          <MapMarker key={job.id} position={position}>
            <JobIcon
              tone={statusStyles[job.status].tone}
              isApproximate={!isPrecise(job.placePrecision)}
            >
              {number}
            </JobIcon>
          </MapMarker>
        ))}
        {ownPosition && (
          <MapMarker position={ownPosition}>
            <OwnLocationIcon />
          </MapMarker>
        )}
      </MapCanvas>
      <ol aria-label="Today's jobs in order" className="mt-3 grid gap-2">
        {stops.map(({ job, number }) => (
          <Stop key={job.id} job={job} number={number} />
        ))}
      </ol>
    </>
  );
}

function Stop({ job, number }: { job: Appointment; number: number }) {
  const { tone } = statusStyles[job.status];
  return (
    <li className="flex gap-3">
      <JobIcon tone={tone}>{number}</JobIcon>
      <p className="min-w-0">
        <span className="figures font-semibold">{displayTime(job.startTime)}</span>{' '}
        {getServiceName(job)} <span className="text-ink-soft">({statusLabels[job.status]})</span>
        <span className="block text-sm text-ink-soft">{getAddress(job)}</span>
        <span className="block text-sm text-ink-soft empty:hidden">{getLocationNote(job)}</span>
      </p>
    </li>
  );
}
