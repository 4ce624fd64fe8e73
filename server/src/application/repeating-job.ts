import type { FastifyBaseLogger } from 'fastify';

/** Work that is done at regular intervals. */
interface RepeatingJob {
  readonly intervalMs: number;
  readonly work: () => Promise<unknown>;
  /** The log message if a run fails; the next run tries again. */
  readonly failureMessage: string;
}

/**
 * Does the work now and after each interval. A failed run is logged and does not end the job. Returns a function that
 * stops the job and waits for a run in progress.
 */
export function startRepeatingJob(
  { intervalMs, work, failureMessage }: RepeatingJob,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = work().catch((error: unknown) => {
      log.warn({ code: Reflect.get(Object(error), 'code') }, failureMessage);
    });
  };
  run();
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
