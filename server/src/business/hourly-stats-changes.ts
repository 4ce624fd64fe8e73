import { sql, type Kysely } from 'kysely';
import type { CurrentTime } from '../application/rules/business-time.ts';
import type { Database } from '../database/schema.ts';
import { activeMechanics, pendingAppointments } from './stats-queries.ts';

/**
 * Records the stats that cannot be computed later, unless they were already recorded for this hour, and deletes
 * stats recorded before `deleteBefore`.
 */
export async function recordHourlyStats(
  db: Kysely<Database>,
  { now, local }: Pick<CurrentTime, 'now' | 'local'>,
  deleteBefore: Date,
): Promise<void> {
  await sql`
    with deleted as (delete from hourly_stats where hour < ${deleteBefore})
    insert into hourly_stats (hour, active_mechanics, pending_appointments)
    select date_trunc('hour', ${now}::timestamptz), ${activeMechanics({ local })}, ${pendingAppointments}
    on conflict do nothing
  `.execute(db);
}
