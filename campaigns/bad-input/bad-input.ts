import { randomInt } from 'node:crypto';
import type { DatabaseLocation } from '../../bench/processes.ts';
import { printReport, summarizeTimes } from '../report.ts';
import type { CampaignOptions } from '../options.ts';
import { onEachDatabase } from '../databases.ts';
import { makeScratchBuild } from '../scratch-build.ts';
import { sendBadRequests, coverage, type SendResult } from './send-bad-requests.ts';
import { startSiteProcess } from './start-site-process.ts';

const defaultRuns = 10_000;
/** In runs with fewer requests than this, memory growth is not checked. */
const minRunsForMemoryCheck = 2_000;

/** The server closes a stalled connection after 30 s, and checks this every 2 s; the rest is for a busy machine. */
const timeoutMs = 45_000;

/** The maximum growth of resident memory after the warm-up, as a fraction. */
const maxMemoryGrowth = 0.1;

/**
 * Sends requests generated from the contract's schemas, and some that match no endpoint, as every role and as a
 * visitor, over real HTTP to a server process. Each request gets a response in time with a declared status below 500,
 * or its connection is closed; a refusal is one plain sentence and changes nothing; no request that must be refused is
 * accepted; afterward the server is healthy and its memory has not grown by more than the limit. The same seed
 * generates the same requests.
 */
export async function badInput(options: CampaignOptions): Promise<boolean> {
  const seed = options.seed ?? randomInt(1_000_000_000);
  const runs = options.runs ?? defaultRuns;
  return onEachDatabase(options, (location) =>
    runOn(location, { runs, seed, stalledClients: 100 }),
  );
}

interface RunSettings {
  readonly runs: number;
  readonly seed: number;
  readonly stalledClients: number;
}

async function runOn(location: DatabaseLocation, settings: RunSettings): Promise<boolean> {
  const build = await makeScratchBuild();
  try {
    const site = await startSiteProcess(build.main, location);
    try {
      const startedAt = performance.now();
      const result = await sendBadRequests(site, { ...settings, timeoutMs });
      const seconds = (performance.now() - startedAt) / 1000;
      return reportResult(
        `bad input on ${location.kind}, seed ${settings.seed}`,
        settings,
        result,
        seconds,
      );
    } finally {
      await site.stop();
    }
  } finally {
    await build.remove();
  }
}

function reportResult(
  title: string,
  { runs }: RunSettings,
  result: SendResult,
  seconds: number,
): boolean {
  // Compares minimums: at any measurement, V8 may or may not have returned the 32 MB that it reserves for new
  // objects, but memory in use is always included.
  const third = Math.floor(result.memory.length / 3);
  const before = Math.min(...result.memory.slice(0, third));
  const after = Math.min(...result.memory.slice(-third));
  const growth = after / before - 1;
  const problems = [...result.problems];
  if (runs >= minRunsForMemoryCheck && growth > maxMemoryGrowth) {
    problems.push(`resident memory grew by ${(growth * 100).toFixed(1)}%`);
  }
  const statuses = [...result.statuses].toSorted(([a], [b]) => a - b);
  return printReport(
    title,
    {
      'requests generated': runs,
      'requests sent': result.sent,
      'endpoints, and kinds of callers': `${coverage.endpoints}, ${coverage.callers}`,
      statuses: statuses.map(([status, count]) => `${status}: ${count}`).join(', '),
      accepted: result.accepted,
      'closed without a response': result.closed,
      'time to response or close': summarizeTimes(result.times),
      'time until a stalled client is cut off': summarizeTimes(result.stallTimes),
      'memory after the warm-up, MB': megabytes(before),
      'memory at the end, MB': `${megabytes(after)} (${(growth * 100).toFixed(1)}%)`,
      'memory during the run, MB': result.memory.map(megabytes).join(' '),
      seconds: Math.round(seconds),
    },
    problems,
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
