import type { Exchange } from './http-exchange.ts';

/**
 * How long this machine takes for an ordinary request, while nothing is broken. What is promised
 * "within a second" is promised of the product, not of a machine on which much else runs: there the
 * first booking after a fault may take a second more than ordinary ones did, and no longer.
 */
export class OrdinaryPace {
  #since = Infinity;
  #longestMs = 0;

  /** From now on nothing is broken. */
  begins(now = performance.now()): void {
    this.#since = now;
  }

  /** From now on something is; what is under way counts no more. */
  ends(): void {
    this.#since = Infinity;
  }

  /** Hears of every try. */
  note(tried: Exchange): void {
    if (tried.kind !== 'answered' || tried.status >= 300 || tried.startedAt < this.#since) return;
    this.#longestMs = Math.max(this.#longestMs, tried.endedAt - tried.startedAt);
  }

  /** The longest that one took so far. */
  get longestMs(): number {
    return this.#longestMs;
  }
}
