import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayDay, displayShortDay, displayTime } from '@curbwrench/contract/fields/calendar';
import { useToday } from '../../business/today.ts';
import { classNames } from '../../ui/class-names.ts';

interface JobTimeProps {
  appointment: Appointment;
  hideDate: boolean;
  isLarge?: boolean;
}

/**
 * Shows a job's start and end time, with its day below: 'Thu, Mar 05, 2026', or in the large layout 'Thursday, Mar 05,
 * 2026 (in 2 days)'.
 */
export function JobTime({ appointment, hideDate, isLarge = false }: JobTimeProps) {
  const { date, startTime, endTime } = appointment;
  const today = useToday();
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
        <p className={classNames('text-ink-soft', !isLarge && 'text-sm')}>
          {isLarge ? displayDay(date, today) : displayShortDay(date, today)}
        </p>
      )}
    </div>
  );
}
