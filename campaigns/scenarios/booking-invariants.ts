import type { TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { getWeekday } from '../time/wall-clock.ts';
import { workingPeriods } from './working-time-invariants.ts';

/** A requested or booked time, who requested it, and when. */
export interface RequestedTime {
  readonly date: string;
  readonly startTime: string;
  /** Whether someone from the office made the request. */
  readonly isOfficeRequest: boolean;
  /** Whether the request confirmed a time outside working hours. */
  readonly confirmsOutsideHours: boolean;
  readonly now: { readonly date: string; readonly minutes: number };
  readonly settings: TestApp['business'];
}

const minutesPerDay = 1440;

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function minutesAhead({ date, startTime, now }: RequestedTime): number {
  const days = (Date.parse(date) - Date.parse(now.date)) / 86_400_000;
  return days * minutesPerDay + toMinutes(startTime) - now.minutes;
}

/** Throws if a booking or reschedule was accepted at a time that the requester may not choose. */
export async function checkAcceptedTime(
  { store }: TestApp,
  id: number,
  time: RequestedTime,
): Promise<void> {
  const { rows } = await sql<{ outsideHours: boolean; buffer: number; isHoliday: boolean }>`
    select outside_hours as "outsideHours", buffer_minutes as buffer,
      exists (select from holidays h where h.date = a.date) as "isHoliday"
    from appointments a where id = ${id} and date = ${time.date}::date
      and start_time = ${time.startTime}::time`.execute(store.kysely);
  const [row] = rows;
  const { settings, isOfficeRequest, confirmsOutsideHours } = time;
  const problems = [
    !row && 'not at the requested time',
    minutesAhead(time) <= 0 && 'in the past',
    row?.buffer !== settings.bufferMinutes && 'with a buffer that differs from the settings',
    row?.outsideHours &&
      !(isOfficeRequest && confirmsOutsideHours) &&
      'outside hours, and not confirmed',
    row?.isHoliday && !row.outsideHours && 'on a holiday, but not marked as outside hours',
    ...(isOfficeRequest ? listOfficeProblems(time) : listCustomerProblems(time)),
  ].filter((problem) => typeof problem === 'string');
  if (problems.length > 0) {
    throw new Error(`${time.date} ${time.startTime} was accepted: ${problems.join(', ')}`);
  }
}

function listOfficeProblems(time: RequestedTime): (string | false)[] {
  return [
    toMinutes(time.startTime) % 15 > 0 && 'not on a quarter hour',
    minutesAhead(time) > 366 * minutesPerDay && 'more than a year away',
  ];
}

function listCustomerProblems(time: RequestedTime): (string | false)[] {
  const { businessHours, slotIntervalMinutes, windowDays, noticeHours } = time.settings;
  const hours = businessHours[getWeekday(time.date)];
  if (!hours) return ['on a closed weekday'];
  const minutesAfterOpening = toMinutes(time.startTime) - toMinutes(hours.opens);
  const days = (Date.parse(time.date) - Date.parse(time.now.date)) / 86_400_000;
  return [
    (minutesAfterOpening < 0 || time.startTime >= hours.closes) && 'outside the business hours',
    minutesAfterOpening % slotIntervalMinutes !== 0 && 'not at a multiple of the slot interval',
    days > windowDays && 'after the booking window',
    minutesAhead(time) < noticeHours * 60 && 'inside the minimum notice',
  ];
}

/**
 * Throws if a request from the office was refused because the business is closed or the time needs confirmation, even
 * though a mechanic with the right skills is working at that time. A time that is already taken is refused with a
 * different code, which is not checked here.
 */
export async function checkOfficeRefusal(
  { store }: TestApp,
  serviceIds: readonly number[],
  time: RequestedTime,
): Promise<void> {
  const { date, startTime } = time;
  const isValidTime = toMinutes(startTime) % 15 === 0 && minutesAhead(time) > 0;
  if (!isValidTime || minutesAhead(time) > 365 * minutesPerDay) return;
  const { rows } = await sql<{ id: string }>`
    select m.person_id as id from mechanics m, (
      select tsrange(${date}::date + ${startTime}::time,
          ${date}::date + ${startTime}::time + sum(duration) * interval '1 minute') as period,
        coalesce(array_agg(skill) filter (where skill is not null), '{}') as skills
      from services where id = any(${serviceIds}::int[])
    ) as job
    where m.active and m.skills @> job.skills
      -- Switched to unavailable for that date.
      and not (m.availability_set_on is not distinct from ${date}::date and not m.available)
      and not exists (select from time_off o where o.mechanic_id = m.person_id and o.during && job.period)
      and not exists (select from holidays h where h.date = ${date}::date)
      and exists (
        select from ${workingPeriods(sql`m.person_id`, sql`${date}::date`)} as period
        where job.period <@ period)`.execute(store.kysely);
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id).join();
    throw new Error(`${date} ${startTime} was refused, but ${ids} is working at that time`);
  }
}
