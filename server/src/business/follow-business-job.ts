import type { FastifyBaseLogger } from 'fastify';
import { readBusiness } from '../application/business-queries.ts';
import type { EventFeed } from '../application/event-feed-port.ts';
import type { BusinessSettings } from '../application/rules/business-settings.ts';
import type { Store } from '../database/connection/store.ts';
import { insertBusiness } from './business-changes.ts';

/** Delay before the next attempt after a failed read. */
const retryMs = 1_000;

/** Returns the stored settings of the business. On the first start, stores and returns `initial`. */
export async function readOrInsertBusiness(
  { kysely }: Store,
  initial: BusinessSettings,
): Promise<BusinessSettings> {
  await insertBusiness(kysely, initial);
  return (await readBusiness(kysely))?.settings ?? initial;
}

/**
 * Keeps `business`, this process's copy of the settings, current: when any process saves settings, this one receives
 * an event and reads them into `business` again. Returns a function that stops the job.
 */
export function followBusiness(
  business: BusinessSettings,
  { kysely }: Store,
  feed: EventFeed,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let reading = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;

  async function readAgain(): Promise<void> {
    try {
      Object.assign(business, (await readBusiness(kysely))?.settings);
    } catch (error) {
      log.warn(
        { code: Reflect.get(Object(error), 'code') },
        "The business's settings could not be read; they will be read again in a second.",
      );
      retry = setTimeout(scheduleRead, retryMs);
      retry.unref();
    }
  }

  /** Reads again after a read in progress ends, since that read may have started before the change. */
  function scheduleRead(): void {
    reading = reading.then(readAgain);
  }

  const unsubscribe = feed.subscribe((events) => {
    if (events.some(({ kind }) => kind === 'business')) scheduleRead();
  });
  // Another process may have saved settings since this one read them.
  scheduleRead();
  return async () => {
    unsubscribe();
    await reading;
    clearTimeout(retry);
  };
}
