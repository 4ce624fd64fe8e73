import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { localTime } from '../application/rules/business-time.ts';
import type { Present } from './appointment-story.ts';
import type { PlanStyle } from './day-plan.ts';
import { wallClock } from './wall-clock.ts';

/** The generator's input; the same options always create the same rows. */
export interface DemoOptions {
  readonly now: Date;
  /** The business's time zone. */
  readonly timeZone: string;
  /** Customers and mechanics are within a few kilometers of it. */
  readonly cityCentre: Position;
  /** Hours before the start until which a customer may cancel; default 24. */
  readonly cancelUntilHours?: number;
  readonly seed?: string;
}

/** Eight weeks of history. */
export const historyDays = 56;

/** About twenty jobs per business day for eight mechanics. */
export const demoStyle: PlanStyle = { fill: 0.38, calledOff: 0.04, waiting: [2, 3, 4] };

/** Converts the options to the generator's internal form. */
export function presentOf(options: DemoOptions): Present {
  return {
    now: options.now,
    local: localTime(options.now, options.timeZone),
    clock: wallClock(options.timeZone),
    cancelUntilHours: options.cancelUntilHours ?? 24,
    seed: options.seed ?? 'curbwrench',
  };
}

/** Locks the demo, so that only one process at a time fills or continues it. */
export async function lockDemo(trx: Transaction<Database>): Promise<void> {
  // Creating it, or waiting for another process, takes longer than the statement limit.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended('curbwrench demo', 0))`.execute(trx);
}
