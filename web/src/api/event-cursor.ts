/**
 * Up to which live event the answers of this page hold what happened (`lastEventHeader`). From there
 * on it follows the events: nothing is missed, and nothing is read twice to be sure.
 */
export class EventCursor {
  /** Of the answer that was begun first; null before any, or where one didn't say. */
  #oldest: number | null = null;
  #isUnknown = false;
  /** After which number events are followed now, and how often that changed. */
  #followed = 0;
  #turn = 0;
  #onOlder: () => void = () => undefined;

  /** To be called as a request leaves; answers what to call with the header of its answer. */
  noteRequest(): (header: string | null) => void {
    const turn = this.#turn;
    return (header) => {
      const number = numberIn(header);
      if (number === null) this.#isUnknown = true;
      else this.#oldest = Math.min(number, this.#oldest ?? number);
      // It was under way while the events began to be followed, and is older than they.
      if (turn !== this.#turn && (number === null || number < this.#followed)) this.#onOlder();
    };
  }

  /** After which event to follow, so that no answer so far becomes old unnoticed; null: unknown. */
  get oldest(): string | null {
    return this.#isUnknown || this.#oldest === null ? null : String(this.#oldest);
  }

  /**
   * From now on events are followed: those after this number, or after an unknown one if null.
   *
   * @param onOlder called when an answer arrives that was asked for before and is older
   * @returns whether all answers so far hold what happened up to there
   */
  follow(after: string | null, onOlder: () => void): boolean {
    const number = numberIn(after);
    this.#turn += 1;
    this.#followed = number ?? Infinity;
    this.#onOlder = onOlder;
    return number !== null && !this.#isUnknown && this.#oldest !== null && this.#oldest >= number;
  }
}

/** The page's own. */
export const eventCursor = new EventCursor();

function numberIn(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
