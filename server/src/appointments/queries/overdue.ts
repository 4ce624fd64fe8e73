// Reads tables of: mechanics
import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import {
  dateLiteral,
  isOpenCondition,
  waitingStatusList,
} from '../../scheduling/queries/open-appointments.ts';
import { sql, type RawBuilder } from 'kysely';
import { maxBreakMs } from '../rules/attention.ts';
import type { Moment } from '../../application/rules/business-time.ts';

/**
 * Returns the SQL condition for rows of `appointments a` for which `getAttentionReason` returns `overdue` or
 * `mechanic_off`. It uses the index of open appointments and reads those until today.
 */
export function isOverdueOrMechanicOff({
  now,
  local,
}: Pick<Moment, 'now' | 'local'>): RawBuilder<unknown> {
  const today = dateLiteral(local.date);
  const time = sql`${toTimeOfDay(local.minutes)}::time`;
  const offSince = new Date(now.getTime() - maxBreakMs);
  return sql`${isOpenCondition} and a.date <= ${today} and (
    a.date < ${today}
    or a.status in ${waitingStatusList} and a.start_time <= ${time}
    or a.status = 'confirmed' and (a.end_time <= ${time} or exists (
      select from mechanics off where off.person_id = a.mechanic_id and off.switched_on = a.date
        and not off.available and off.switched_at <= ${offSince})
      or exists (
        select from time_off o where o.mechanic_id = a.mechanic_id and o.during && a.during))
  )`;
}
