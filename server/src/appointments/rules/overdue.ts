import type { LocalTime } from '../../application/rules/business-time.ts';
import { hasBegun, type AppointmentState } from './appointment.ts';

/**
 * Returns whether an appointment is still open although its time has passed: an appointment without a mechanic is
 * overdue from its start time, a confirmed job from its end time, and a job in progress from the next day. A confirmed
 * job that is merely starting late is not overdue yet.
 */
export function isOverdue(
  {
    status,
    date,
    startTime,
    endTime,
  }: Pick<AppointmentState, 'status' | 'date' | 'startTime' | 'endTime'>,
  local: LocalTime,
): boolean {
  switch (status) {
    case 'pending':
    case 'unassigned':
      return hasBegun({ date, startTime }, local);
    case 'confirmed':
      return hasBegun({ date, startTime: endTime }, local);
    case 'in_progress':
      return date < local.date;
    case 'completed':
    case 'cancelled':
      return false;
  }
}
