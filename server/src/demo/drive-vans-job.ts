import type { FastifyBaseLogger } from 'fastify';
import { driveVans, type Drive } from './drive-vans.ts';

/** Time between two reports of a van. */
const intervalMs = 10_000;

/**
 * Drives the vans of the demo's mechanics along the streets of its town. Returns a function that stops the job
 * and waits for a run in progress.
 */
export function startDrivingVans(
  drive: Drive,
  readClock: () => Date,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= driveVans(drive, readClock())
      .catch((error: unknown) => {
        log.warn(
          { code: Reflect.get(Object(error), 'code') },
          "The demo's vans stand still for a moment.",
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
