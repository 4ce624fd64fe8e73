import type { HoursInterval } from '@curbwrench/contract/working-time/hours';
import type { TeamMember } from '@curbwrench/contract/working-time/schemas';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { getFullName } from '../lib/people.ts';
import { findIntervalsProblem, IntervalFields } from './interval-fields.tsx';
import { WorkingTimeDialog } from './working-time-dialog.tsx';

const weekdays = [
  [1, 'Monday'],
  [2, 'Tuesday'],
  [3, 'Wednesday'],
  [4, 'Thursday'],
  [5, 'Friday'],
  [6, 'Saturday'],
  [0, 'Sunday'],
] as const;

interface HoursDialogProps {
  member: TeamMember;
  onClose: () => void;
}

/** Renders a form for a mechanic's weekly hours. */
export function HoursDialog({ member, onClose }: HoursDialogProps) {
  // The hours when the dialog opened: the server refuses to save if they have changed since.
  const [initialHours] = useState(member.weeklyHours);
  const [hours, setHours] = useState<readonly HoursInterval[][]>(initialHours);
  const isInvalid = hours.some((day) => findIntervalsProblem(day) !== null);
  return (
    <WorkingTimeDialog
      title="Weekly hours"
      description={getFullName(member)}
      action="Save Hours"
      savedMessage="Weekly hours saved"
      problem={isInvalid ? 'Correct the hours first.' : null}
      send={(acceptedAppointmentIds) =>
        request('saveWeeklyHours', {
          params: { id: member.id },
          body: { hours: [...hours], before: initialHours, accepted: acceptedAppointmentIds },
        })
      }
      onClose={onClose}
    >
      <div className="divide-y divide-line">
        {weekdays.map(([weekday, name]) => (
          <fieldset key={weekday} className="grid min-w-0 gap-x-4 py-2 sm:grid-cols-[6.5rem_1fr]">
            <legend className="sr-only">{name}</legend>
            <p aria-hidden className="pt-2.5 font-semibold">
              {name}
            </p>
            <IntervalFields
              label={name}
              intervals={hours[weekday] ?? []}
              onChange={(day) => setHours(hours.with(weekday, day))}
            />
          </fieldset>
        ))}
      </div>
    </WorkingTimeDialog>
  );
}
