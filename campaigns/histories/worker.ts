import fc from 'fast-check';
import { withBuild } from '../in-process.ts';
import { history } from './history.ts';
import { newTally, play, type Tally } from './play.ts';
import { checkAuditTrail } from './invariants.ts';
import { Stage } from './stage.ts';
import type { Whereabouts } from './watch.ts';

/*
 * One process of the histories campaign: it receives its share as a message, plays it on
 * its own database, reports its progress, and returns what it found.
 */

export interface Share {
  readonly runs: number;
  readonly seed: number;
  readonly database: string | null;
}

export interface ShareResult {
  readonly tally: Tally;
  /** The smallest history found by fast-check that violates an invariant, in words; null if none did. */
  readonly failure: string | null;
}

/** What a process sends: its progress, or its result at the end. */
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
    // Shrinking can take long, and a failure caused by a busy machine may not occur again.
    let said = false;
    const sayFirst = (error: unknown): never => {
      if (!said) console.error(`seed ${seed}, not yet shrunk:`, error);
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
