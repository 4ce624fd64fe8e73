import type { Place } from '../../bench/processes.ts';
import type { BookingLoad } from './booking-load.ts';
import type { EventReader } from './event-reader.ts';
import { inspect } from './inspection.ts';
import { compareWithOutbox, findLosses, findViolations, newestEvent } from './promises.ts';
import type { ServerProcess } from './server-process.ts';

/** Lets the clients work for a random time. */
export async function atWork(load: BookingLoad, workMs: number): Promise<void> {
  const before = load.acknowledged.length;
  await pause(workMs * (0.3 + Math.random()));
  // A slow machine may have done nothing yet, and a fault of an idle server tests nothing.
  const deadline = performance.now() + 20_000;
  while (load.acknowledged.length === before && performance.now() < deadline) await pause(5);
}

/** Lets the streams catch up, then stops the server (its folder cannot be inspected before). */
export async function endQuietly(
  server: ServerProcess,
  viewers: readonly EventReader[],
): Promise<void> {
  await quiet(viewers);
  for (const viewer of viewers) await viewer.stop();
  await server.kill();
}

/**
 * Lets the clients book until the server has done everything a few times: the first booking of a
 * process takes several times as long as later ones, and the fault is to be measured, not the start.
 */
export async function warmUp(load: BookingLoad): Promise<void> {
  const enough = load.acknowledged.length + 30;
  load.start();
  const deadline = performance.now() + 60_000;
  while (load.acknowledged.length < enough && performance.now() < deadline) await pause(5);
  await load.settle();
}

/** Checks everything once more when no request is in progress. */
export async function lookBack(
  place: Place,
  load: BookingLoad,
  viewers: readonly EventReader[],
): Promise<{ events: number; resumed: number; problems: string[] }> {
  return inspect(place, async (rows) => {
    const newest = await newestEvent(rows);
    const checked = [];
    for (const viewer of viewers) checked.push(await compareWithOutbox(rows, viewer));
    return {
      events: checked.reduce((sum, one) => sum + one.events, 0),
      resumed: checked.reduce((sum, one) => sum + one.resumed, 0),
      problems: [
        ...checked.flatMap((one) => one.problems),
        ...viewers
          .filter((viewer) => viewer.lastId < newest)
          .map((viewer) => `${viewer.person.role} is at event ${viewer.lastId} of ${newest}`),
        ...(await findViolations(rows)),
        ...(await findLosses(rows, load.acknowledged, true)),
      ],
    };
  });
}

/** Waits until no reader has received an event for a second. */
async function quiet(viewers: readonly EventReader[]): Promise<void> {
  const count = (): number => viewers.reduce((sum, viewer) => sum + viewer.lastId, 0);
  for (let before = -1; before !== count();) {
    before = count();
    await pause(1000);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
