import type { Exchange } from './http-exchange.ts';

/**
 * How long this machine takes for an ordinary request, while nothing is broken. "Within a second"
 * is a guarantee of the product, not of a busy machine: there the
 * first booking after a fault may take a second longer than ordinary ones did, but not more.
 */
export class OrdinaryPace {
  #since = Infinity;
  #longestMs = 0;

  /** From now on nothing is broken. */
  begins(now = performance.now()): void {
    this.#since = now;
  }

  /** From now on something is; requests in progress no longer count. */
  ends(): void {
    this.#since = Infinity;
  }

  /** Called with every attempt. */
  note(tried: Exchange): void {
    if (tried.kind !== 'answered' || tried.status >= 300 || tried.startedAt < this.#since) return;
    this.#longestMs = Math.max(this.#longestMs, tried.endedAt - tried.startedAt);
  }

  /** The longest so far. */
  get longestMs(): number {
    return this.#longestMs;
  }
}
