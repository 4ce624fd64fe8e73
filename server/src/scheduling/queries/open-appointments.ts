import { openStatuses, waitingStatuses } from '@curbwrench/contract/lifecycle';
import { sql, type RawBuilder } from 'kysely';

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
