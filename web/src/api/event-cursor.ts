/**
 * Tracks how current this page's responses are. Each response has a `lastEventHeader`: the number of the last
 * live event it reflects. The page subscribes to the events after the lowest of these numbers, so that it
 * misses no event and refetches nothing needlessly.
 */
export class EventCursor {
  /** The lowest event number of any response so far; null if no response had one. */
  #oldestNumber: number | null = null;
  #hasResponseWithoutNumber = false;
  /** The event number that the page subscribed from; infinite if it is unknown. */
  #subscribedFrom = 0;
  /** How many times the page has subscribed. */
  #subscriptionCount = 0;
  #onStaleResponse: () => void = () => undefined;

  /** Call this when a request is sent; returns a function to call with the header of its response. */
  trackRequest(): (header: string | null) => void {
    const subscriptionCount = this.#subscriptionCount;
    return (header) => {
      const number = parseEventNumber(header);
      if (number === null) this.#hasResponseWithoutNumber = true;
      else this.#oldestNumber = Math.min(number, this.#oldestNumber ?? number);
      const wasSentBeforeSubscribing = subscriptionCount !== this.#subscriptionCount;
      if (wasSentBeforeSubscribing && (number === null || number < this.#subscribedFrom)) {
        this.#onStaleResponse();
      }
    };
  }

  /**
   * The event number to subscribe from, so that every change since the oldest response is delivered; null if a
   * response had no number.
   */
  get oldestNumber(): string | null {
    return this.#hasResponseWithoutNumber || this.#oldestNumber === null
      ? null
      : String(this.#oldestNumber);
  }

  /**
   * Call this when the page subscribes to the events after number `after`, which is null if unknown.
   *
   * @param onStaleResponse called when the response to a request sent before this call turns out to be older
   *   than `after`
   * @returns whether all responses so far are current as of `after`
   */
  subscribe(after: string | null, onStaleResponse: () => void): boolean {
    const number = parseEventNumber(after);
    this.#subscriptionCount += 1;
    this.#subscribedFrom = number ?? Infinity;
    this.#onStaleResponse = onStaleResponse;
    return (
      number !== null &&
      !this.#hasResponseWithoutNumber &&
      this.#oldestNumber !== null &&
      this.#oldestNumber >= number
    );
  }
}

/** The page's own cursor. */
export const eventCursor = new EventCursor();

function parseEventNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
