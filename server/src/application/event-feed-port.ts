import type { FeedEvent } from '../database/rules/feed-event.ts';

/** What changed, from every process on the database, in commit order, without a gap. */
export interface EventFeed {
  /** Calls `listener` with each batch that follows; answers how to stop. */
  subscribe(listener: (events: readonly FeedEvent[]) => void): () => void;
  /**
   * Events after a number up to where the listener's own begin; null when that number is too
   * old to resume from. Subscribe first, then ask: what both deliver has the same numbers.
   */
  since(number: number): Promise<readonly FeedEvent[] | null>;
  /** The number of the newest event that was delivered. */
  latest(): number;
}
