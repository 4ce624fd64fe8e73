import type { BenchDatabase } from './databases.ts';
import { readBookingInputs } from './free-slots.ts';
import { toSample, type Sample } from './measure.ts';
import { LoadGenerator, startApplication } from './processes.ts';
import { readRequests } from './requests.ts';
import { signInAsAdvisor } from './sign-in.ts';
import {
  addVans,
  dispatchScreenCount,
  movementRequestsPerSecond,
  movementRequests,
} from './vans.ts';

/** The samples of reading slots while all vans are parked and while they move, one per round. */
export interface MovementResult {
  readonly still: readonly Sample[];
  readonly moving: readonly Sample[];
  /** The vans' location reports, and the polls of the people who watch them. */
  readonly movement: readonly Sample[];
}

/** The ordinary traffic in requests per second: for slots, appointment lists and counts. */
const traffic = { slots: 30, list: 5, counts: 5 } as const;

/**
 * Reads slots alongside ordinary traffic, alternately while all vans stand still and while each reports its location
 * every 5 seconds. Requests are sent on a schedule, however long responses take, since people and vans do not wait for
 * each other. The latency of a late request counts from its scheduled time.
 */
export async function measureMovement(
  database: BenchDatabase,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<MovementResult> {
  const jobs = await addVans(database);
  const inputs = await readBookingInputs(database);
  const app = await startApplication(database.location);
  const loads = {
    slots: new LoadGenerator(),
    others: new LoadGenerator(),
    vans: new LoadGenerator(),
  };
  const streams = new AbortController();
  try {
    const { port } = app;
    const cookie = await signInAsAdvisor(port);
    for (let screen = 0; screen < dispatchScreenCount; screen += 1) {
      void drainEvents(port, cookie, streams.signal);
    }
    const otherRequests = (['list', 'counts'] as const).flatMap((endpoint) =>
      readRequests(endpoint, inputs, cookie),
    );
    const vanRequests = movementRequests(jobs, cookie);
    // Each load has more clients than it ever has requests in progress, so that every request is sent when it is due.
    const run = async (isMoving: boolean) => {
      const [slots, other, movement] = await Promise.all([
        loads.slots.run({
          port,
          clients: 16,
          requests: readRequests('slots', inputs, cookie),
          seconds,
          perSecond: traffic.slots,
        }),
        loads.others.run({
          port,
          clients: 8,
          requests: otherRequests,
          seconds,
          perSecond: traffic.list + traffic.counts,
        }),
        isMoving
          ? loads.vans.run({
              port,
              clients: 64,
              requests: vanRequests,
              seconds,
              perSecond: movementRequestsPerSecond,
            })
          : null,
      ]);
      toSample('lists and counts', other, 200);
      return {
        slots: toSample('slots', slots, 200),
        movement: movement && toSample('vans', movement, 200),
      };
    };
    const result = { still: [] as Sample[], moving: [] as Sample[], movement: [] as Sample[] };
    // The first round is only a warm-up.
    for (let round = -1; round < rounds; round += 1) {
      const still = await run(false);
      const moving = await run(true);
      if (round < 0) continue;
      result.still.push(still.slots);
      result.moving.push(moving.slots);
      if (moving.movement) result.movement.push(moving.movement);
    }
    return result;
  } finally {
    streams.abort();
    await Promise.all(Object.values(loads).map((load) => load.stop()));
    await app.stop();
  }
}

/** Reads an event stream until it is aborted, as an open dispatch screen does. */
async function drainEvents(port: number, cookie: string, signal: AbortSignal): Promise<void> {
  try {
    const { body } = await fetch(`http://127.0.0.1:${port}/api/events`, {
      headers: { cookie },
      signal,
    });
    for await (const _ of body ?? []);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
