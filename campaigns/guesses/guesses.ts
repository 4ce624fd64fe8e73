import { startAttackedSite } from '../attacked-site.ts';
import { withBuiltServer } from '../in-process.ts';
import type { CampaignOptions } from '../options.ts';
import { printReport } from '../report.ts';
import { guessTargets } from './guess-everything.ts';

const defaultRounds = 5;

/**
 * Guesses links, codes and secret addresses, with forged headers, from one network and from many, in parallel and on
 * two server processes. No response reveals whether something exists, and nobody gets more tries than the limits allow.
 */
export async function guesses({ database, runs }: CampaignOptions): Promise<boolean> {
  return withBuiltServer({ database }, async (modules) => {
    const site = await startAttackedSite(modules);
    const rounds = runs ?? defaultRounds;
    const problems: string[] = [];
    const started = performance.now();
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const [, guess] of guessTargets) problems.push(...(await guess(site)));
      }
      problems.push(...site.findSecretsInLog());
    } finally {
      await site.stop();
    }
    return printReport(
      `Guesses, ${database === null ? 'embedded' : 'PostgreSQL'}`,
      {
        rounds,
        requests: site.requestCount(),
        seconds: ((performance.now() - started) / 1000).toFixed(1),
      },
      problems,
    );
  });
}
