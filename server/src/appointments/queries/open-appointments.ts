import { timeOfMinutes } from '@curbwrench/contract/calendar';
import { openStatuses, waitingStatuses } from '@curbwrench/contract/lifecycle';
import { sql, type RawBuilder } from 'kysely';
import { breakMs, type Moment } from '../rules/appointment.ts';

/** Says what the planner can't know from a parameter: the small index of open ones will do. */
export const stillOpen = sql<boolean>`a.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`;

/** The statuses without a mechanic, spelled out for the same reason: `status in ${waiting}`. */
export const waiting = sql`(${sql.join(waitingStatuses.map((status) => sql.lit(status)))})`;

/**
 * Today as a literal, so that a prepared statement is planned for how little lies ahead of it and
 * not for a third of the table. Its text changes once a day.
 */
export function dateText(today: string): RawBuilder<unknown> {
  return sql`${sql.lit(today)}::date`;
}

/**
 * What `attentionOf` of the domain says is overdue or left by a mechanic who is off, for the rows of
 * `appointments a`. Reads today's open ones and those that were left open before, by the index that
 * holds open ones alone.
 */
export function needsDispatchAt({
  now,
  local,
}: Pick<Moment, 'now' | 'local'>): RawBuilder<unknown> {
  const today = dateText(local.date);
  const time = sql`${timeOfMinutes(local.minutes)}::time`;
  const offSince = new Date(now.getTime() - breakMs);
  return sql`${stillOpen} and a.date <= ${today} and (
    a.date < ${today}
    or a.status in ${waiting} and a.start_time <= ${time}
    or a.status = 'confirmed' and (a.end_time <= ${time} or exists (
      select from mechanics off where off.user_id = a.mechanic_id and off.switched_on = a.date
        and not off.available and off.switched_at <= ${offSince}))
  )`;
}
