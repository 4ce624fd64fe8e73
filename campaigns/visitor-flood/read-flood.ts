import {
  inParallel,
  unusedAddress,
  type AttackedSite,
  type HostileRequest,
} from '../attacked-site.ts';
import type { FloodOptions } from './flood.ts';
import { serveOthers } from './serve-others.ts';

/** The limit, stated here independently of the contract. */
const checksFromOneAddress = 600;

/**
 * Checks ZIP codes and opens the landing page, from one address. The checks are limited, the page is served each time,
 * and others are served.
 */
export async function floodWithReads(site: AttackedSite, options: FloodOptions): Promise<string[]> {
  await site.resetRateLimits();
  const address = unusedAddress();
  const read = (path: string): HostileRequest => ({ method: 'GET', path, address });
  const [checks, pages, problems] = await Promise.all([
    inParallel(checksFromOneAddress + 20 * options.size, (index) =>
      site.send(read(`/api/service-areas/answer?zip=${94_100 + (index % 90)}`)),
    ),
    inParallel(100 * options.size, () => site.send(read('/'))),
    serveOthers(site, options.others),
  ]);
  const answered = checks.filter(({ status }) => status === 200).length;
  const refused = checks.filter(({ status }) => status === 429).length;
  const opened = pages.filter(({ status }) => status === 200).length;
  return [
    ...problems,
    ...(answered === checksFromOneAddress && answered + refused === checks.length
      ? []
      : [`${answered} of ${checks.length} ZIP checks were answered, ${refused} refused`]),
    ...(opened === pages.length ? [] : [`${opened} of ${pages.length} landing pages were served`]),
  ];
}
