/**
 * Tracks the number of the live event as of which this page's responses are current (`lastEventHeader`). The
 * page subscribes to the events after that number, so that it misses none and reloads nothing needlessly.
 */
export class EventCursor {
  /** The lowest event number of any response so far; null if no response had one. */
  #oldest: number | null = null;
  #hasResponseWithoutNumber = false;
  /** The event number that the page subscribed from; infinite if it is unknown. */
  #subscribedFrom = 0;
  /** How many times the page has subscribed. */
  #subscriptionCount = 0;
  #onStaleResponse: () => void = () => undefined;

  /** Call it when a request is sent; returns the function to call with the header of its response. */
  noteRequest(): (header: string | null) => void {
    const subscriptionCount = this.#subscriptionCount;
    return (header) => {
      const number = parseEventNumber(header);
      if (number === null) this.#hasResponseWithoutNumber = true;
      else this.#oldest = Math.min(number, this.#oldest ?? number);
      const wasInFlight = subscriptionCount !== this.#subscriptionCount;
      if (wasInFlight && (number === null || number < this.#subscribedFrom)) {
        this.#onStaleResponse();
      }
    };
  }

  /**
   * The event number to subscribe from, so that every change since the oldest response is delivered; null if a
   * response had no number.
   */
  get oldest(): string | null {
    return this.#hasResponseWithoutNumber || this.#oldest === null ? null : String(this.#oldest);
  }

  /**
   * Call it when the page subscribes to the events after this number; null if the number is unknown.
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
      this.#oldest !== null &&
      this.#oldest >= number
    );
  }
}

/** The page's own cursor. */
export const eventCursor = new EventCursor();

function parseEventNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
