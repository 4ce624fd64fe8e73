import type { Position } from '@curbwrench/contract/people';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { localTime } from '../application/rules/business-time.ts';
import type { Present } from './appointment-story.ts';
import type { PlanStyle } from './day-plan.ts';
import { wallClock } from './wall-clock.ts';

/** What the generator is told; the same always makes the same rows. */
export interface DemoOptions {
  readonly now: Date;
  /** The business's. */
  readonly timeZone: string;
  /** Customers live and mechanics are within a few kilometers of it. */
  readonly cityCentre: Position;
  /** Hours before the start until which a customer may cancel; 24 if not given. */
  readonly cancelUntilHours?: number;
  readonly seed?: string;
}

/** Eight weeks of history. */
export const historyDays = 56;

/** Some twenty jobs a business day between eight mechanics. */
export const demoStyle: PlanStyle = { fill: 0.38, calledOff: 0.04, waiting: [2, 3, 4] };

/** The options as the generator works with them. */
export function presentOf(options: DemoOptions): Present {
  return {
    now: options.now,
    local: localTime(options.now, options.timeZone),
    clock: wallClock(options.timeZone),
    cancelUntilHours: options.cancelUntilHours ?? 24,
    seed: options.seed ?? 'curbwrench',
  };
}

/** Taken by whoever fills or carries on the demo, so that two processes do it one by one. */
export async function lockDemo(trx: Transaction<Database>): Promise<void> {
  // Making it, or waiting for another process that does, takes longer than a statement may.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended('curbwrench demo', 0))`.execute(trx);
}
