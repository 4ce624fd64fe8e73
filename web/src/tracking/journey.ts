import type { Appointment } from '@curbwrench/contract/appointments';
import { displayDate, twelveHour } from '@curbwrench/contract/calendar';
import { estimatedMinutes, straightLineMetres } from '@curbwrench/contract/distance';
import type { AppointmentStatus } from '@curbwrench/contract/lifecycle';
import type { JourneyStepName, Tracking } from '@curbwrench/contract/tracking';
import type { Tone } from '../ui/tone.ts';

/** Whether a customer finds a Track Mechanic button on it: a mechanic comes, or is there. */
export function canTrack({ status, mechanicId }: Pick<Appointment, 'status' | 'mechanicId'>) {
  return mechanicId !== null && (status === 'confirmed' || status === 'in_progress');
}

export const stepLabels: Record<JourneyStepName, string> = {
  booked: 'Booked',
  assigned: 'Mechanic assigned',
  started: 'On the way',
  arrived: 'Arrived',
  completed: 'Done',
  cancelled: 'Cancelled',
};

interface Headline {
  readonly text: string;
  readonly tone: Tone;
}

const plainHeadlines: Record<Exclude<AppointmentStatus, 'confirmed' | 'in_progress'>, Headline> = {
  pending: { text: 'No mechanic assigned yet', tone: 'waiting' },
  unassigned: { text: 'No mechanic assigned yet', tone: 'waiting' },
  completed: { text: 'The job is done', tone: 'done' },
  cancelled: { text: 'This appointment was cancelled', tone: 'muted' },
};

/**
 * How far the journey has come, in one line: 'Not on the way yet, due 10:00 AM' while confirmed,
 * with the date where it isn't today's.
 */
export function headlineOf(tracking: Tracking, today: string): Headline {
  const { status, date, startTime, steps } = tracking;
  if (status === 'confirmed') {
    const due = twelveHour(startTime);
    const when = date === today ? due : `${displayDate(date)}, ${due}`;
    return { text: `Not on the way yet, due ${when}`, tone: 'info' };
  }
  if (status === 'in_progress') {
    const arrived = steps.some(({ name, done }) => name === 'arrived' && done);
    return arrived
      ? { text: 'Your mechanic has arrived', tone: 'done' }
      : { text: 'Your mechanic is on the way', tone: 'progress' };
  }
  return plainHeadlines[status];
}

/** A position older than this says where somebody was, not when they come. */
const freshMs = 10 * 60_000;

/**
 * How far it still is in a straight line, in metres, and about how many minutes from now (null
 * where the position is too old to say); null without both points, and once they arrived. `now`
 * in milliseconds.
 */
export function remainingWay(
  { status, position, destination, steps }: Tracking,
  now: number,
): { readonly metres: number; readonly minutes: number | null } | null {
  if (status !== 'in_progress' || !position || !destination) return null;
  if (steps.some(({ name, done }) => name === 'arrived' && done)) return null;
  const metres = straightLineMetres(position, destination);
  const isFresh = now - Date.parse(position.at) <= freshMs;
  return { metres, minutes: isFresh ? estimatedMinutes(metres) : null };
}
