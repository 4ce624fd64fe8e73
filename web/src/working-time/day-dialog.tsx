import { displayDayHeading, getWeekday } from '@curbwrench/contract/fields/calendar';
import { displayInterval, type HoursInterval } from '@curbwrench/contract/working-time/hours';
import type { TeamMember } from '@curbwrench/contract/working-time/schemas';
import { useId, useState } from 'react';
import { request } from '../api/request.ts';
import { useToday } from '../business/today.ts';
import { getFullName } from '../lib/people.ts';
import { findIntervalsProblem, IntervalFields } from './interval-fields.tsx';
import { WorkingTimeDialog } from './working-time-dialog.tsx';

interface DayDialogProps {
  member: TeamMember;
  date: string;
  onClose: () => void;
}

type Choice = 'usual' | 'other' | 'none';

/** Renders a form for a mechanic's hours on one date. */
export function DayDialog({ member, date, onClose }: DayDialogProps) {
  const today = useToday();
  const usualHours = member.weeklyHours[getWeekday(date)] ?? [];
  // The hours set for this date when the dialog opened: the server refuses to save if they have changed since.
  const [initialHours] = useState(
    () => member.exceptions.find((exception) => exception.date === date)?.hours ?? null,
  );
  const [choice, setChoice] = useState<Choice>(getChoice(initialHours));
  const [hours, setHours] = useState<readonly HoursInterval[]>(
    initialHours && initialHours.length > 0
      ? initialHours
      : usualHours.length > 0
        ? usualHours
        : [{ startTime: '08:00', endTime: '18:00' }],
  );
  return (
    <WorkingTimeDialog
      title={displayDayHeading(date, today)}
      description={getFullName(member)}
      action="Save Day"
      savedMessage="Hours saved"
      problem={findProblem(choice, hours)}
      send={(acceptedAppointmentIds) =>
        request('saveDayHours', {
          params: { id: member.id },
          body: {
            date,
            hours: toHours(choice, hours),
            before: initialHours,
            accepted: acceptedAppointmentIds,
          },
        })
      }
      onClose={onClose}
    >
      <fieldset className="grid">
        <legend className="sr-only">Hours on this day</legend>
        <Option
          label="Usual hours"
          hint={
            usualHours.length === 0 ? 'Not working' : usualHours.map(displayInterval).join(', ')
          }
          isChosen={choice === 'usual'}
          onChoose={() => setChoice('usual')}
        />
        <Option
          label="Different hours"
          isChosen={choice === 'other'}
          onChoose={() => setChoice('other')}
        />
        {choice === 'other' && (
          <div className="pl-8">
            <IntervalFields label="Hours" intervals={hours} onChange={setHours} />
          </div>
        )}
        <Option
          label="Not working"
          isChosen={choice === 'none'}
          onChoose={() => setChoice('none')}
        />
      </fieldset>
    </WorkingTimeDialog>
  );
}

function getChoice(hours: readonly HoursInterval[] | null): Choice {
  if (hours === null) return 'usual';
  return hours.length === 0 ? 'none' : 'other';
}

function findProblem(choice: Choice, hours: readonly HoursInterval[]): string | null {
  if (choice !== 'other') return null;
  if (hours.length === 0) return 'Add hours first.';
  return findIntervalsProblem(hours) === null ? null : 'Correct the hours first.';
}

function toHours(choice: Choice, hours: readonly HoursInterval[]): HoursInterval[] | null {
  if (choice === 'usual') return null;
  return choice === 'none' ? [] : [...hours];
}

interface OptionProps {
  label: string;
  hint?: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ label, hint, isChosen, onChoose }: OptionProps) {
  const id = useId();
  return (
    <div className="flex min-h-touch items-center gap-3">
      <input
        id={id}
        type="radio"
        name="day-hours"
        className="size-5 shrink-0"
        checked={isChosen}
        onChange={onChoose}
      />
      <label htmlFor={id} className="min-h-touch cursor-pointer py-2.5">
        {label}
        {hint !== undefined && <span className="figures text-ink-soft"> · {hint}</span>}
      </label>
    </div>
  );
}
