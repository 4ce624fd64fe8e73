import { timeOfMinutes } from '@curbwrench/contract/calendar';
import { openStatuses } from '@curbwrench/contract/lifecycle';
import { sql, type RawBuilder } from 'kysely';
import type { LocalTime } from '../domain/business-time.ts';

/** Says what the planner can't know from a parameter: the small index of open ones will do. */
export const stillOpen = sql`a.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`;

/**
 * Today as a literal, so that a prepared statement is planned for how little lies ahead of it and
 * not for a third of the table. Its text changes once a day.
 */
export function dateText(today: string): RawBuilder<unknown> {
  return sql`${sql.lit(today)}::date`;
}

/**
 * What `isOverdue` of the domain says, for the rows of `appointments a`. Reads today's open ones and
 * those that were left open before, by the index that holds open ones alone.
 */
export function overdueAt({ date, minutes }: LocalTime): RawBuilder<unknown> {
  const today = dateText(date);
  const time = sql`${timeOfMinutes(minutes)}::time`;
  return sql`${stillOpen} and a.date <= ${today} and (
    a.date < ${today}
    or a.status in ('pending', 'unassigned') and a.start_time <= ${time}
    or a.status = 'confirmed' and a.end_time <= ${time}
  )`;
}
