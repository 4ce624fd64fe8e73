import type { FastifyBaseLogger } from 'fastify';
import { readBusiness } from '../application/business-queries.ts';
import type { EventFeed } from '../application/event-feed-port.ts';
import type { BusinessSettings } from '../application/rules/business-settings.ts';
import type { Store } from '../database/connection/store.ts';
import { insertBusiness } from './business-changes.ts';

/** Delay before the next attempt after a failed read. */
const retryMs = 1_000;

/** Returns the stored settings of the business; at its first start, stores these as the first. */
export async function openBusiness(
  { kysely }: Store,
  first: BusinessSettings,
): Promise<BusinessSettings> {
  await insertBusiness(kysely, first);
  return (await readBusiness(kysely))?.settings ?? first;
}

/**
 * Keeps this process's settings current: whichever process saved new ones, their event makes each of them read the
 * settings again into the same object. Returns a function that stops it.
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
        "The business's settings could not be read; the next attempt follows.",
      );
      retry = setTimeout(scheduleRead, retryMs);
      retry.unref();
    }
  }

  /** Reads after a read in progress, which may have begun before the change. */
  function scheduleRead(): void {
    reading = reading.then(readAgain);
  }

  const unsubscribe = feed.subscribe((events) => {
    if (events.some(({ kind }) => kind === 'business')) scheduleRead();
  });
  return async () => {
    unsubscribe();
    await reading;
    clearTimeout(retry);
  };
}
