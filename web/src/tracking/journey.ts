import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayDayInSentence, displayTime } from '@curbwrench/contract/fields/calendar';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { JourneyStepName, Tracking } from '@curbwrench/contract/tracking/schemas';
import { timeIn } from '../lib/business-time.ts';
import { displayDistance } from '../lib/distance.ts';
import type { Tone } from '../ui/tone.ts';

/** The parts of the mechanic's progress that are needed to describe it. */
export type Journey = Omit<Tracking, 'appointmentId' | 'mechanic'> & {
  readonly mechanic: { readonly firstName: string } | null;
};

/** Returns whether a customer can track the appointment: it has a mechanic and is confirmed or in progress. */
export function canTrack({ status, mechanicId }: Pick<Appointment, 'status' | 'mechanicId'>) {
  return mechanicId !== null && (status === 'confirmed' || status === 'in_progress');
}

export const stepLabels: Record<JourneyStepName, string> = {
  booked: 'Booked',
  assigned: 'Mechanic assigned',
  started: 'On the way',
  arrived: 'Arrived',
  completed: 'Done',
  cancelled: 'Canceled',
};

interface Headline {
  readonly text: string;
  readonly tone: Tone;
}

const headlines: Record<Exclude<AppointmentStatus, 'confirmed' | 'in_progress'>, Headline> = {
  pending: { text: 'No mechanic assigned yet', tone: 'waiting' },
  unassigned: { text: 'No mechanic assigned yet', tone: 'waiting' },
  completed: { text: 'The job is done', tone: 'done' },
  cancelled: { text: 'This appointment was canceled', tone: 'muted' },
};

/** How times and distances are shown. */
interface DisplayOptions {
  readonly timeZone: string;
  readonly currency: string;
}

/**
 * Returns the journey's progress in one line: 'Not on the way yet, scheduled for 10:00 AM', with the date if it
 * isn't today; 'Marcus will arrive around 9:05 AM' while on the way, if the arrival time is known.
 */
export function getHeadline(
  tracking: Journey,
  today: string,
  { timeZone }: Pick<DisplayOptions, 'timeZone'>,
): Headline {
  const { status, date, startTime, arrival } = tracking;
  if (status === 'confirmed') {
    const time = displayTime(startTime);
    const when = date === today ? `for ${time}` : `${displayDayInSentence(date, today)} at ${time}`;
    return { text: `Not on the way yet, scheduled ${when}`, tone: 'info' };
  }
  if (status !== 'in_progress') return headlines[status];
  if (hasArrived(tracking)) return { text: 'Your mechanic has arrived', tone: 'done' };
  if (!arrival) return { text: 'Your mechanic is on the way', tone: 'progress' };
  const when =
    arrival.minutes === 0 ? 'any minute now' : `around ${displayTimeAt(arrival.at, timeZone)}`;
  return { text: `${getName(tracking)} will arrive ${when}`, tone: 'progress' };
}

/** A position older than this is shown with its time. */
const maxAgeWithoutTimeMs = 60_000;

/**
 * Returns one or two lines that explain the arrival time in the headline: 'about 6 min · 2.1 mi away', with the
 * time of a position that is older than a minute. Returns no lines before departure or after arrival.
 * `now` is in milliseconds.
 */
export function getArrivalLines(tracking: Journey, now: number, display: DisplayOptions): string[] {
  const { status, position, destination, arrival, steps } = tracking;
  if (status !== 'in_progress' || hasArrived(tracking)) return [];
  const departure = steps.find(({ name }) => name === 'started')?.at;
  const basis = {
    position: [],
    departure: departure
      ? [`Estimate based on departure at ${displayTimeAt(departure, display.timeZone)}`]
      : [],
    appointment: ['Based on your appointment time'],
  };
  const lines: string[] = arrival ? basis[arrival.from] : [];
  if (!position) return [...lines, `${getName(tracking)} isn't sharing their location right now.`];
  const seenAt = displayTimeAt(position.at, display.timeZone);
  if (!destination) return [...lines, `Last seen at ${seenAt}`];
  const isOld = now - Date.parse(position.at) > maxAgeWithoutTimeMs;
  const parts = [
    ...(arrival?.from === 'position' && arrival.minutes > 0
      ? [`about ${arrival.minutes} min`]
      : []),
    `${displayDistance(straightLineMeters(position, destination), display.currency)} away`,
    ...(isOld ? [`as of ${seenAt}`] : []),
  ];
  return [...lines, parts.join(' · ')];
}

function hasArrived({ steps }: Journey): boolean {
  return steps.some(({ name, done }) => name === 'arrived' && done);
}

function getName({ mechanic }: Journey): string {
  return mechanic?.firstName || 'Your mechanic';
}

function displayTimeAt(instant: string, timeZone: string): string {
  return displayTime(timeIn(timeZone, instant));
}
