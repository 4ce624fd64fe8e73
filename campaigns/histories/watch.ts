/** Where one process of the campaign is. */
export interface Whereabouts {
  readonly seed: number;
  /** How many histories it began. */
  readonly history: number;
  /** What it was last about to do, in words. */
  readonly doing: string;
}

interface Heard extends Whereabouts {
  readonly at: number;
  /** When it was last said that nothing is heard of it, or `at`; null once it is done. */
  readonly saidAt: number | null;
}

/** One step takes milliseconds, and seconds on a machine with far too much to do. */
const longMs = 60_000;

/**
 * Knows where each process of a run is. It belongs into a process of its own: one that turns in a
 * circle says nothing any more, and that is what has to be seen.
 */
export class Watch {
  readonly #heard = new Map<number, Heard>();

  /** Takes what a process says of itself, by the clock's ms. */
  hear(news: Whereabouts, now: number): void {
    this.#heard.set(news.seed, { ...news, at: now, saidAt: now });
  }

  /** How many histories all of them began. */
  get begun(): number {
    return [...this.#heard.values()].reduce((sum, { history }) => sum + history, 0);
  }

  /** It is done, and not to be missed. */
  done(seed: number): void {
    const last = this.#heard.get(seed);
    if (last) this.#heard.set(seed, { ...last, saidAt: null });
  }

  /** A sentence for each process of which nothing was heard for a minute, and again each minute. */
  missing(now: number): string[] {
    return [...this.#heard.values()]
      .filter(({ saidAt }) => saidAt !== null && now - saidAt >= longMs)
      .map((one) => {
        this.#heard.set(one.seed, { ...one, saidAt: now });
        const seconds = Math.round((now - one.at) / 1000);
        return `seed ${one.seed}, history ${one.history}: nothing heard for ${seconds} s, at ${one.doing}`;
      });
  }
}
