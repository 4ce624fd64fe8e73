import { freePort } from '../../bench/processes.ts';
import { BookingLoad } from './booking-load.ts';
import { makeBusiness } from './business.ts';
import { EventReader } from './event-reader.ts';
import type { FaultOptions, FaultResult } from './fault-run.ts';
import { spread } from './figures.ts';
import { atWork, lookBack, pause, warmUp } from './fault-steps.ts';
import { inspect } from './inspection.ts';
import { OrdinaryPace } from './ordinary-pace.ts';
import type { PrivateCluster } from './private-cluster.ts';
import { findLosses, findViolations, newestEvent } from './promises.ts';
import { startServer } from './server-process.ts';

/** No response may take longer while the database is away: it is refused at once, without waiting. */
const answersWithinMs = 12_000;

/**
 * Service and live events are back this soon after PostgreSQL accepts connections, plus the time of an
 * ordinary booking.
 */
const backWithinMs = 1_000;

/**
 * Stops PostgreSQL immediately while clients work, repeatedly, under one server that keeps
 * running. What was acknowledged exists, requests in the meantime are answered with 503 and a sentence,
 * and both bookings and live events are back within a second.
 */
export async function runPostgresStops(
  cluster: PrivateCluster,
  options: FaultOptions,
): Promise<FaultResult> {
  const place = { kind: 'postgres', url: cluster.url } as const;
  const business = await makeBusiness(place, options);
  const port = await freePort();
  const { authSecret } = business;
  const successes: number[] = [];
  const pace = new OrdinaryPace();
  const load = new BookingLoad(business, {
    clients: options.clients,
    port: () => port,
    limitMs: answersWithinMs,
    onExchange: (tried) => {
      pace.note(tried);
      if (tried.kind === 'answered' && tried.status < 300) successes.push(tried.endedAt);
    },
  });
  const viewers = [business.admin, ...business.accounts.slice(0, 1)].map(
    (person) => new EventReader(person, () => port),
  );
  const problems: string[] = [];
  const bookingsBack: number[] = [];
  const eventsBack: number[] = [];
  const outages: number[] = [];

  const server = await startServer({ main: options.build.main, place, port, authSecret });
  try {
    for (const viewer of viewers) viewer.start();
    for (const viewer of viewers) await viewer.begins();
    await warmUp(load);
    for (let round = 0; round < options.rounds && problems.length === 0; round += 1) {
      load.start();
      pace.begins();
      await atWork(load, options.workMs);
      pace.ends();
      const stopped = performance.now();
      await cluster.stopAtOnce();
      // Some restarts are immediate, some only after a while.
      await pause(Math.random() * 1500);
      const before = new Set(viewers.map((viewer) => viewer.received.length));
      const backAt = await cluster.startAgain();
      outages.push(backAt - stopped);

      bookingsBack.push((await firstAfter(successes, backAt)) - backAt);
      eventsBack.push((await firstEvent(viewers[0], Math.max(...before), backAt)) - backAt);
      await load.settle();
      await load.repeatSome(5);
      const found = await inspect(place, async (rows) => [
        ...(await findViolations(rows)),
        ...(await findLosses(rows, load.acknowledged, true)),
        ...(await lagging(viewers, await newestEvent(rows))),
      ]);
      problems.push(...found.map((problem) => `after stop ${round + 1}: ${problem}`));
      const withinMs = backWithinMs + pace.longestMs;
      problems.push(...tooLate('bookings', bookingsBack, withinMs));
      problems.push(...tooLate('events', eventsBack, withinMs));
      options.onRound(round + 1, load.acknowledged.length);
    }
    const checked = await lookBack(place, load, viewers);
    if (!server.isRunning()) problems.push(`the server exited: ${server.errors()}`);
    problems.push(...checked.problems, ...load.problems);
    return {
      problems,
      figures: {
        rounds: outages.length,
        'bookings acknowledged': load.acknowledged.length,
        'responses of 503 with a sentence, repeated': load.unavailable,
        'attempts without a response, repeated': load.unanswered,
        'longest ordinary response': `${Math.round(pace.longestMs)} ms`,
        'longest answer': `${Math.round(load.longestMs)} ms`,
        'PostgreSQL away': spread(outages),
        'bookings back after it': spread(bookingsBack),
        'live events back after it': spread(eventsBack),
        'events received': checked.events,
        'streams that ended or broke': viewers.reduce((sum, one) => sum + one.ends + one.breaks, 0),
      },
    };
  } finally {
    for (const viewer of viewers) await viewer.stop();
    await server.kill();
  }
}

/** Waits for the first success after a moment; returns its time. */
async function firstAfter(successes: readonly number[], moment: number): Promise<number> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const next = successes.find((time) => time > moment);
    if (next !== undefined) return next;
    await pause(2);
  }
  return Infinity;
}

/** Waits for the first live event beyond those already received; returns its time. */
async function firstEvent(
  viewer: EventReader | undefined,
  receivedBefore: number,
  moment: number,
): Promise<number> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    if (viewer && viewer.received.length > receivedBefore)
      return Math.max(moment, performance.now());
    await pause(2);
  }
  return Infinity;
}

async function lagging(viewers: readonly EventReader[], newest: number): Promise<string[]> {
  const late: string[] = [];
  for (const viewer of viewers) {
    if (!(await viewer.reaches(newest, 5000))) {
      late.push(`${viewer.person.role} is at event ${viewer.lastId} of ${newest}`);
    }
  }
  return late;
}

function tooLate(what: string, times: readonly number[], withinMs: number): string[] {
  const last = times.at(-1) ?? 0;
  return last > withinMs ? [`${what} were back only after ${Math.round(last)} ms`] : [];
}
