import fc from 'fast-check';
import { withBuild } from '../in-process.ts';
import { history } from './history.ts';
import { newTally, play, type Tally } from './play.ts';
import { checkAuditTrail } from './invariants.ts';
import { Stage } from './stage.ts';
import type { Whereabouts } from './watch.ts';

/*
 * One process of the campaign of histories: it is told its share by a message, plays it on a
 * database of its own, says where it is on the way, and answers what it saw.
 */

export interface Share {
  readonly runs: number;
  readonly seed: number;
  readonly database: string | null;
}

export interface ShareResult {
  readonly tally: Tally;
  /** The smallest history that fast-check found to break an invariant, in words; null: none did. */
  readonly failure: string | null;
}

/** What a process says: where it is, or what it saw in the end. */
export type News = { readonly where: Whereabouts } | { readonly result: ShareResult };

process.on('message', (share: Share) => {
  void playShare(share).then((result) => tell({ result }, () => process.exit()));
});
process.on('disconnect', () => process.exit());

function tell(news: News, then: () => void = () => {}): void {
  process.send?.(news, then);
}

function playShare({ runs, seed, database }: Share): Promise<ShareResult> {
  tell({ where: { seed, history: 0, doing: 'its start' } });
  return withBuild({ database }, async (product) => {
    const stage = await Stage.build(product);
    const tally = newTally();
    const say = (doing: string): void => tell({ where: { seed, history: tally.histories, doing } });
    // Making it smaller can take long, and what came from a loaded machine doesn't come again.
    let said = false;
    const sayFirst = (error: unknown): never => {
      if (!said) console.error(`seed ${seed}, not yet made smaller:`, error);
      said = true;
      throw error;
    };
    try {
      const found = await fc.check(
        fc.asyncProperty(history, (one) => play(stage, one, tally, say).catch(sayFirst)),
        { numRuns: runs, seed },
      );
      if (!found.failed) {
        await checkAuditTrail(stage.app(0));
        return { tally, failure: null };
      }
      const cause = found.errorInstance;
      const message = cause instanceof Error ? cause.message : String(cause);
      const example = JSON.stringify(found.counterexample);
      return { tally, failure: `seed ${found.seed}: ${message}\nthe history: ${example}` };
    } finally {
      await stage.stop();
    }
  });
}
