import { openStatuses, waitingStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL list of the open statuses, for use as `status in ${openStatusList}`. They are literals, not parameters, so that
 * the planner uses the small index of open appointments.
 */
export const openStatusList = sql`(${sql.join(openStatuses.map((status) => sql.lit(status)))})`;

/** SQL condition for rows of `appointments a` that are open. */
export const isOpenCondition = sql<boolean>`a.status in ${openStatusList}`;

/**
 * SQL list of the statuses without a mechanic, for use as `status in ${waitingStatusList}`. They are literals, not
 * parameters, so that the planner uses the small index of open appointments.
 */
export const waitingStatusList = sql`(${sql.join(waitingStatuses.map((status) => sql.lit(status)))})`;

/**
 * Returns today's date as a SQL literal. If the date were a parameter, the planner would expect a third of the table
 * instead of the few rows from today on. The statement's text changes once a day.
 */
export function dateLiteral(today: string): RawBuilder<unknown> {
  return sql`${sql.lit(today)}::date`;
}
