import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayDate, displayTime } from '@curbwrench/contract/fields/calendar';
import { estimateMinutes, straightLineMeters } from '@curbwrench/contract/places/distance';
import type { AppointmentStatus } from '@curbwrench/contract/appointments/lifecycle';
import type { JourneyStepName, Tracking } from '@curbwrench/contract/tracking/schemas';
import type { Tone } from '../ui/tone.ts';

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
  cancelled: 'Cancelled',
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

/**
 * Returns the journey's progress in one line: 'Not on the way yet, due 10:00 AM', with the date if it
 * isn't today.
 */
export function getHeadline(tracking: Tracking, today: string): Headline {
  const { status, date, startTime, steps } = tracking;
  if (status === 'confirmed') {
    const due = displayTime(startTime);
    const when = date === today ? due : `${displayDate(date)}, ${due}`;
    return { text: `Not on the way yet, due ${when}`, tone: 'info' };
  }
  if (status === 'in_progress') {
    const arrived = steps.some(({ name, done }) => name === 'arrived' && done);
    return arrived
      ? { text: 'Your mechanic has arrived', tone: 'done' }
      : { text: 'Your mechanic is on the way', tone: 'progress' };
  }
  return headlines[status];
}

/** With an older position, no arrival time is estimated. */
const maxPositionAgeMs = 10 * 60_000;

/**
 * Returns the remaining straight-line distance in meters, and about how many minutes it takes from now
 * (null if the position is too old); null without both points, and after the arrival. `now` in
 * milliseconds.
 */
export function getRemainingDistance(
  { status, position, destination, steps }: Tracking,
  now: number,
): { readonly metres: number; readonly minutes: number | null } | null {
  if (status !== 'in_progress' || !position || !destination) return null;
  if (steps.some(({ name, done }) => name === 'arrived' && done)) return null;
  const metres = straightLineMeters(position, destination);
  const isFresh = now - Date.parse(position.at) <= maxPositionAgeMs;
  return { metres, minutes: isFresh ? estimateMinutes(metres) : null };
}
