import type { DatabaseLocation } from '../../bench/processes.ts';
import type { BookingLoad } from './booking-load.ts';
import type { EventReader } from './event-reader.ts';
import { inspect } from './inspection.ts';
import {
  compareWithOutbox,
  findLosses,
  findViolations,
  readLatestEventNumber,
} from './guarantee-checks.ts';
import type { ServerProcess } from './server-process.ts';

/** Lets the clients book for a random time of about `workMs`, and at least until one booking has been acknowledged. */
export async function letClientsWork(load: BookingLoad, workMs: number): Promise<void> {
  const countBefore = load.acknowledgedBookings.length;
  await pause(workMs * (0.3 + Math.random()));
  // A slow machine may have done nothing yet, and a fault on an idle server tests nothing.
  const deadline = performance.now() + 20_000;
  while (load.acknowledgedBookings.length === countBefore && performance.now() < deadline) {
    await pause(5);
  }
}

/** Lets the streams catch up, then kills the server: an embedded database cannot be inspected while in use. */
export async function drainAndKill(
  server: ServerProcess,
  readers: readonly EventReader[],
): Promise<void> {
  await waitUntilQuiet(readers);
  for (const reader of readers) await reader.stop();
  await server.kill();
}

/**
 * Lets the clients book until the server is warm: the first bookings of a process take several
 * times as long as later ones, and would be measured as an effect of the fault.
 */
export async function warmUp(load: BookingLoad): Promise<void> {
  const targetCount = load.acknowledgedBookings.length + 30;
  load.start();
  const deadline = performance.now() + 60_000;
  while (load.acknowledgedBookings.length < targetCount && performance.now() < deadline) {
    await pause(5);
  }
  await load.finishAll();
}

/** Checks every guarantee again at the end, when no request is in progress. */
export async function checkAtEnd(
  location: DatabaseLocation,
  load: BookingLoad,
  readers: readonly EventReader[],
): Promise<{ eventCount: number; resumedEventCount: number; problems: string[] }> {
  return inspect(location, async (query) => {
    const latestNumber = await readLatestEventNumber(query);
    const checks = [];
    for (const reader of readers) checks.push(await compareWithOutbox(query, reader));
    return {
      eventCount: checks.reduce((sum, check) => sum + check.eventCount, 0),
      resumedEventCount: checks.reduce((sum, check) => sum + check.resumedEventCount, 0),
      problems: [
        ...checks.flatMap((check) => check.problems),
        ...readers
          .filter((reader) => reader.lastId < latestNumber)
          .map((reader) => `${reader.person.role} is at event ${reader.lastId} of ${latestNumber}`),
        ...(await findViolations(query)),
        ...(await findLosses(query, load.acknowledgedBookings, true)),
      ],
    };
  });
}

/** Waits until no reader has received an event for a second. */
async function waitUntilQuiet(readers: readonly EventReader[]): Promise<void> {
  const sumOfLastIds = (): number => readers.reduce((sum, reader) => sum + reader.lastId, 0);
  for (let before = -1; before !== sumOfLastIds();) {
    before = sumOfLastIds();
    await pause(1000);
  }
}

/**
 * Waits for the first success after `startTime`, and returns the time of that success, or Infinity if there is none
 * within a minute. All times are from performance.now().
 */
export async function waitForSuccessAfter(
  successes: readonly number[],
  startTime: number,
): Promise<number> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const next = successes.find((time) => time > startTime);
    if (next !== undefined) return next;
    await pause(2);
  }
  return Infinity;
}

/** Resolves after `ms` milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
