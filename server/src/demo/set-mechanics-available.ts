import { isWeekend } from '@curbwrench/contract/fields/calendar';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { demoIdSuffix } from './demo-accounts.ts';
import type { DemoContext } from './demo-options.ts';

/**
 * Switches the demo's available mechanics on for today and sets their last activity to a few minutes ago, so that
 * some mechanics are available at any hour. On a weekend, only mechanics with a shift are switched on.
 */
export async function setMechanicsAvailable(
  trx: Transaction<Database>,
  { now, local }: DemoContext,
): Promise<void> {
  await sql`
    update mechanics
    set availability_set_on = ${local.date}::date, availability_set_at = ${now},
      last_active_at = greatest(last_active_at, ${now}::timestamptz - interval '1 minute' * (3 + ascii(person_id) % 20))
    where available and active and person_id like ${`%${demoIdSuffix}`}
      and (${!isWeekend(local.date)} or person_id in (
        select mechanic_id from working_hours_on(${local.date}::date)))
  `.execute(trx);
}
