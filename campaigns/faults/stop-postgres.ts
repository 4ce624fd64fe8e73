import { freePort } from '../../bench/processes.ts';
import { BookingLoad } from './booking-load.ts';
import { makeBusiness } from './business.ts';
import { EventReader } from './event-reader.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import { summarizeTimes } from '../report.ts';
import {
  letClientsWork,
  checkAtEnd,
  pause,
  waitForSuccessAfter,
  warmUp,
} from './campaign-phases.ts';
import { inspect } from './inspection.ts';
import { BaselineTiming } from './baseline-timing.ts';
import type { TemporaryPostgres } from './temporary-postgres.ts';
import { findLosses, findViolations, readLatestEventNumber } from './guarantee-checks.ts';
import { startServer } from './server-process.ts';

/** The maximum response time while PostgreSQL is down: the server must refuse requests instead of waiting. */
const maxResponseMs = 12_000;

/**
 * Once PostgreSQL accepts connections again, bookings and live events must work within this time plus the longest
 * fault-free response time.
 */
const recoverWithinMs = 1_000;

/**
 * Repeatedly stops PostgreSQL in immediate mode while clients book, without restarting the application.
 * Checks that every acknowledged booking exists, requests during an outage get a 503 with an error message,
 * and both bookings and live events recover within a second.
 */
export async function runPostgresStops(
  cluster: TemporaryPostgres,
  options: FaultOptions,
): Promise<FaultResult> {
  const location = { kind: 'postgres', url: cluster.url } as const;
  const business = await makeBusiness(location, options);
  const port = await freePort();
  const { authSecret } = business;
  const successes: number[] = [];
  const baseline = new BaselineTiming();
  const load = new BookingLoad(business, {
    clients: options.clients,
    port: () => port,
    limitMs: maxResponseMs,
    onExchange: (result) => {
      baseline.record(result);
      if (result.kind === 'complete' && result.status < 300) successes.push(result.endedAt);
    },
  });
  const readers = [business.admin, ...business.accounts.slice(0, 1)].map(
    (person) => new EventReader(person, () => port),
  );
  const problems: string[] = [];
  const bookingRecoveryTimes: number[] = [];
  const eventRecoveryTimes: number[] = [];
  const outageTimes: number[] = [];

  const server = await startServer({ main: options.build.main, location, port, authSecret });
  try {
    for (const reader of readers) reader.start();
    for (const reader of readers) await reader.waitUntilOpen();
    await warmUp(load);
    for (let round = 0; round < options.rounds && problems.length === 0; round += 1) {
      load.start();
      baseline.start();
      await letClientsWork(load, options.workMs);
      baseline.stop();
      const stoppedAt = performance.now();
      await cluster.stopImmediately();
      // Restarts PostgreSQL sometimes immediately, sometimes after a while.
      await pause(Math.random() * 1500);
      const previousCounts = readers.map((reader) => reader.receivedEvents.length);
      const backAt = await cluster.restart();
      outageTimes.push(backAt - stoppedAt);

      bookingRecoveryTimes.push((await waitForSuccessAfter(successes, backAt)) - backAt);
      const nextEventAt = await waitForNextEvent(readers[0], Math.max(...previousCounts), backAt);
      eventRecoveryTimes.push(nextEventAt - backAt);
      await load.finishAll();
      await load.resendSomeBookings(5);
      const found = await inspect(location, async (query) => [
        ...(await findViolations(query)),
        ...(await findLosses(query, load.acknowledgedBookings, true)),
        ...(await findLaggingReaders(readers, await readLatestEventNumber(query))),
      ]);
      problems.push(...found.map((problem) => `after stop ${round + 1}: ${problem}`));
      const limitMs = recoverWithinMs + baseline.longestMs;
      problems.push(...describeDelay('bookings', bookingRecoveryTimes, limitMs));
      problems.push(...describeDelay('events', eventRecoveryTimes, limitMs));
      options.onRound(round + 1, load.acknowledgedBookings.length);
    }
    const finalChecks = await checkAtEnd(location, load, readers);
    if (!server.isRunning()) problems.push(`the server exited: ${server.errors()}`);
    problems.push(...finalChecks.problems, ...load.problems);
    return {
      problems,
      stats: {
        rounds: outageTimes.length,
        'bookings acknowledged': load.acknowledgedBookings.length,
        '503 responses with an error message, retried': load.unavailableCount,
        'attempts without a response, retried': load.unansweredCount,
        'longest ordinary response': `${Math.round(baseline.longestMs)} ms`,
        'longest response': `${Math.round(load.longestMs)} ms`,
        'PostgreSQL outages': summarizeTimes(outageTimes),
        'recovery of bookings': summarizeTimes(bookingRecoveryTimes),
        'recovery of live events': summarizeTimes(eventRecoveryTimes),
        'events received': finalChecks.eventCount,
        'streams that ended or were cut off': readers.reduce(
          (sum, reader) => sum + reader.endedStreamCount + reader.cutOffStreamCount,
          0,
        ),
      },
    };
  } finally {
    for (const reader of readers) await reader.stop();
    await server.kill();
  }
}

/** Waits for the first live event beyond those already received; returns its time. */
async function waitForNextEvent(
  reader: EventReader | undefined,
  previousCount: number,
  backAt: number,
): Promise<number> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    if (reader && reader.receivedEvents.length > previousCount)
      return Math.max(backAt, performance.now());
    await pause(2);
  }
  return Infinity;
}

async function findLaggingReaders(
  readers: readonly EventReader[],
  latestNumber: number,
): Promise<string[]> {
  const late: string[] = [];
  for (const reader of readers) {
    if (!(await reader.waitForEvent(latestNumber, 5000))) {
      late.push(`${reader.person.role} is at event ${reader.lastId} of ${latestNumber}`);
    }
  }
  return late;
}

function describeDelay(what: string, times: readonly number[], limitMs: number): string[] {
  const last = times.at(-1) ?? 0;
  return last > limitMs ? [`${what} took ${Math.round(last)} ms to recover`] : [];
}
