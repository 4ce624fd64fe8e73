import type { FeedEvent } from '../database/rules/feed-event.ts';

/** The changes made by all processes that use the database, in commit order, without gaps. */
export interface EventFeed {
  /** Calls `listener` with each batch of new events. Returns a function that unsubscribes. */
  subscribe(listener: (events: readonly FeedEvent[]) => void): () => void;
  /**
   * Returns the events after an event number, up to the last event that listeners have received; null if the number is
   * too old to resume from. Subscribe before calling this, so that no event is missed; an event delivered both
   * ways has the same number.
   */
  since(number: number): Promise<readonly FeedEvent[] | null>;
  /** Returns the number of the latest delivered event. */
  latest(): number;
}
