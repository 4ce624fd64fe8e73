import type { Exchange } from './http-exchange.ts';

/**
 * Measures how long the slowest successful request takes while there is no fault. Campaigns add this to their time
 * limits, since on a busy machine even an ordinary request takes longer.
 */
export class BaselineTiming {
  #since = Infinity;
  #longestMs = 0;

  /** Starts a period without faults; `now` is from performance.now(). */
  start(now = performance.now()): void {
    this.#since = now;
  }

  /** Ends the period without faults: requests in progress no longer count. */
  stop(): void {
    this.#since = Infinity;
  }

  /** Records a request if it started in a period without faults and succeeded. */
  record(result: Exchange): void {
    if (result.kind !== 'complete' || result.status >= 300 || result.startedAt < this.#since)
      return;
    this.#longestMs = Math.max(this.#longestMs, result.endedAt - result.startedAt);
  }

  /** The duration of the longest request recorded so far, in ms. */
  get longestMs(): number {
    return this.#longestMs;
  }
}
