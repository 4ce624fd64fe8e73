import type { Business } from '../business/schemas.ts';
import type { SessionUser } from '../people/schemas.ts';

/** The id of the element that contains a page's `FirstData` as JSON. */
export const firstDataId = 'first-data';

/** The placeholder in the built HTML document that the server replaces by `FirstData`. */
export const firstDataPlaceholder = '<!--first-data-->';

/**
 * Data that every page needs first: who is signed in, and the business, as the calls would return them. The
 * server sends it within the page, to save the browser these requests.
 */
export interface FirstData {
  readonly session: SessionUser | null;
  readonly business: Business;
  /** The number of the newest live event before the rest was read; see `lastEventHeader`. */
  readonly lastEvent: number;
}
