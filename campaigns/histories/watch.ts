/** Where one process of the campaign is. */
export interface Whereabouts {
  readonly seed: number;
  /** How many histories it started. */
  readonly history: number;
  /** Its last announced step, in words. */
  readonly doing: string;
}

interface Heard extends Whereabouts {
  readonly at: number;
  /** When it was last reported as silent, or last sent something; null once it is done. */
  readonly saidAt: number | null;
}

/** A step takes milliseconds, and seconds on an overloaded machine. */
const longMs = 60_000;

/**
 * Tracks where each process of a run is. It must run in a separate process: one in an endless
 * loop sends nothing, and that has to be noticed.
 */
export class Watch {
  readonly #heard = new Map<number, Heard>();

  /** Records a process's report; `now` is the clock in ms. */
  hear(news: Whereabouts, now: number): void {
    this.#heard.set(news.seed, { ...news, at: now, saidAt: now });
  }

  /** The number of histories that all of them started. */
  get begun(): number {
    return [...this.#heard.values()].reduce((sum, { history }) => sum + history, 0);
  }

  /** Records that a process is done and will not report again. */
  done(seed: number): void {
    const last = this.#heard.get(seed);
    if (last) this.#heard.set(seed, { ...last, saidAt: null });
  }

  /** Returns a sentence for each process that sent nothing for a minute, repeated each minute. */
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
