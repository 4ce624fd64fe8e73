import type { AttackedSite } from '../attacked-site.ts';
import { floodWithBookings } from './booking-flood.ts';
import { floodWithCodeRequests } from './code-flood.ts';
import { floodWithReads } from './read-flood.ts';
import type { Others } from './serve-others.ts';

/** How large a flood is, and who uses the site meanwhile. */
export interface FloodOptions {
  /** How many times as many requests as in a short run. */
  readonly size: number;
  readonly others: Others;
}

/** Everything that visitors can flood the site with: its name, and what returns the problems found. */
export const floods: readonly (readonly [
  name: string,
  flood: (site: AttackedSite, options: FloodOptions) => Promise<string[]>,
])[] = [
  ['requests for codes', floodWithCodeRequests],
  ['bookings', floodWithBookings],
  ['ZIP checks and page views', floodWithReads],
];
