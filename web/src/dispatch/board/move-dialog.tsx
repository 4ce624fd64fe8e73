import type { BoardDay } from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayTime, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { useState } from 'react';
import { getServiceName } from '../../appointments/card/job-fields.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { getDayRange, canFit, type Spot } from './geometry.ts';
import { getDuration, listLanes, getSpot } from './lanes.ts';
import { listStarts, unassignedId } from './phone-day.ts';
import { usePlacements } from './queries.ts';

interface MoveDialogProps {
  job: Appointment;
  day: BoardDay;
  onMove: (job: Appointment, spot: Spot) => void;
  onClose: () => void;
}

/** Moves a job to another time on the same day, to another mechanic, or to no mechanic. */
export function MoveDialog({ job, day, onMove, onClose }: MoveDialogProps) {
  const [spot, setSpot] = useState(getSpot(job));
  const { data: placements } = usePlacements(job.id, day.date);
  const lanes = listLanes(day, new Map()).filter(
    ({ mechanicId, mechanic }) => mechanicId === null || mechanic !== null,
  );
  const getReason = (id: string | null) =>
    placements?.mechanics.find((mechanic) => mechanic.id === id)?.reason;
  const starts = listStarts(getDayRange(day), job, getDuration(job));
  const doesFit = (start: number) =>
    placements !== undefined && canFit(placements, { ...spot, start });
  const currentSpot = getSpot(job);
  const isUnchanged =
    spot.mechanicId === currentSpot.mechanicId && spot.start === currentSpot.start;
  return (
    <FormDialog
      title={`Move ${displayId(job.id)} ${getServiceName(job)}`}
      description={`${displayTime(job.startTime)} to ${displayTime(job.endTime)}`}
      action="Move"
      disabledReason={isUnchanged ? 'Choose another time or mechanic first.' : null}
      pending={false}
      pendingLabel="Moving..."
      onSubmit={(event) => {
        event.preventDefault();
        if (isUnchanged) return;
        onClose();
        onMove(job, spot);
      }}
      onClose={onClose}
    >
      <Field label="Mechanic" hint={getReason(spot.mechanicId) ?? undefined}>
        {(control) => (
          <Select
            {...control}
            value={spot.mechanicId ?? unassignedId}
            onChange={({ target: { value } }) =>
              setSpot({ ...spot, mechanicId: value === unassignedId ? null : value })
            }
          >
            {lanes.map(({ mechanicId, name }) => (
              <option key={mechanicId ?? unassignedId} value={mechanicId ?? unassignedId}>
                {getReason(mechanicId) ? `${name} (doesn't fit)` : name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Start"
        hint={placements && !doesFit(spot.start) ? "The job doesn't fit at this time." : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={spot.start}
            onChange={({ target }) => setSpot({ ...spot, start: Number(target.value) })}
          >
            {starts.map((start) => (
              <option key={start} value={start}>
                {displayTime(toTimeOfDay(start))}
                {placements && !doesFit(start) ? " (doesn't fit)" : ''}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
