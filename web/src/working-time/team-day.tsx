import { displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import type { Holiday, TeamMember } from '@curbwrench/contract/working-time/schemas';
import { Pencil } from 'lucide-react';
import { getFullName } from '../lib/people.ts';
import { classNames } from '../ui/class-names.ts';
import { displayShortInterval, getMemberDay } from './day-text.ts';
import { TimeOffEntry } from './time-off-entry.tsx';

interface TeamDayProps {
  member: TeamMember;
  date: string;
  holiday: Holiday | undefined;
  /** How many jobs the mechanic has that day, such as '3 jobs'; undefined if none, or if unknown. */
  jobs: string | undefined;
  /** Opens the form for this day's hours; null if they cannot be edited. */
  onEdit: (() => void) | null;
  /** Whether the viewer is office staff, who can remove any time off except sick days. */
  isOfficeStaff: boolean;
}

/** Shows one mechanic's day: hours, whether they apply to this day only, the number of jobs, and time off. */
export function TeamDay({ member, date, holiday, jobs, onEdit, isOfficeStaff }: TeamDayProps) {
  const { hours, isException, timeOff } = getMemberDay(member, date);
  const name = getFullName(member);
  const text = holiday ? 'Closed' : hours.map(displayShortInterval).join(', ') || 'Not working';
  const content = (
    <>
      <span
        className={classNames(
          'figures',
          hours.length === 0 || holiday ? 'text-ink-faint' : 'font-semibold',
        )}
      >
        {holiday ? 'Closed' : null}
        {!holiday && hours.length === 0 && (
          <>
            <span aria-hidden className="hidden @4xl:inline">
              –
            </span>
            <span className="@4xl:sr-only">Not working</span>
          </>
        )}
        {!holiday &&
          hours.map((interval) => (
            <span key={interval.startTime} className="block">
              {displayShortInterval(interval)}
            </span>
          ))}
      </span>
      {isException && !holiday && <span className="text-ink-soft">This day only</span>}
      {jobs !== undefined && <span className="figures text-ink-soft">{jobs}</span>}
    </>
  );
  return (
    <div className="grid gap-1.5 text-sm">
      {onEdit ? (
        <button
          type="button"
          aria-label={`${name}, ${displayDateWithWeekday(date)}: ${[text, jobs].filter(Boolean).join(', ')}. Edit`}
          onClick={onEdit}
          className="group relative flex min-h-touch w-full items-start rounded-md px-2 py-1.5 text-left transition-colors hover:bg-well"
        >
          <span className="grid">{content}</span>
          <Pencil
            aria-hidden
            className="absolute top-2 right-2 size-4 text-ink-faint opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100"
          />
        </button>
      ) : (
        <p className="grid px-2 py-1.5">{content}</p>
      )}
      {timeOff.map((entry) => (
        <TimeOffEntry
          key={entry.id}
          timeOff={entry}
          date={date}
          name={name}
          canRemove={!entry.sick && (isOfficeStaff || entry.byMechanic)}
        />
      ))}
    </div>
  );
}
