import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { toLocalTime, type LocalTime } from '../application/rules/business-time.ts';
import type { DayWorkload } from './planned-jobs.ts';
import { createCachedToInstant, type ToInstant } from './cached-to-instant.ts';

/** The generator's input; the same options always create the same rows. */
export interface DemoOptions {
  readonly now: Date;
  /** The business's time zone. */
  readonly timeZone: string;
  /** Customers and mechanics are within a few kilometers of this position. */
  readonly cityCenter: Position;
  /** Customers can cancel up to this many hours before an appointment starts; default 24. */
  readonly cancellationCutoffHours?: number;
  readonly seed?: string;
}

/** Days of history in the demo: eight weeks. */
export const historyDays = 56;

/** How busy the demo's days are: about twenty jobs on each weekday, for eight mechanics. */
export const demoDayWorkload: DayWorkload = {
  fill: 0.38,
  canceledShare: 0.04,
  unassignedLeadDays: [2, 3, 4],
};

/** The parts of the options that the generator's functions need, with the defaults filled in. */
export interface DemoContext {
  readonly now: Date;
  /** `now` as a date and minutes in the business's time zone. */
  readonly local: LocalTime;
  readonly toInstant: ToInstant;
  readonly cancellationCutoffHours: number;
  readonly seed: string;
}

/** Returns the context for these options. */
export function createContext(options: DemoOptions): DemoContext {
  return {
    now: options.now,
    local: toLocalTime(options.now, options.timeZone),
    toInstant: createCachedToInstant(options.timeZone),
    cancellationCutoffHours: options.cancellationCutoffHours ?? 24,
    seed: options.seed ?? 'curbwrench',
  };
}

/** Locks the demo until the transaction ends, so that only one process at a time creates or advances it. */
export async function lockDemo(trx: Transaction<Database>): Promise<void> {
  // Creating the demo, or waiting for another process to do so, can take longer than the statement timeout.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended('curbwrench demo', 0))`.execute(trx);
}
