import type { FeedEvent } from '../database/rules/feed-event.ts';

/** Changes made by every process on the database, in commit order, without gaps. */
export interface EventFeed {
  /** Calls `listener` with each following batch. Returns a function that unsubscribes. */
  subscribe(listener: (events: readonly FeedEvent[]) => void): () => void;
  /**
   * Returns the events after a number up to where the listener's own begin; null when that number is too old
   * to resume from. Subscribe first, then call this: events delivered by both have the same numbers.
   */
  since(number: number): Promise<readonly FeedEvent[] | null>;
  /** Returns the number of the newest delivered event. */
  latest(): number;
}
