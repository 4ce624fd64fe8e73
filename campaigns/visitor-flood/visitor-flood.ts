import { startAttackedSite } from '../attacked-site.ts';
import { withBuiltServer } from '../in-process.ts';
import type { CampaignOptions } from '../options.ts';
import { printReport } from '../report.ts';
import { floods } from './flood.ts';
import { prepareOthers } from './serve-others.ts';

/** The number of requests, as a multiple of those in `npm test`. It is small because only 200 codes are sent a day. */
const defaultSize = 4;

/**
 * Visitors request codes, book, check ZIP codes and open the landing page at the same time, from one network and from
 * many, with forged headers, on two server processes. The limits hold exactly, each code books once, nobody is
 * double-booked, everyone else is served, and nothing that a visitor typed is logged.
 */
export async function visitorFlood({ database, runs }: CampaignOptions): Promise<boolean> {
  return withBuiltServer({ database }, async (modules) => {
    const site = await startAttackedSite(modules);
    const options = { size: runs ?? defaultSize, others: await prepareOthers(site) };
    const problems: string[] = [];
    const started = performance.now();
    try {
      for (const [, flood] of floods) problems.push(...(await flood(site, options)));
      problems.push(...site.findSecretsInLog());
    } finally {
      await site.stop();
    }
    return printReport(
      `Visitor flood, ${database === null ? 'embedded' : 'PostgreSQL'}`,
      {
        requests: site.requestCount(),
        'emails sent': site.emails.length,
        seconds: ((performance.now() - started) / 1000).toFixed(1),
      },
      problems,
    );
  });
}
