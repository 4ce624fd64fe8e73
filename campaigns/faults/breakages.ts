import { answerBeforeCommit } from '../broken/answer-before-commit.ts';
import type { Breakage } from '../broken/breakage.ts';
import { claimOutsideTransaction } from '../broken/claim-outside-transaction.ts';
import { droppedFsync } from '../broken/dropped-fsync.ts';
import { feedSkipsOutage } from '../broken/feed-skips-outage.ts';
import { resumeAtLatest } from '../broken/resume-at-latest.ts';
import { speedBeforeDurability } from '../broken/speed-before-durability.ts';
import { stopCutsConnections } from '../broken/stop-cuts-connections.ts';
import { waitsForEver } from '../broken/waits-for-ever.ts';

/** What each campaign of faults must catch; a database is named where only it can show it. */
const all: readonly { readonly breakage: Breakage; readonly kind?: 'postgres' | 'embedded' }[] = [
  { breakage: answerBeforeCommit },
  { breakage: claimOutsideTransaction },
  { breakage: droppedFsync, kind: 'embedded' },
  { breakage: resumeAtLatest },
  { breakage: feedSkipsOutage, kind: 'postgres' },
  { breakage: speedBeforeDurability, kind: 'postgres' },
  { breakage: stopCutsConnections },
  { breakage: waitsForEver, kind: 'postgres' },
];

/** Every broken build of a campaign of faults. */
export const faultBreakages: readonly Breakage[] = all.map(({ breakage }) => breakage);

/** Those that a campaign must catch on a database: all of them, or the one that is named. */
export function breakagesOf(campaign: string, kind: string, name: string | null): Breakage[] {
  return all
    .filter((one) => one.kind === undefined || one.kind === kind)
    .map(({ breakage }) => breakage)
    .filter(({ campaigns }) => campaigns.includes(campaign))
    .filter((breakage) => name === null || name === 'all' || breakage.name === name);
}
