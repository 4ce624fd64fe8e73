import type { Business } from '../business/schemas.ts';
import type { SessionUser } from '../people/schemas.ts';

/** The id of the element that contains a page's `FirstData` as JSON. */
export const firstDataId = 'first-data';

/** The placeholder for `FirstData` in the built page. */
export const firstDataMark = '<!--first-data-->';

/**
 * What every page needs first and the server knows when it sends the page, so that it takes no extra
 * request: who is signed in, and the business. As the calls would return it.
 */
export interface FirstData {
  readonly session: SessionUser | null;
  readonly business: Business;
  /** The newest live event before the rest was read; see `lastEventHeader`. */
  readonly lastEvent: number;
}
