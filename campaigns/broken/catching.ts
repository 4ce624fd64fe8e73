import { breakages } from './breakages.ts';

/** What a campaign must catch, and where alone it can be seen. */
export type Wrong = (typeof breakages)[number];

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
  if (wanted.length === 0) throw new Error(`${campaign} has no broken build called ${name}.`);
  let all = true;
  for (const breakage of wanted) {
    const kept = await keeps(breakage);
    console.log(kept ? `NOT CAUGHT: ${breakage.what}` : `caught: ${breakage.what}`);
    all &&= !kept;
  }
  return all;
}

/** The database to show it on: one is enough, and the embedded one unless only a server can. */
export function kindFor(
  { only }: Wrong,
  { database }: { readonly database: string | null },
): 'postgres' | 'embedded' {
  return only ?? (database === null ? 'embedded' : 'postgres');
}
