/**
 * Tracks up to which live event the responses that this page received are current (`lastEventHeader`).
 * Events are followed from that number on, so that none is missed and no data is read twice.
 */
export class EventCursor {
  /** The lowest number of any response; null if no response had one. */
  #oldest: number | null = null;
  #isUnknown = false;
  /** The number after which events are now followed, and how often that changed. */
  #followed = 0;
  #turn = 0;
  #onOlder: () => void = () => undefined;

  /** Call it when a request is sent; returns the function to call with the header of its response. */
  noteRequest(): (header: string | null) => void {
    const turn = this.#turn;
    return (header) => {
      const number = parseEventNumber(header);
      if (number === null) this.#isUnknown = true;
      else this.#oldest = Math.min(number, this.#oldest ?? number);
      // It was in flight when following began, and is older than the followed events.
      if (turn !== this.#turn && (number === null || number < this.#followed)) this.#onOlder();
    };
  }

  /**
   * The number of the event to follow from, so that no response so far becomes outdated unnoticed; null if
   * it is unknown.
   */
  get oldest(): string | null {
    return this.#isUnknown || this.#oldest === null ? null : String(this.#oldest);
  }

  /**
   * Starts following events: those after this number, or after an unknown one if null.
   *
   * @param onOlder called when a response arrives that was requested before and is older
   * @returns whether all responses so far are current up to that event
   */
  follow(after: string | null, onOlder: () => void): boolean {
    const number = parseEventNumber(after);
    this.#turn += 1;
    this.#followed = number ?? Infinity;
    this.#onOlder = onOlder;
    return number !== null && !this.#isUnknown && this.#oldest !== null && this.#oldest >= number;
  }
}

/** The page's own cursor. */
export const eventCursor = new EventCursor();

function parseEventNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
