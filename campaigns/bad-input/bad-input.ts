import { randomInt } from 'node:crypto';
import type { Place } from '../../bench/processes.ts';
import { report, spread } from '../faults/figures.ts';
import type { CampaignOptions } from '../options.ts';
import { onEachPlace } from '../places.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { bombard, breadth, type Bombarded } from './bombard.ts';
import { hostSite } from './hosting.ts';

const runsByDefault = 10_000;
/** Enough requests for memory to settle. */
const runsToJudgeMemory = 2_000;

/** The server's own timeout is 30 s, checked every 2 s; the rest is for a busy machine. */
const patienceMs = 45_000;

/** How much resident memory may grow after the warm-up. */
const memoryMayGrowBy = 0.1;

/**
 * Bad input: requests generated from the contract's schemas and outside them, by every role and by visitors,
 * over real HTTP against a server process. Each is answered in time with a declared
 * status below 500, or its connection is closed; a refusal is one plain sentence and changes nothing;
 * what must be refused always is; afterwards the server is healthy and its memory has not grown. A seed
 * repeats a run.
 */
export async function badInput(options: CampaignOptions): Promise<boolean> {
  const seed = options.seed ?? randomInt(1_000_000_000);
  const runs = options.runs ?? runsByDefault;
  return onEachPlace(options, (place) => runOn(place, { runs, seed, stalls: 100 }));
}

interface Size {
  readonly runs: number;
  readonly seed: number;
  readonly stalls: number;
}

async function runOn(place: Place, size: Size): Promise<boolean> {
  const build = await makeScratchBuild();
  try {
    const site = await hostSite(build.main, place);
    try {
      const started = performance.now();
      const result = await bombard(site, { ...size, patienceMs });
      const seconds = (performance.now() - started) / 1000;
      return judge(`bad input on ${place.kind}, seed ${size.seed}`, size, result, seconds);
    } finally {
      await site.stop();
    }
  } finally {
    await build.drop();
  }
}

function judge(title: string, { runs }: Size, result: Bombarded, seconds: number): boolean {
  // The minimum of several measurements: the engine keeps or returns the 32 MB for new objects
  // as it likes, but memory that is in use is part of every measurement.
  const third = Math.floor(result.memory.length / 3);
  const before = Math.min(...result.memory.slice(0, third));
  const after = Math.min(...result.memory.slice(-third));
  const growth = after / before - 1;
  const problems = [...result.problems];
  if (runs >= runsToJudgeMemory && growth > memoryMayGrowBy) {
    problems.push(`resident memory grew by ${(growth * 100).toFixed(1)} %`);
  }
  const statuses = [...result.statuses].toSorted(([a], [b]) => a - b);
  return report(
    title,
    {
      'requests generated': runs,
      'requests sent': result.sent,
      'calls, and kinds of callers': `${breadth.calls}, ${breadth.viewers}`,
      statuses: statuses.map(([status, count]) => `${status}: ${count}`).join(', '),
      accepted: result.accepted,
      'closed without a response': result.cut,
      'answered or closed after': spread(result.times),
      'stalled clients cut off after': spread(result.stallTimes),
      'memory after the warm-up, MB': megabytes(before),
      'memory at the end, MB': `${megabytes(after)} (${(growth * 100).toFixed(1)} %)`,
      'memory during the run, MB': result.memory.map(megabytes).join(' '),
      seconds: Math.round(seconds),
    },
    problems,
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
