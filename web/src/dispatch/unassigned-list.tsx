import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDayHeading, displayTime } from '@curbwrench/contract/fields/calendar';
import { isPrecise } from '@curbwrench/contract/places/precision';
import { canAssignMechanic } from '../appointments/actions/mechanic-step.ts';
import { AssignMechanic } from '../appointments/assignment/assign-mechanic.tsx';
import { getAddress, getServiceName } from '../appointments/card/job-fields.tsx';
import { getLocationNote } from '../appointments/card/location-note.ts';
import { statusStyles } from '../appointments/card/status-badge.tsx';
import { useToday } from '../business/today.ts';
import { JobIcon } from '../maps/map-icons.tsx';
import { useSignedInUser } from '../session/queries.ts';
import { LimitedRows } from './limited-rows.tsx';

interface UnassignedListProps {
  jobs: readonly Appointment[];
  /** The list covers this many days, including today. */
  dayCount: number;
}

/** Lists the jobs without a mechanic, numbered as on the map; each can also be assigned here. */
export function UnassignedList({ jobs, dayCount }: UnassignedListProps) {
  return (
    <section aria-labelledby="map-unassigned" className="min-w-0">
      <h3 id="map-unassigned" className="mb-2 font-display font-bold">
        Unassigned
      </h3>
      {jobs.length === 0 ? (
        <p className="text-ink-soft">No unassigned jobs in the next {dayCount} days.</p>
      ) : (
        <LimitedRows headingId="map-unassigned" noun="unassigned jobs" limit={4}>
          {jobs.map((job, index) => (
            <UnassignedRow key={job.id} job={job} number={index + 1} />
          ))}
        </LimitedRows>
      )}
    </section>
  );
}

function UnassignedRow({ job, number }: { job: Appointment; number: number }) {
  const viewer = useSignedInUser();
  const today = useToday();
  return (
    <li className="flex items-start gap-3 py-2.5">
      <JobIcon tone={statusStyles[job.status].tone} isApproximate={!isPrecise(job.placePrecision)}>
        {number}
      </JobIcon>
      <p className="min-w-0 flex-1 text-sm wrap-anywhere">
        <span className="figures block text-base font-semibold">
          {displayDayHeading(job.date, today)}, {displayTime(job.startTime)}
        </span>
        {getServiceName(job)} <span className="figures text-ink-soft">{displayId(job.id)}</span>
        <span className="block text-ink-soft">{getAddress(job)}</span>
        <span className="block text-ink-soft empty:hidden">{getLocationNote(job)}</span>
      </p>
      {canAssignMechanic(job, viewer) && (
        <AssignMechanic appointment={job} screen="advisor" size="sm">
          Assign
        </AssignMechanic>
      )}
    </li>
  );
}
