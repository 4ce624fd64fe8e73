import type { StrandedAppointment } from '@curbwrench/contract/working-time/schemas';
import type { TestApp } from '@curbwrench/testing/start-app';
import { sql, type RawBuilder } from 'kysely';

/**
 * How an upcoming appointment fits its mechanic's schedule and skills. An appointment is upcoming if it is not in
 * progress, completed or canceled, and its end has not passed.
 */
export interface ScheduleFit {
  readonly id: number;
  readonly isConfirmed: boolean;
  /** The mechanic who is assigned or whose time is held; null if there is none. */
  readonly mechanicId: string | null;
  readonly date: string;
  readonly startTime: string;
  /** Whether the office confirmed a time outside working hours. */
  readonly outsideHours: boolean;
  /** Whether it overlaps the mechanic's time off. */
  readonly isOff: boolean;
  readonly isHoliday: boolean;
  /** Whether its start is within the mechanic's working hours. */
  readonly startsWithin: boolean;
  /** Whether all of it is within the mechanic's working hours. */
  readonly isEntirelyWithin: boolean;
  /** Whether the mechanic lacks a skill that one of its services requires. */
  readonly lacksSkill: boolean;
}

/**
 * Returns SQL for the periods in which a mechanic works on a date: by the date's own hours if any, otherwise by the
 * weekly hours. Adjacent periods are merged.
 */
export function workingPeriods(mechanicId: RawBuilder<unknown>, date: RawBuilder<unknown>) {
  return sql`unnest((
    select range_agg(tsrange(${date} + hours.starts, ${date} + hours.ends)) from (
      select e.starts, e.ends from working_day_exceptions e
      where e.mechanic_id = ${mechanicId} and e.date = ${date} and e.starts is not null
      union all
      select w.starts, w.ends from working_hours w
      where w.mechanic_id = ${mechanicId} and w.weekday = extract(dow from ${date}) and not exists (
        select from working_day_exceptions e
        where e.mechanic_id = ${mechanicId} and e.date = ${date})
    ) as hours))`;
}

/** Reads the `ScheduleFit` of each appointment that is upcoming at a local time, 'yyyy-MM-dd HH:mm'. */
export async function readScheduleFits(
  { store }: TestApp,
  now: string,
): Promise<readonly ScheduleFit[]> {
  const { rows } = await sql<ScheduleFit>`
    select a.id, a.status = 'confirmed' as "isConfirmed", m.person_id as "mechanicId",
      a.date::text, a.start_time::text as "startTime", a.outside_hours as "outsideHours",
      exists (select from time_off o where o.mechanic_id = m.person_id and o.during && job.period) as "isOff",
      exists (select from holidays h where h.date = a.date) as "isHoliday",
      working.at_start as "startsWithin", working.throughout as "isEntirelyWithin",
      exists (
        select from appointment_lines l join services s on s.id = l.service_id
        where l.appointment_id = a.id and s.skill is not null and s.skill <> all (m.skills)) as "lacksSkill"
    from appointments a
    left join mechanics m on m.person_id = coalesce(a.mechanic_id, a.held_mechanic_id)
    cross join lateral (select tsrange(a.date + a.start_time, a.date + a.end_time) as period) as job
    cross join lateral (
      select coalesce(bool_or(lower(job.period) <@ period), false) as at_start,
        coalesce(bool_or(job.period <@ period), false) as throughout
      from ${workingPeriods(sql`m.person_id`, sql`a.date`)} as period
    ) as working
    where a.status in ('pending', 'unassigned', 'confirmed') and upper(job.period) > ${now}::timestamp
    order by a.id`.execute(store.kysely);
  return rows;
}

/**
 * Returns whether the job may start then: the mechanic isn't off, and either works at that time or the office confirmed
 * a time outside working hours.
 */
function isTimeAllowed({ isOff, outsideHours, isHoliday, startsWithin }: ScheduleFit): boolean {
  return !isOff && (outsideHours || (!isHoliday && startsWithin));
}

/** Returns whether the entire appointment fits the mechanic's time and skills. */
function fitsEntirely(fit: ScheduleFit): boolean {
  return isTimeAllowed(fit) && (fit.outsideHours || fit.isEntirelyWithin) && !fit.lacksSkill;
}

/**
 * Throws if a hold starts outside its mechanic's working time. With `jobsMustEndWithinWorkingHours`, also throws if a
 * new hold ends outside it.
 */
export function checkHolds(
  before: readonly ScheduleFit[],
  after: readonly ScheduleFit[],
  jobsMustEndWithinWorkingHours: boolean,
): void {
  const format = ({ id, mechanicId, date, startTime }: ScheduleFit): string =>
    `${id} ${mechanicId} ${date} ${startTime}`;
  const previousHolds = new Set(before.map(format));
  for (const fit of after) {
    if (fit.isConfirmed || fit.mechanicId === null) continue;
    const isNew = !previousHolds.has(format(fit));
    if (!isTimeAllowed(fit) || (isNew && jobsMustEndWithinWorkingHours && !fitsEntirely(fit))) {
      throw new Error(`a hold is outside its mechanic's working time: ${JSON.stringify(fit)}`);
    }
  }
}

/**
 * Throws if a confirmed job is not listed under "Needs attention" although its mechanic no longer works at that
 * time, or is listed although the mechanic works then.
 */
export function checkAttention(
  fits: readonly ScheduleFit[],
  listedAppointments: readonly { readonly id: number; readonly attention: string | null }[],
): void {
  const listedIds = new Set(listedAppointments.map(({ id }) => id));
  const unlisted = fits.filter(
    (fit) => fit.isConfirmed && !isTimeAllowed(fit) && !listedIds.has(fit.id),
  );
  const flagged = listedAppointments.filter(
    ({ attention }) => attention === 'mechanic_not_working',
  );
  const wrong = fits.filter((fit) => fitsEntirely(fit) && flagged.some(({ id }) => id === fit.id));
  if (unlisted.length > 0)
    throw new Error(`not listed under Needs attention: ${JSON.stringify(unlisted)}`);
  if (wrong.length > 0)
    throw new Error(`listed under Needs attention, but fits: ${JSON.stringify(wrong)}`);
}

/**
 * Throws unless the appointments that the response to a change lists as stranded are exactly the ones that the change
 * left without a mechanic who can do them. If a mechanic made the change, the response lists only confirmed jobs.
 */
export function checkStranded(
  stranded: readonly StrandedAppointment[],
  before: readonly ScheduleFit[],
  after: readonly ScheduleFit[],
  isOfficeRequest: boolean,
): void {
  const listedIds = new Set(stranded.map(({ id }) => id));
  const strandedFits = after.filter((fit) => {
    const previous = before.find(({ id }) => id === fit.id);
    if (!previous) return false;
    return fit.isConfirmed
      ? isTimeAllowed(previous) && !previous.lacksSkill && (!isTimeAllowed(fit) || fit.lacksSkill)
      : isOfficeRequest && previous.mechanicId !== null && fit.mechanicId === null;
  });
  const unlisted = strandedFits.filter(({ id }) => !listedIds.has(id));
  if (unlisted.length > 0) throw new Error(`stranded, but not listed: ${JSON.stringify(unlisted)}`);
  const wrong = after.filter(
    (fit) => listedIds.has(fit.id) && fit.mechanicId !== null && fitsEntirely(fit),
  );
  if (wrong.length > 0) throw new Error(`listed, but not stranded: ${JSON.stringify(wrong)}`);
}
