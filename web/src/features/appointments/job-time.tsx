import type { Appointment } from '@curbwrench/contract/appointments';
import { displayDate, twelveHour } from '@curbwrench/contract/calendar';
import type { UpcomingWords } from '@curbwrench/contract/first-data';
import { classNames } from '../../ui/class-names.ts';

interface JobTimeProps {
  appointment: Appointment;
  dateless: boolean;
  big?: boolean;
}

/** When a job is: its times, and below them its date. */
export function JobTime({ appointment, dateless, big = false }: JobTimeProps) {
  const { date, startTime, endTime } = appointment;
  return (
    <JobTimeLines
      start={twelveHour(startTime)}
      end={twelveHour(endTime)}
      date={dateless ? undefined : displayDate(date)}
      dateTime={`${date}T${startTime}`}
      big={big}
    />
  );
}

interface JobTimeLinesProps extends Omit<UpcomingWords, 'date'> {
  date?: string | undefined;
  dateTime?: string;
  big: boolean;
}

/** The same in words that are written already. */
export function JobTimeLines({ start, end, date, dateTime, big }: JobTimeLinesProps) {
  return (
    <div className="figures min-w-0">
      <p
        className={classNames(
          'font-display leading-tight font-bold whitespace-nowrap',
          big ? 'text-2xl' : 'text-lg',
        )}
      >
        <time dateTime={dateTime}>{start}</time>
        <span className={classNames('text-ink-soft', big ? 'text-lg font-medium' : 'font-medium')}>
          {' '}
          – {end}
        </span>
      </p>
      {date !== undefined && (
        <p className={classNames('text-ink-soft', !big && 'text-sm')}>{date}</p>
      )}
    </div>
  );
}
