import { openStatuses, waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { sql, type RawBuilder } from 'kysely';

/** Tells the planner what a parameter cannot: that the small index of open appointments is enough. */
export const isOpenCondition = sql<boolean>`a.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`;

/** The statuses without a mechanic, as literals for the same reason: `status in ${waiting}`. */
export const waiting = sql`(${sql.join(waitingStatuses.map((status) => sql.lit(status)))})`;

/**
 * Returns today as a literal, so that a prepared statement is planned for the few rows ahead of it and not
 * for a third of the table. Its text changes once a day.
 */
export function dateLiteral(today: string): RawBuilder<unknown> {
  return sql`${sql.lit(today)}::date`;
}
