// Reads tables owned by these modules: appointments, working-time
import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { sql, type RawBuilder } from 'kysely';
import type { CurrentTime } from '../application/rules/business-time.ts';

/** After this much working time without activity, the office is told that a mechanic has not been seen. */
const unseenSeconds = 2 * 60 * 60;

/** Returns a SQL condition for whether the row of `time_off o` marks its mechanic as out sick for the rest of a day. */
export function isSickEntry(date: string): RawBuilder<boolean> {
  return sql`(o.sick and o.during && tsrange(${date}::date, ${date}::date + 1))`;
}

/** Returns a SQL condition for whether the mechanic in the row of `mechanics m` is out sick for the rest of today. */
export function isSickToday({ local }: Pick<CurrentTime, 'local'>): RawBuilder<boolean> {
  return sql`exists (
    select from time_off o where o.mechanic_id = m.person_id and ${isSickEntry(local.date)}
  )`;
}

/**
 * Returns the SQL for the status of the mechanic in the row of `mechanics m`: on a job while one is in progress;
 * offline if out sick today; otherwise what the switch was set to today (`availability_set_on` is the date on which it
 * was set); otherwise what working hours, time off and holidays determine.
 */
export function mechanicStatus(currentTime: Pick<CurrentTime, 'local'>): RawBuilder<unknown> {
  const { local } = currentTime;
  const date = sql`${local.date}::date`;
  const time = sql`${toTimeOfDay(local.minutes)}::time`;
  return sql`case
    when exists (
      select from appointments a where a.mechanic_id = m.person_id and a.status = 'in_progress'
    ) then 'on_job'
    when ${isSickToday(currentTime)} then 'offline'
    when m.availability_set_on = ${date} then case when m.available then 'available' else 'offline' end
    when exists (
      select from working_hours_on(${date}) h where h.mechanic_id = m.person_id
        and h.starts <= ${time} and h.ends > ${time}
    ) and not exists (
      select from time_off o where o.mechanic_id = m.person_id and o.during @> (${date} + ${time})
    ) and not exists (select from holidays where date = ${date}) then 'available'
    else 'offline'
  end`;
}

/**
 * Returns a SQL condition for whether the mechanic in the row of `mechanics m` no longer shares their location today:
 * their working hours are over, no job is in progress, and they did not switch to available after those hours. A
 * mechanic who works on a day without working hours shares their location until midnight.
 */
export function hasSharingEnded({ local, timeZone }: CurrentTime): RawBuilder<boolean> {
  const date = sql`${local.date}::date`;
  return sql`(
    not exists (
      select from appointments a where a.mechanic_id = m.person_id and a.status = 'in_progress'
    ) and coalesce((
      select max(h.ends) <= ${toTimeOfDay(local.minutes)}::time
        and not (m.available and m.availability_set_on is not distinct from ${date}
          and m.availability_set_at at time zone ${timeZone} >= ${date} + max(h.ends))
      from working_hours_on(${date}) h where h.mechanic_id = m.person_id
    ), false)
  )`;
}

/**
 * Returns a SQL condition for whether the mechanic in the row of `mechanics m` has been inactive for two of today's
 * working hours, not counting time off. Does not consider their current status (`mechanicStatus`).
 */
export function isUnseen({ local, timeZone }: CurrentTime): RawBuilder<unknown> {
  const date = sql`${local.date}::date`;
  const now = sql`(${date} + ${toTimeOfDay(local.minutes)}::time)`;
  // If there was no activity today, this is the start of today.
  const lastSeen = sql`least(${now}, greatest(${date}, m.last_active_at at time zone ${timeZone}))`;
  // A mechanic who was active within that time isn't unseen; this skips the calculation for most mechanics.
  return sql`(
    m.last_active_at at time zone ${timeZone} > ${now} - make_interval(secs => ${unseenSeconds})
  ) is not true and (
    select coalesce(sum(extract(epoch from upper(missed) - lower(missed))), 0)
    from unnest(
      (select coalesce(range_agg(tsrange(${date} + h.starts, ${date} + h.ends)), '{}')
        from working_hours_on(${date}) h where h.mechanic_id = m.person_id)
      * tsmultirange(tsrange(${lastSeen}, ${now}))
      - (select coalesce(range_agg(o.during), '{}') from time_off o where o.mechanic_id = m.person_id)
    ) as missed
  ) >= ${unseenSeconds}`;
}
