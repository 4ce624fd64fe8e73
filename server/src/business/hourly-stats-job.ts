import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../database/connection/store.ts';
import { recordHourlyStats } from './hourly-stats-changes.ts';
import { toLocalTime } from '../application/rules/business-time.ts';
import type { BusinessSettings } from '../application/rules/business-settings.ts';
import type { Clock } from '../application/clock.ts';

const minuteMs = 60_000;
/** Several times an hour, so that no hour is missed. */
const intervalMs = 20 * minuteMs;
/** Stats are compared with those of up to 7 days ago; 2 more days leave room for DST changes. */
const retentionMs = 9 * 24 * 60 * minuteMs;

/**
 * Records each hour's stats, so that the admin's dashboard can compare today's with last week's. The first
 * recording ends before the returned promise resolves. Safe to run in several processes at once. Returns a function
 * that stops the job.
 */
export async function startRecordingHourlyStats(
  store: Store,
  clock: Clock,
  business: Pick<BusinessSettings, 'timeZone'>,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const record = async (): Promise<void> => {
    const now = clock.now();
    try {
      const currentTime = { now, local: toLocalTime(now, business.timeZone) };
      await recordHourlyStats(store.kysely, currentTime, new Date(now.getTime() - retentionMs));
    } catch (error) {
      log.warn(
        { code: Reflect.get(Object(error), 'code') },
        "This hour's stats could not be recorded.",
      );
    }
  };
  let running = record();
  await running;
  const timer = setInterval(() => {
    running = record();
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
