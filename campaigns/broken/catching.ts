import type { Breakage } from './breakage.ts';
import { breakages } from './breakages.ts';

/**
 * Runs a campaign against the broken builds it must catch: one by name, or `all`. Answers whether
 * each was caught; a campaign that finds nothing wrong with one proves nothing.
 */
export async function caughtAll(
  campaign: string,
  name: string,
  keeps: (breakage: Breakage) => Promise<boolean>,
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
