import type { BoardWeekDay } from '@curbwrench/contract/appointments/board-schemas';
import { getWeekdayName } from '@curbwrench/contract/fields/calendar';
import { statusStyles } from '../../appointments/card/status-badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toneFill } from '../../ui/tone.ts';
import { toPercentages, toSpan, type Span } from './geometry.ts';
import { countText } from './lanes.ts';
import { describeLoad, displayMinutes } from './week-load.ts';

interface WeekDayProps {
  day: BoardWeekDay;
  /** Whose day it is. */
  name: string;
  isUnassigned: boolean;
  /** The range of hours shown, which is the same for all days. */
  range: Span;
  onOpen: () => void;
}

/** Renders one day of someone's week: how many jobs there are, how much of the working time they take, and when. */
export function WeekDay({ day, name, isUnassigned, range, onOpen }: WeekDayProps) {
  const { date, hours, jobs, workingMinutes, bookedMinutes } = day;
  const isOff = !isUnassigned && workingMinutes === 0;
  const toStyle = (part: { startTime: string; endTime: string }) => {
    const { left, width } = toPercentages(toSpan(part), range);
    return { left: `${left}%`, width: `${width}%` };
  };
  const load = isUnassigned ? displayMinutes(bookedMinutes) : describeLoad(day);
  return (
    <button
      type="button"
      aria-label={`${name}, ${getWeekdayName(date)}: ${countText(jobs.length)}${jobs.length > 0 || !isUnassigned ? `, ${load}` : ''}`}
      className="@container flex h-full min-h-touch w-full flex-col justify-center gap-1.5 px-2 py-1.5 text-left text-xs hover:bg-well focus-visible:-outline-offset-2"
      onClick={onOpen}
    >
      {(jobs.length > 0 || !isUnassigned) && (
        <span className="figures flex w-full flex-col gap-x-2 @min-[11rem]:flex-row @min-[11rem]:justify-between">
          <span
            className={classNames(
              jobs.length === 0 ? 'text-ink-soft' : 'font-semibold',
              isUnassigned && 'text-alert',
            )}
          >
            {jobs.length === 0 && isOff ? 'Not working' : countText(jobs.length)}
          </span>
          {!(isOff && jobs.length === 0) && (
            <span
              className={classNames(
                !isUnassigned && bookedMinutes > workingMinutes
                  ? 'font-semibold text-alert'
                  : 'text-ink-soft',
              )}
            >
              {load}
            </span>
          )}
        </span>
      )}
      {(jobs.length > 0 || !isUnassigned) && (
        <span
          aria-hidden
          className={classNames(
            'relative block h-3 w-full overflow-hidden rounded-sm',
            isUnassigned ? 'bg-well' : 'bg-hatched',
          )}
        >
          {workingMinutes > 0 &&
            hours.map((part) => (
              <span
                key={part.startTime}
                className="absolute inset-y-0 border-y border-line bg-sheet"
                style={toStyle(part)}
              />
            ))}
          {jobs.map((job) => (
            <span
              key={job.id}
              className={classNames(
                'absolute inset-y-0 rounded-xs border-r border-sheet',
                toneFill[statusStyles[job.status].tone],
              )}
              style={toStyle(job)}
            />
          ))}
        </span>
      )}
    </button>
  );
}
