import type { Business } from './business.ts';
import type { SessionUser } from './people.ts';

/** The id of the element of a page that holds its `FirstData`, as JSON. */
export const firstDataId = 'first-data';

/** What stands in the built page where its `FirstData` goes. */
export const firstDataMark = '<!--first-data-->';

/**
 * What every page begins with and the server knows when it sends it, so that nobody has to ask: who is
 * signed in, and the business. As the calls would answer it.
 */
export interface FirstData {
  readonly session: SessionUser | null;
  readonly business: Business;
  /** The newest live event before the rest was read; see `lastEventHeader`. */
  readonly lastEvent: number;
}
