// Reads tables owned by these modules: mechanics, working-time
import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import {
  dateLiteral,
  isOpenCondition,
  openStatusList,
  waitingStatusList,
} from '../../scheduling/queries/open-appointments.ts';
import { sql, type RawBuilder } from 'kysely';
import { maxBreakMs } from '../rules/attention.ts';
import type { CurrentTime } from '../../application/rules/business-time.ts';

/**
 * A SQL condition for whether the mechanic of the appointment in row `a` has time off during it, such as a sick day.
 */
const hasTimeOff = sql<boolean>`exists (
  select from time_off o where o.mechanic_id = a.mechanic_id
    and o.during && tsrange(a.date + a.start_time, a.date + a.end_time)
)`;

/**
 * A SQL condition for whether the mechanic of the appointment in row `a` can no longer do it, because they have time
 * off at that time, or because a change to their hours or skills stranded the appointment. An appointment that gets a
 * new mechanic or time is no longer recorded as stranded.
 */
export const isStranded = sql<boolean>`(${hasTimeOff} or exists (
  select from stranded_jobs stranded where stranded.appointment_id = a.id
))`;

/**
 * Returns a SQL condition for whether `getAttentionReason` returns `overdue`, `mechanic_off` or `mechanic_not_working`
 * for the appointment in row `a`. Reads appointments up to today with the index of open appointments, and
 * the few stranded ones on future days by id.
 */
export function isOverdueOrMechanicOff({
  now,
  local,
}: Pick<CurrentTime, 'now' | 'local'>): RawBuilder<unknown> {
  const today = dateLiteral(local.date);
  const time = sql`${toTimeOfDay(local.minutes)}::time`;
  const offSince = new Date(now.getTime() - maxBreakMs);
  return sql`${isOpenCondition} and (a.date <= ${today} and (
    a.date < ${today}
    or a.status in ${waitingStatusList} and a.start_time <= ${time}
    or a.status = 'confirmed' and (a.end_time <= ${time} or exists (
      select from mechanics off where off.person_id = a.mechanic_id and off.availability_set_on = a.date
        and not off.available and off.availability_set_at <= ${offSince})
      or ${hasTimeOff})
  ) or a.id = any(array(
      select appointment_id from stranded_jobs
      union all
      select job.id from time_off o
      join appointments job on coalesce(job.mechanic_id, job.held_mechanic_id) = o.mechanic_id
        and job.during && o.during and job.status in ${openStatusList}
      where o.during && tsrange(${today}, null)
    )) and a.status = 'confirmed'
    and ${isStranded})`;
}
