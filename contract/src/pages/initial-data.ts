import type { Business } from '../business/schemas.ts';
import type { SessionUser } from '../people/schemas.ts';
import type { LandingPage } from '../site/schemas.ts';

/** The id of the element that contains a page's `InitialData` as JSON. */
export const initialDataId = 'initial-data';

/** The placeholder in the built HTML document that the server replaces with `InitialData`. */
export const initialDataPlaceholder = '<!--initial-data-->';

/**
 * Data that every page needs first: who is signed in, and the business, as the endpoints would return them. The
 * server sends it within the page, to save the browser these requests.
 */
export interface InitialData {
  readonly session: SessionUser | null;
  readonly business: Business;
  /** Only for the landing page: what it shows besides the business. */
  readonly site?: LandingPage;
  /** The number of the latest live event before this data was read; see `lastEventHeader`. */
  readonly lastEvent: number;
}
