import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayDate, twelveHour } from '@curbwrench/contract/fields/calendar';
import { classNames } from '../../ui/class-names.ts';

interface JobTimeProps {
  appointment: Appointment;
  dateless: boolean;
  big?: boolean;
}

/** Shows when a job is: its times, and below them its date. */
export function JobTime({ appointment, dateless, big = false }: JobTimeProps) {
  const { date, startTime, endTime } = appointment;
  return (
    <div className="figures min-w-0">
      <p
        className={classNames(
          'font-display leading-tight font-bold whitespace-nowrap',
          big ? 'text-2xl' : 'text-lg',
        )}
      >
        <time dateTime={`${date}T${startTime}`}>{twelveHour(startTime)}</time>
        <span className={classNames('text-ink-soft', big ? 'text-lg font-medium' : 'font-medium')}>
          {' '}
          – {twelveHour(endTime)}
        </span>
      </p>
      {!dateless && (
        <p className={classNames('text-ink-soft', !big && 'text-sm')}>{displayDate(date)}</p>
      )}
    </div>
  );
}
