import type { Business } from './business.ts';
import type { SessionUser } from './people.ts';

/** The id of the element of a page that holds its `FirstData`, as JSON. */
export const firstDataId = 'first-data';

/**
 * What every page begins with and the server knows when it sends it, so that nobody has to ask: who is
 * signed in, and the business. As the calls would answer it (decision 22).
 */
export interface FirstData {
  readonly session: SessionUser | null;
  readonly business: Business;
  /** The newest live event before the rest was read; see `lastEventHeader`. */
  readonly lastEvent: number;
  /** What this person's page asks first, answered already; see `firstReads`. */
  readonly reads: readonly FirstRead[];
}

/** A reading call that a page begins with, and its answer: as it would have been asked and answered. */
export interface FirstRead {
  readonly address: string;
  readonly reply: unknown;
  /** The answer's `Link` header, which names the next page of a list; null without one. */
  readonly link: string | null;
}

/** One way in which the page is sent to somebody signed in, as the web client's build makes it. */
export interface FirstPage {
  /** The address it is for; null for all that have no page of their own here. */
  readonly path: string | null;
  /** The role it is for; null for every one. */
  readonly role: string | null;
  /** With `firstDataMark` where the first data goes. */
  readonly html: string;
  /**
   * The same for whoever has an appointment to come, with an `UpcomingWords` mark for each word of it;
   * null where the page isn't about one.
   */
  readonly upcoming: string | null;
}

/** When the next appointment is, as a page shows it. */
export interface UpcomingWords {
  readonly start: string;
  readonly end: string;
  readonly date: string;
}

/** What stands in a page's `upcoming` for the words that only the server knows. */
export const upcomingMarks: UpcomingWords = {
  start: '{upcoming start}',
  end: '{upcoming end}',
  date: '{upcoming date}',
};

/** The file of the built web client that lists its `FirstPage`s. */
export const firstPagesFile = 'first-pages.json';

export const firstDataMark = '<!--first-data-->';
