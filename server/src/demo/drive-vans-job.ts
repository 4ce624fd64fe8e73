import type { FastifyBaseLogger } from 'fastify';
import { driveVans, type VanBusiness } from './drive-vans.ts';

/** The time between a van's position reports. */
const intervalMs = 10_000;

/**
 * Regularly moves the vans of the demo's mechanics along the streets of its town. Returns a function that stops this
 * background job and waits for a run in progress.
 */
export function startDrivingVans(
  business: VanBusiness,
  readClock: () => Date,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= driveVans(business, readClock())
      .catch((error: unknown) => {
        log.warn(
          { code: Reflect.get(Object(error), 'code') },
          "The demo's vans could not be moved; the next run will try again.",
        );
      })
      .finally(() => {
        running = null;
      });
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
