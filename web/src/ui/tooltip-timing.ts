export const tooltipOpenDelayMs = 700;
/** For this long after a tooltip closes, another one opens without delay. */
export const tooltipSkipDelayMs = 300;

interface Clock {
  now: () => number;
  set: (run: () => void, ms: number) => unknown;
  clear: (handle: unknown) => void;
}

/**
 * Decides when a tooltip opens: after the open delay, or immediately if another tooltip was open within the
 * skip delay, so that moving along a row of buttons does not wait at each of them.
 */
export class TooltipTiming {
  #closedAt = -Infinity;
  #openTimer: unknown = null;
  #isOpen = false;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `open` when it is time, unless `leave` is called first. */
  enter(open: () => void): void {
    const opensImmediately =
      this.#isOpen || this.#clock.now() - this.#closedAt < tooltipSkipDelayMs;
    this.#cancel();
    const run = () => {
      this.#openTimer = null;
      this.#isOpen = true;
      open();
    };
    if (opensImmediately) run();
    else this.#openTimer = this.#clock.set(run, tooltipOpenDelayMs);
  }

  leave(): void {
    this.#cancel();
    if (this.#isOpen) this.#closedAt = this.#clock.now();
    this.#isOpen = false;
  }

  #cancel(): void {
    if (this.#openTimer !== null) this.#clock.clear(this.#openTimer);
    this.#openTimer = null;
  }
}
