import type { BoardDay } from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { AssignMechanic } from '../../appointments/assignment/assign-mechanic.tsx';
import {
  getAddress,
  getCustomerName,
  getServiceName,
  getVehicleName,
} from '../../appointments/card/job-fields.tsx';
import { StatusBadge } from '../../appointments/card/status-badge.tsx';
import { ViewDetails } from '../../appointments/card/view-details.tsx';
import { KeyTag } from '../../ui/key-tag.tsx';
import type { Spot } from './geometry.ts';
import { MoveButton } from './move-button.tsx';

interface SelectedJobProps {
  /** The job that was selected or has focus. */
  job: Appointment;
  day: BoardDay;
  canMove: boolean;
  onMove: (job: Appointment, spot: Spot) => void;
}

/** Shows the selected job below the lanes, with more actions. */
export function SelectedJob({ job, day, canMove, onMove }: SelectedJobProps) {
  return (
    <div
      role="group"
      aria-label="Selected job"
      data-actions-of={job.id}
      className="flex min-h-14 items-center gap-x-4 border-t border-line px-4 py-2 text-sm"
    >
      <KeyTag>{displayId(job.id)}</KeyTag>
      <p className="min-w-0 flex-1">
        <span className="figures block truncate">
          <span className="font-semibold">
            {displayTime(job.startTime)} to {displayTime(job.endTime)}, {getServiceName(job)}
          </span>
          , {getVehicleName(job.vehicle)}
        </span>
        <span className="block truncate text-ink-soft">
          {[getCustomerName(job), job.customer.phone, getAddress(job)].filter(Boolean).join(', ')}
        </span>
      </p>
      <StatusBadge status={job.status} />
      {canMove && job.mechanicId === null && (
        <AssignMechanic appointment={job} screen="advisor" size="sm" />
      )}
      {canMove && <MoveButton job={job} day={day} onMove={onMove} />}
      <ViewDetails appointmentId={job.id} />
    </div>
  );
}
