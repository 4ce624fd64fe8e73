import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import { statusLabels } from '@curbwrench/contract/appointments/lifecycle';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import { readCoordinates } from '@curbwrench/contract/places/location';
import { isPrecise } from '@curbwrench/contract/places/precision';
import { Link } from '@tanstack/react-router';
import { getAddress, getServiceName } from '../appointments/card/job-fields.tsx';
import { getLocationNote } from '../appointments/card/location-note.ts';
import { useBusiness } from '../business/queries.ts';
import { displayDistance } from '../lib/distance.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { VanIcon } from '../maps/map-icons.tsx';
import { MechanicBadge } from '../mechanics/mechanic-badge.tsx';
import { getPositionAge } from '../mechanics/position-age.ts';
import { getVanTone } from '../mechanics/van-tone.ts';
import { paths } from '../paths.ts';
import { useNow } from '../ui/use-now.ts';
import { LimitedRows } from './limited-rows.tsx';
import type { Van } from './vans.ts';

/** Lists what the map shows about each van: its status, the age of its position and today's open jobs. */
export function VanList({ vans }: { vans: readonly Van[] }) {
  const now = useNow();
  return (
    <section aria-labelledby="map-vans" className="min-w-0">
      <h3 id="map-vans" className="mb-2 font-display font-bold">
        Mechanics
      </h3>
      {vans.length === 0 ? (
        <p className="text-ink-soft">
          No mechanics are sharing their location, and none have open jobs today.
        </p>
      ) : (
        <LimitedRows headingId="map-vans" noun="mechanics" limit={8}>
          {vans.map((van) => (
            <VanRow key={van.mechanic.id} van={van} now={now} />
          ))}
        </LimitedRows>
      )}
    </section>
  );
}

function VanRow({ van: { mechanic, jobs }, now }: { van: Van; now: number }) {
  const { timeZone } = useBusiness();
  const { location } = mechanic;
  const [next, ...later] = jobs;
  return (
    <li className="flex items-start gap-3 py-2.5">
      <VanIcon tone={getVanTone(mechanic, now)}>{getInitials(mechanic)}</VanIcon>
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <span className="min-w-0 text-base font-semibold wrap-anywhere">
            {getFullName(mechanic)}
          </span>
          <MechanicBadge status={mechanic.status} />
        </p>
        <p className="figures text-ink-soft">
          {location ? getPositionAge(timeZone, location.at, now) : 'Location not shared'}
          {location && next && <Distance location={location} job={next} />}
        </p>
        {next && <JobLink job={next} />}
        {later.length > 0 && (
          <details>
            <summary className="figures cursor-pointer py-1 font-medium text-ink-soft pointer-coarse:min-h-touch pointer-coarse:py-3">
              {later.length} more today
            </summary>
            <ul aria-label={`More open jobs for ${getFullName(mechanic)}`} className="grid gap-1">
              {later.map((job) => (
                <li key={job.id}>
                  <JobLink job={job} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}

/** Shows how far the van is from its current or next job, if both positions are known. */
function Distance({
  location,
  job,
}: {
  location: NonNullable<Van['mechanic']['location']>;
  job: Appointment;
}) {
  const { currency } = useBusiness();
  const destination = readCoordinates(job.location);
  if (!destination) return null;
  const distance = displayDistance(straightLineMeters(location, destination), currency);
  return (
    <>
      , {isPrecise(job.placePrecision) ? distance : `about ${distance}`} from {displayId(job.id)}
      <span className="sr-only"> in a straight line</span>
    </>
  );
}

function JobLink({ job }: { job: Appointment }) {
  return (
    <Link
      to={paths.appointment}
      params={{ id: String(job.id) }}
      className="block py-1 wrap-anywhere text-ink no-underline hover:underline"
    >
      <span className="figures block">
        <span className="font-semibold">{displayTime(job.startTime)}</span> {getServiceName(job)}{' '}
        <span className="text-ink-soft">{displayId(job.id)}</span>
      </span>
      <span className="block text-ink-soft">
        {statusLabels[job.status]}, {getAddress(job)}
      </span>
      <span className="block text-ink-soft empty:hidden">{getLocationNote(job)}</span>
    </Link>
  );
}
