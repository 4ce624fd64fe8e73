import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayDate, displayTime } from '@curbwrench/contract/fields/calendar';
import { classNames } from '../../ui/class-names.ts';

interface JobTimeProps {
  appointment: Appointment;
  hideDate: boolean;
  isLarge?: boolean;
}

/** Shows when a job is: its times, and below them its date. */
export function JobTime({ appointment, hideDate, isLarge = false }: JobTimeProps) {
  const { date, startTime, endTime } = appointment;
  return (
    <div className="figures min-w-0">
      <p
        className={classNames(
          'font-display leading-tight font-bold whitespace-nowrap',
          isLarge ? 'text-2xl' : 'text-lg',
        )}
      >
        <time dateTime={`${date}T${startTime}`}>{displayTime(startTime)}</time>
        <span
          className={classNames('text-ink-soft', isLarge ? 'text-lg font-medium' : 'font-medium')}
        >
          {' '}
          – {displayTime(endTime)}
        </span>
      </p>
      {!hideDate && (
        <p className={classNames('text-ink-soft', !isLarge && 'text-sm')}>{displayDate(date)}</p>
      )}
    </div>
  );
}
