import { CommandLineError } from '../../bench/command-line.ts';
import { faultBreakages } from '../faults/breakages.ts';
import { breakages } from './breakages.ts';

/** What a campaign must catch, and where alone it can be seen. */
export type Wrong = (typeof breakages)[number];

/** The names of the broken builds that a campaign must catch. */
export function brokenBuildsOf(campaign: string): string[] {
  return [...breakages, ...faultBreakages]
    .filter((each) => each.campaigns.includes(campaign))
    .map(({ name }) => name);
}

/**
 * Runs a campaign against the broken builds it must catch: one by name, or `all`. Answers whether
 * each was caught; a campaign that finds nothing wrong with one proves nothing.
 */
export async function caughtAll(
  campaign: string,
  name: string,
  keeps: (wrong: Wrong) => Promise<boolean>,
): Promise<boolean> {
  const wanted = breakages.filter(
    (each) => each.campaigns.includes(campaign) && (name === 'all' || each.name === name),
  );
  refuseNone(campaign, name, wanted);
  let all = true;
  for (const breakage of wanted) {
    const kept = await keeps(breakage);
    console.log(kept ? `NOT CAUGHT: ${breakage.what}` : `caught: ${breakage.what}`);
    all &&= !kept;
  }
  return all;
}

/** A run that catches nothing because there was nothing to catch proves nothing either. */
export function refuseNone(campaign: string, name: string, wanted: readonly unknown[]): void {
  if (wanted.length > 0) return;
  throw new CommandLineError(
    `${campaign} has no broken build called "${name}" that this database can show.`,
  );
}

/** The database to show it on: one is enough, and the embedded one unless only a server can. */
export function kindFor(
  { only }: Wrong,
  { database }: { readonly database: string | null },
): 'postgres' | 'embedded' {
  return only ?? (database === null ? 'embedded' : 'postgres');
}
