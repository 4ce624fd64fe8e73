import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../database/connection/store.ts';
import { noteFigures } from './figure-changes.ts';
import { localTime } from '../application/rules/business-time.ts';
import type { Clock } from '../application/clock.ts';

const minute = 60_000;
/** At least twice an hour, so that no hour is missed. */
const everyMs = 20 * minute;
/** The comparison is with the same weekday last week, with room for clock changes. */
const keptMs = 9 * 24 * 60 * minute;

/**
 * Records the admin's figures every hour, the first time before it resolves. Safe to run in several processes
 * at once. Returns a function that stops it.
 */
export async function startNotingFigures(
  store: Store,
  clock: Clock,
  timeZone: string,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const note = async (): Promise<void> => {
    const now = clock.now();
    try {
      const moment = { now, local: localTime(now, timeZone) };
      await noteFigures(store.kysely, moment, new Date(now.getTime() - keptMs));
    } catch (error) {
      log.warn({ code: Reflect.get(Object(error), 'code') }, "This hour's figures are not noted.");
    }
  };
  let running = note();
  await running;
  const timer = setInterval(() => {
    running = note();
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
