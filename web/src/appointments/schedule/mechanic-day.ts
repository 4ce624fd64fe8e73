import type { Appointment, AppointmentCounts } from '@curbwrench/contract/appointments/schemas';
import {
  appointmentStatuses,
  type AppointmentStatus,
} from '@curbwrench/contract/appointments/lifecycle';
import { byStart } from '@curbwrench/contract/appointments/upcoming-appointment';

/** The three groups of a mechanic's day, in display order. */
export const dayGroups = ['in_progress', 'upcoming', 'completed'] as const;
export type DayGroup = (typeof dayGroups)[number];

export const dayGroupLabels: Record<DayGroup, string> = {
  in_progress: 'In Progress',
  upcoming: 'Upcoming',
  completed: 'Completed',
};

/** The schedule counts every open job that has not started as upcoming. */
const groupOf: Record<AppointmentStatus, DayGroup | null> = {
  pending: 'upcoming',
  unassigned: 'upcoming',
  confirmed: 'upcoming',
  in_progress: 'in_progress',
  completed: 'completed',
  cancelled: null,
};

type Dated = Pick<Appointment, 'id' | 'status' | 'date' | 'startTime'>;

/**
 * Groups a mechanic's day, each group earliest first; cancelled jobs are left out. A job in progress
 * belongs to today even if it started on an earlier day, so `current` is added if it is missing.
 */
export function groupDay<T extends Dated>(
  appointments: readonly T[],
  current: T | null = null,
): Record<DayGroup, T[]> {
  const all = [...appointments];
  if (current && !all.some((one) => one.id === current.id)) all.push(current);
  all.sort(byStart);
  return {
    in_progress: all.filter((one) => groupOf[one.status] === 'in_progress'),
    upcoming: all.filter((one) => groupOf[one.status] === 'upcoming'),
    completed: all.filter((one) => groupOf[one.status] === 'completed'),
  };
}

/** Returns a day's jobs by group, and their total, from the exact counts of that day. */
export function countDay(counts: AppointmentCounts): Record<DayGroup | 'all', number> {
  const day = { all: 0, in_progress: 0, upcoming: 0, completed: 0 };
  for (const status of appointmentStatuses) {
    const group = groupOf[status];
    if (!group) continue;
    day[group] += counts[status];
    day.all += counts[status];
  }
  return day;
}

/** Returns the same for today, and as in `groupDay` adds `current` if it started on another day. */
export function countToday(
  counts: AppointmentCounts,
  today: string,
  current: Pick<Appointment, 'date'> | null,
): Record<DayGroup | 'all', number> {
  const day = countDay(counts);
  if (!current || current.date === today) return day;
  return { ...day, all: day.all + 1, in_progress: day.in_progress + 1 };
}
