import type { AttackedSite } from '../attacked-site.ts';
import { floodWithBookings } from './booking-flood.ts';
import { floodWithCodeRequests } from './code-flood.ts';
import { floodWithReads } from './read-flood.ts';
import type { Others } from './serve-others.ts';

/** The size of a flood, and the people who use the site during it. */
export interface FloodOptions {
  /** The number of requests, as a multiple of those in a short run. */
  readonly size: number;
  readonly others: Others;
}

/** Each kind of flood: its name, and the function that sends it and returns the problems found. */
export const floods: readonly (readonly [
  name: string,
  flood: (site: AttackedSite, options: FloodOptions) => Promise<string[]>,
])[] = [
  ['requests for codes', floodWithCodeRequests],
  ['bookings', floodWithBookings],
  ['ZIP checks and page views', floodWithReads],
];
