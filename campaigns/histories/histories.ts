import { fork } from 'node:child_process';
import { report } from '../faults/figures.ts';
import type { CampaignOptions } from '../options.ts';
import { weights } from './history.ts';
import { Watch } from './watch.ts';
import type { News, Share, ShareResult } from './worker.ts';

const historiesByDefault = 10_000;
const processes = 2;
/** In this many histories every kind of step is accepted at some point. */
const enoughForAll = 1000;

/**
 * Histories: random requests by everyone, on businesses of every shape. After each, invariants of the whole
 * database must hold, and the response must agree with what was shown before. Repeat one with `--seed`.
 */
export async function histories(options: CampaignOptions): Promise<boolean> {
  const { seed, database } = options;
  const runs = options.runs ?? historiesByDefault;
  const first = seed ?? Math.floor(Math.random() * 1e9);
  const started = performance.now();
  const shares = Array.from({ length: processes }, (_, index) => ({
    runs: Math.ceil(runs / processes),
    seed: first + index,
    database,
  }));
  const results = await watched(shares, runs);
  const seconds = (performance.now() - started) / 1000;
  const tallies = results.map(({ tally }) => tally);
  const sum = (of: (tally: ShareResult['tally']) => number): number =>
    tallies.reduce((total, tally) => total + of(tally), 0);
  const where = database === null ? 'embedded' : 'PostgreSQL';
  return report(
    `Histories, seed ${first}, ${where}`,
    {
      histories: sum((tally) => tally.histories),
      requests: sum((tally) => tally.requests),
      accepted: kinds(tallies.map((tally) => tally.accepted)),
      refused: kinds(tallies.map((tally) => tally.refused)),
      'slots booked as shown': sum((tally) => tally.slots),
      'candidates assigned as shown': sum((tally) => tally.candidates),
      seconds: seconds.toFixed(1),
    },
    [
      ...results.flatMap(({ failure }) => (failure === null ? [] : [failure])),
      ...(runs >= enoughForAll ? neverAccepted(tallies) : []),
    ],
  );
}

/** Returns the kinds of steps that were accepted in no history, so nothing was tested about them. */
function neverAccepted(tallies: readonly ShareResult['tally'][]): string[] {
  return Object.keys(weights)
    .filter((kind) => kind !== 'clock' && !tallies.some(({ accepted }) => accepted[kind]))
    .map((kind) => `no "${kind}" was accepted in any history`);
}

/** Plays all shares, and reports their progress and where any of them is stuck. */
async function watched(shares: readonly Share[], runs: number): Promise<ShareResult[]> {
  const watch = new Watch();
  const timer = setInterval(() => {
    process.stdout.write(`\r  history ${watch.begun} of ${runs} `);
    for (const sentence of watch.missing(performance.now())) console.error(`\n${sentence}`);
  }, 5000);
  try {
    return await Promise.all(shares.map((share) => playInProcess(share, watch)));
  } finally {
    clearInterval(timer);
  }
}

function playInProcess(share: Share, watch: Watch): Promise<ShareResult> {
  const child = fork(new URL('./worker.js', import.meta.url));
  child.send(share);
  return new Promise((resolve, reject) => {
    // Only our own program sends messages here.
    child.on('message', (message) => {
      const news = message as News;
      if ('where' in news) return watch.hear(news.where, performance.now());
      watch.done(share.seed);
      resolve(news.result);
    });
    child.on('error', reject);
    child.on('exit', () => reject(new Error('A process of the campaign exited without a result.')));
  });
}

/** Returns the counts of all processes, the most frequent first. */
function kinds(counts: readonly Readonly<Record<string, number>>[]): string {
  const total = new Map<string, number>();
  for (const [kind, count] of counts.flatMap((each) => Object.entries(each))) {
    total.set(kind, (total.get(kind) ?? 0) + count);
  }
  return [...total]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
}
