import type {
  AppointmentDetails,
  AppointmentEvent,
} from '@curbwrench/contract/appointments/schemas';
import { useMoney } from '../../business/money.ts';
import { useBusiness } from '../../business/queries.ts';
import { displayInstantIn } from '../../lib/business-time.ts';
import { Panel } from '../../ui/panel.tsx';
import {
  eventActor,
  eventPromisedTime,
  eventSentTime,
  eventTimeChange,
  eventTitle,
} from './event-text.ts';

interface TimelineProps {
  appointment: AppointmentDetails;
  className?: string;
}

/** Shows the appointment's history, newest first: what happened, who did it, when, and the reason. */
export function Timeline({ appointment, className }: TimelineProps) {
  const { timeZone } = useBusiness();
  const events = appointment.events.toReversed();
  return (
    <Panel title="History" {...(className !== undefined && { className })}>
      {events.length === 0 ? (
        <p className="text-ink-soft">No activity to show.</p>
      ) : (
        <ol aria-label="History" className="grid">
          {events.map((event) => (
            <TimelineEvent key={event.id} event={event} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function TimelineEvent({ event, timeZone }: { event: AppointmentEvent; timeZone: string }) {
  const money = useMoney();
  const actor = eventActor(event);
  const detail =
    eventTimeChange(event) || eventPromisedTime(event, timeZone) || eventSentTime(event, timeZone);
  return (
    <li className="relative ml-1.5 min-w-0 border-l-2 border-line pb-5 pl-5 last:border-transparent last:pb-0">
      <span
        aria-hidden
        className="absolute top-1.5 -left-[7px] size-3 rounded-full border-2 border-ink bg-sheet"
      />
      <p className="leading-snug font-semibold wrap-anywhere">
        {eventTitle(event)}
        {event.amount !== null && `: ${money(event.amount)}`}
      </p>
      <p className="figures text-sm text-ink-soft wrap-anywhere">
        <time dateTime={event.at}>{displayInstantIn(timeZone, event.at)}</time>
        {actor && ` · ${actor}`}
      </p>
      {detail && <p className="figures mt-1 text-sm">{detail}</p>}
      {event.reason !== null && (
        <p className="mt-1 rounded-md bg-well px-3 py-2 text-sm wrap-anywhere whitespace-pre-line">
          <span className="sr-only">Reason: </span>
          {event.reason}
        </p>
      )}
    </li>
  );
}
