import { displayDayHeading, displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import type { StrandedAppointment } from '@curbwrench/contract/working-time/schemas';
import { useEffect, useRef } from 'react';
import { useToday } from '../business/today.ts';
import { Callout } from '../ui/callout.tsx';

/** Lists the appointments that a change would strand, and scrolls to them when they appear. */
export function StrandedList({ stranded }: { stranded: readonly StrandedAppointment[] }) {
  const today = useToday();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces, because in some browsers this call returns a promise, which an effect must not return.
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [stranded]);
  const count = stranded.length === 1 ? '1 appointment' : `${stranded.length} appointments`;
  return (
    <div ref={element}>
      <Callout
        tone="progress"
        title={`Nothing has been saved yet. This would leave ${count} without a mechanic:`}
      >
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
          tabIndex={0}
          aria-label="Appointments"
          className="grid max-h-72 gap-2 overflow-y-auto border-b border-current/20 pb-2"
        >
          {stranded.map(
            ({ id, date, startTime, endTime, serviceName, customerName, mechanicName }) => (
              <li key={id}>
                <p className="figures font-semibold">
                  {displayId(id)} {displayDayHeading(date, today)}, {displayUnbrokenTime(startTime)}{' '}
                  to {displayUnbrokenTime(endTime)}
                </p>
                <p>
                  {serviceName} for {customerName}.{' '}
                  {mechanicName === null ? 'Not assigned yet.' : `Assigned to ${mechanicName}.`}
                </p>
              </li>
            ),
          )}
        </ul>
        <p>If you continue, the office will see them under Needs attention.</p>
      </Callout>
    </div>
  );
}

/** Returns a time of day that stays on one line. */
function displayUnbrokenTime(time: string): string {
  return displayTime(time).replace(' ', '\u00A0');
}
