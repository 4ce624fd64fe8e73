import { openStatuses, waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL condition for rows of `appointments a` that are open. Its statuses are literals, not parameters, so that
 * the planner uses the small index of open appointments.
 */
export const isOpenCondition = sql<boolean>`a.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`;

/**
 * SQL list of the statuses without a mechanic, as in `status in ${waiting}`. They are literals, not parameters,
 * so that the planner uses the small index of open appointments.
 */
export const waitingStatusList = sql`(${sql.join(waitingStatuses.map((status) => sql.lit(status)))})`;

/**
 * Returns today as a literal, so that a prepared statement is planned for the few rows ahead of it and not
 * for a third of the table. Its text changes once a day.
 */
export function dateLiteral(today: string): RawBuilder<unknown> {
  return sql`${sql.lit(today)}::date`;
}
