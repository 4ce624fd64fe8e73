import { displayDate, getShortWeekdayName } from '@curbwrench/contract/fields/calendar';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useAppointmentCountsByDate } from '../appointments/queries.ts';
import { countDay } from '../appointments/schedule/mechanic-day.ts';
import { dayLoadText, getWeekViewDays, getWeekTitle } from '../appointments/schedule/week-days.ts';
import { useToday } from '../business/today.ts';
import { paths } from '../paths.ts';
import { useOwnJobsFilter } from '../session/queries.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Shows the number of jobs on each of the week's first five days, from Sunday, with buttons to change the week. */
export function WeekStrip() {
  const today = useToday();
  const [weekOffset, setWeekOffset] = useState(0);
  const days = getWeekViewDays(today, weekOffset);
  const counts = useAppointmentCountsByDate(days, { poll: true, ...useOwnJobsFilter() });
  const failedQueries = counts.filter(({ data, isError }) => isError && !data);
  return (
    <Panel
      title="Upcoming Week"
      subtitle={
        <span className="figures" aria-live="polite">
          {getWeekTitle(days)}
        </span>
      }
      action={
        <div className="flex items-center gap-1">
          <IconButton
            label="Previous week"
            icon={<ChevronLeft className="size-5" aria-hidden />}
            onClick={() => setWeekOffset(weekOffset - 1)}
          />
          <IconButton
            label="Next week"
            icon={<ChevronRight className="size-5" aria-hidden />}
            onClick={() => setWeekOffset(weekOffset + 1)}
          />
        </div>
      }
    >
      <ul className="grid grid-cols-5 gap-1.5 sm:gap-3">
        {days.map((date, index) => {
          const { data, isError = false } = counts[index] ?? {};
          const missingValue = isError ? null : undefined;
          return (
            <li key={date} className="min-w-0">
              <DayTile
                date={date}
                jobCount={data ? countDay(data).all : missingValue}
                isToday={date === today}
              />
            </li>
          );
        })}
      </ul>
      {failedQueries.length > 0 && (
        <ErrorState
          title="We couldn't load the week."
          detail={getErrorMessage(failedQueries[0]?.error)}
          retrying={failedQueries.some(({ isFetching }) => isFetching)}
          onRetry={() => failedQueries.forEach(({ refetch }) => void refetch())}
        />
      )}
      <div className="mt-2 -mb-2 flex flex-wrap gap-x-6">
        <Link
          to={paths.appointments}
          className="link inline-flex min-h-touch items-center font-semibold"
        >
          View Full Schedule
        </Link>
        <Link to={paths.team} className="link inline-flex min-h-touch items-center font-semibold">
          Hours and Time Off
        </Link>
        <Link
          to={paths.reviews}
          className="link inline-flex min-h-touch items-center font-semibold"
        >
          My reviews
        </Link>
      </div>
    </Panel>
  );
}

interface DayTileProps {
  date: string;
  /** Undefined while it loads, null if it could not be loaded. */
  jobCount: number | null | undefined;
  isToday: boolean;
}

/** Shows a day and its number of jobs; links to the day's list. */
function DayTile({ date, jobCount, isToday }: DayTileProps) {
  return (
    <Link
      to={paths.appointments}
      search={{ date }}
      aria-label={`${getShortWeekdayName(date)}, ${displayDate(date)}${jobCount == null ? '' : `: ${dayLoadText(jobCount)}`}`}
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'flex min-h-20 flex-col items-center justify-center gap-0.5 rounded-md border py-2 text-center no-underline transition-colors hover:border-line-strong',
        isToday ? 'border-ink' : 'border-line',
        jobCount === 0 && 'bg-paper text-ink-faint',
      )}
    >
      <span className={classNames('text-xs', isToday && 'font-semibold')}>
        {getShortWeekdayName(date)}
      </span>
      <span className="figures font-display text-xl font-bold">{Number(date.slice(8))}</span>
      {jobCount === undefined ? (
        <Skeleton className="h-4 w-10" />
      ) : (
        <span className={classNames('figures text-xs', Boolean(jobCount) && 'font-semibold')}>
          {jobCount === null ? '–' : dayLoadText(jobCount)}
        </span>
      )}
    </Link>
  );
}
