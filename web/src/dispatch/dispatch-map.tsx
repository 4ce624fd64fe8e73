import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import { readCoordinates } from '@curbwrench/contract/places/location';
import { isPrecise } from '@curbwrench/contract/places/precision';
import type { Position } from '@curbwrench/contract/people/schemas';
import { getServiceName } from '../appointments/card/job-fields.tsx';
import { statusStyles } from '../appointments/card/status-badge.tsx';
import { useBusiness } from '../business/queries.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { MapCanvas } from '../maps/map-canvas.tsx';
import { MapMarker } from '../maps/map-marker.tsx';
import { JobIcon, VanIcon } from '../maps/map-icons.tsx';
import { getPositionAge } from '../mechanics/position-age.ts';
import { getVanTone } from '../mechanics/van-tone.ts';
import { useNow } from '../ui/use-now.ts';
import { mapHeightClass } from './map-height.ts';
import { useDropAssignment } from './use-drop-assignment.ts';
import type { Van } from './vans.ts';

interface DispatchMapProps {
  vans: readonly Van[];
  /** The jobs without a mechanic, numbered on the map in this order. */
  unassignedJobs: readonly Appointment[];
}

/** Draws the vans, their jobs and the jobs without a mechanic, which are assigned by dropping them on a van. */
export function DispatchMap({ vans, unassignedJobs }: DispatchMapProps) {
  const now = useNow();
  const { timeZone } = useBusiness();
  const assign = useDropAssignment();
  const locatedVans = vans.flatMap(({ mechanic }) =>
    mechanic.location ? [{ mechanic, location: mechanic.location }] : [],
  );
  const locatedJobs = vans.flatMap(({ mechanic, jobs }) =>
    jobs.flatMap((job) => withPosition(job, getInitials(mechanic))),
  );
  const locatedUnassignedJobs = unassignedJobs.flatMap((job, index) =>
    withPosition(job, String(index + 1)),
  );

  function drop(job: Appointment, target: string | null) {
    const van = vans.find(({ mechanic }) => mechanic.id === target);
    if (van) void assign(job, van.mechanic);
  }

  return (
    <MapCanvas
      label="Live map of vans and jobs"
      className={mapHeightClass}
      fit={[
        ...locatedVans.map(({ location }) => location),
        ...[...locatedJobs, ...locatedUnassignedJobs].map(({ position }) => position),
      ]}
    >
      {locatedJobs.map(({ job, position, text }) => (
        <MapMarker key={job.id} position={position}>
          <span className="block scale-80" data-tooltip={getJobText(job)}>
            <JobMark job={job}>{text}</JobMark>
          </span>
        </MapMarker>
      ))}
      {locatedVans.map(({ mechanic, location }) => (
        <MapMarker
          key={mechanic.id}
          position={location}
          reportedAt={location.at}
          dropTarget={mechanic.id}
        >
          <span
            data-tooltip={`${getFullName(mechanic)}, ${getPositionAge(timeZone, location.at, now).toLowerCase()}`}
          >
            <VanIcon tone={getVanTone(mechanic, now)}>{getInitials(mechanic)}</VanIcon>
          </span>
        </MapMarker>
      ))}
      {locatedUnassignedJobs.map(({ job, position, text }) => (
        <MapMarker key={job.id} position={position} onDrop={(target) => drop(job, target)}>
          <span
            className="block cursor-grab rounded-full ring-4 ring-alert-edge/45 active:cursor-grabbing"
            data-tooltip={`${getJobText(job)}. Drag it to a van to assign it.`}
          >
            <JobMark job={job}>{text}</JobMark>
          </span>
        </MapMarker>
      ))}
    </MapCanvas>
  );
}

function JobMark({ job, children }: { job: Appointment; children: string }) {
  return (
    <JobIcon tone={statusStyles[job.status].tone} isApproximate={!isPrecise(job.placePrecision)}>
      {children}
    </JobIcon>
  );
}

/** Returns text such as '#0042, 10:00 AM, Oil & Filter Change'. */
function getJobText(job: Appointment): string {
  return `${displayId(job.id)}, ${displayTime(job.startTime)}, ${getServiceName(job)}`;
}

/** Returns the job with its position and the text on its marker; an empty list if its position is unknown. */
function withPosition(
  job: Appointment,
  text: string,
): readonly { job: Appointment; position: Position; text: string }[] {
  const position = readCoordinates(job.location);
  return position ? [{ job, position, text }] : [];
}
