import {
  waitingStatuses,
  type AppointmentStatus,
} from '@curbwrench/contract/appointments/lifecycle';
import { toInstant } from '../../application/rules/business-time.ts';
import { getAppointmentUid, type CalendarEvent } from '../../application/rules/icalendar.ts';

/** What an appointment's calendar event shows, in the business's local time. */
export interface ScheduledAppointment {
  readonly id: number;
  readonly date: string;
  /** 'HH:mm', with or without seconds. */
  readonly startTime: string;
  readonly endTime: string;
  readonly status: AppointmentStatus;
}

/** How many events an appointment's history has, and when the last one happened. */
export interface HistorySummary {
  readonly count: number;
  readonly lastAt: Date;
}

/** The application's public URL and the business's time zone. */
export interface CalendarSettings {
  readonly publicUrl: string;
  readonly timeZone: string;
}

/** The properties that calendar programs use to recognize an event and its latest version. */
type EventVersion = Pick<
  CalendarEvent,
  'uid' | 'sequence' | 'stampedAt' | 'start' | 'end' | 'status'
>;

/**
 * Returns the version, time and status of an appointment's calendar event. All calendar files, feeds and emails use
 * this function, because they describe the same event: a program that has read one version must recognize a later one
 * as newer. The event is tentative while the appointment waits for a mechanic.
 */
export function getEventVersion(
  { id, date, startTime, endTime, status }: ScheduledAppointment,
  { count, lastAt }: HistorySummary,
  { publicUrl, timeZone }: CalendarSettings,
): EventVersion {
  return {
    uid: getAppointmentUid(id, publicUrl),
    sequence: count,
    stampedAt: lastAt,
    start: toInstant(date, startTime.slice(0, 5), timeZone),
    end: toInstant(date, endTime.slice(0, 5), timeZone),
    status: getEventStatus(status),
  };
}

function getEventStatus(status: AppointmentStatus): CalendarEvent['status'] {
  if (status === 'cancelled') return 'CANCELLED';
  return waitingStatuses.some((waiting) => waiting === status) ? 'TENTATIVE' : 'CONFIRMED';
}
