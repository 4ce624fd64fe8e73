import type { Appointment, AppointmentCounts } from '@curbwrench/contract/appointments/schemas';
import {
  appointmentStatuses,
  type AppointmentStatus,
} from '@curbwrench/contract/appointments/lifecycle';
import { compareByStart } from '@curbwrench/contract/appointments/upcoming-appointment';

/** The three groups of a mechanic's day, in display order. */
export const dayGroups = ['in_progress', 'upcoming', 'completed'] as const;
export type DayGroup = (typeof dayGroups)[number];

export const dayGroupLabels: Record<DayGroup, string> = {
  in_progress: 'In Progress',
  upcoming: 'Upcoming',
  completed: 'Completed',
};

/** The group of each status; every open job that has not started is upcoming. */
const groupByStatus: Record<AppointmentStatus, DayGroup | null> = {
  pending: 'upcoming',
  unassigned: 'upcoming',
  confirmed: 'upcoming',
  in_progress: 'in_progress',
  completed: 'completed',
  cancelled: null,
};

type DayJob = Pick<Appointment, 'id' | 'status' | 'date' | 'startTime'>;

/**
 * Groups a mechanic's jobs for a day, each group earliest first; canceled jobs are left out. A job in progress
 * belongs to today even if it started on an earlier day, so `currentJob` is added if it is missing.
 */
export function groupDay<T extends DayJob>(
  appointments: readonly T[],
  currentJob: T | null = null,
): Record<DayGroup, T[]> {
  const all = [...appointments];
  if (currentJob && !all.some((job) => job.id === currentJob.id)) all.push(currentJob);
  all.sort(compareByStart);
  return {
    in_progress: all.filter((job) => groupByStatus[job.status] === 'in_progress'),
    upcoming: all.filter((job) => groupByStatus[job.status] === 'upcoming'),
    completed: all.filter((job) => groupByStatus[job.status] === 'completed'),
  };
}

/** Returns how many jobs a day has in each group and in total, from its exact counts by status. */
export function countDay(counts: AppointmentCounts): Record<DayGroup | 'all', number> {
  const day = { all: 0, in_progress: 0, upcoming: 0, completed: 0 };
  for (const status of appointmentStatuses) {
    const group = groupByStatus[status];
    if (!group) continue;
    day[group] += counts[status];
    day.all += counts[status];
  }
  return day;
}

/** Returns the counts of `countDay` for today, plus the job in progress if it started on an earlier day. */
export function countToday(
  counts: AppointmentCounts,
  today: string,
  currentJob: Pick<Appointment, 'date'> | null,
): Record<DayGroup | 'all', number> {
  const day = countDay(counts);
  if (!currentJob || currentJob.date === today) return day;
  return { ...day, all: day.all + 1, in_progress: day.in_progress + 1 };
}
