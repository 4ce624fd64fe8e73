import type { BenchDatabase } from './databases.ts';
import { readMaterial, scarceService, type FreeSlot } from './free-slots.ts';
import { LoadGenerator, startApplication } from './processes.ts';
import { bookingRequest } from './requests.ts';
import { signInAsAdvisor } from './sign-in.ts';

/** The results of clients that all requested the same slots at the same moment. */
export interface ContestResult {
  readonly clients: number;
  readonly slots: number;
  readonly winners: number;
  readonly refused: number;
  /** Slots that fewer clients won than there were mechanics available. */
  readonly unwon: number;
  readonly failed: number;
  readonly lost: number;
  /** Pairs of open appointments that overlap for the same mechanic. */
  readonly overlaps: number;
  /** Bookings in the database minus the successful responses. */
  readonly unaccounted: number;
  readonly worst: number;
}

const slotsPerContest = 12;

/** Has 2, 16 and 64 clients book the same slots at once, the scarcest ones first. */
export async function contest(database: BenchDatabase): Promise<ContestResult[]> {
  const results: ContestResult[] = [];
  for (const clients of [2, 16, 64]) results.push(await contestSlots(database, clients));
  return results;
}

/** Returns whether no guarantee was violated. Slow responses are not a violation. */
export function isFair(result: ContestResult): boolean {
  const { unwon, failed, lost, overlaps, unaccounted } = result;
  return [unwon, failed, lost, overlaps, unaccounted].every((count) => count === 0);
}

async function contestSlots(database: BenchDatabase, clients: number): Promise<ContestResult> {
  const material = await readMaterial(database, scarceService);
  const before = await countBookings(database);
  const slots = scarcestOfEachDay(material.slots);

  const app = await startApplication(database.place);
  const load = new LoadGenerator();
  try {
    const cookie = await signInAsAdvisor(app.port);
    const requests = slots.flatMap((slot, contestNumber) =>
      Array.from({ length: clients }, (_, client) =>
        bookingRequest(material, cookie, slot, contestNumber * clients + client),
      ),
    );
    const result = await load.run({ port: app.port, clients, requests, together: true });
    await app.stop();
    const statuses = Object.entries(result.statuses).map(([status, count]) => ({
      status: Number(status),
      count,
    }));
    const count = (test: (status: number) => boolean): number =>
      statuses.reduce((sum, entry) => sum + (test(entry.status) ? entry.count : 0), 0);
    const winners = count((status) => status === 201);
    const refusals = result.responses.filter((answer) => answer?.status === 409);
    return {
      clients,
      slots: slots.length,
      winners,
      refused: refusals.length,
      unwon: countUnwonSlots(slots, clients, result.responses),
      // A booking that loses gets a conflict, and no other response.
      failed: requests.length - winners - refusals.length - result.lost,
      lost: result.lost,
      overlaps: await countOverlaps(database),
      unaccounted: (await countBookings(database)) - before - winners,
      worst: result.latencies.at(-1) ?? Number.NaN,
    };
  } finally {
    load.stop().catch(() => {});
    await app.stop();
  }
}

/** Returns one slot for each day, so that no contest takes time from another. */
function scarcestOfEachDay(slots: readonly FreeSlot[]): FreeSlot[] {
  const scarcest = slots.toSorted((a, b) => Number(a.free) - Number(b.free));
  const days = new Map(scarcest.toReversed().map((slot) => [slot.date, slot]));
  return [...days.values()]
    .toSorted((a, b) => Number(a.free) - Number(b.free))
    .slice(0, slotsPerContest);
}

function countUnwonSlots(
  slots: readonly FreeSlot[],
  clients: number,
  answers: readonly ({ readonly status: number } | null)[],
): number {
  return slots.filter((slot, index) => {
    const won = answers
      .slice(index * clients, (index + 1) * clients)
      .filter((answer) => answer?.status === 201).length;
    // Moving holds may make room for more bookings, never for fewer.
    return won < Math.min(Number(slot.free), clients);
  }).length;
}

function countBookings(database: BenchDatabase): Promise<number> {
  return database.inspect(async (rows) => {
    const [row] = await rows<{ count: number }>(
      `select count(*) as count from appointments where source <> 'generated'`,
    );
    return Number(row?.count);
  });
}

function countOverlaps(database: BenchDatabase): Promise<number> {
  return database.inspect(async (rows) => {
    const [row] = await rows<{ count: number }>(`
      with open as (
        select id, during, coalesce(mechanic_id, hold_mechanic_id) as mechanic_id from appointments
        where status in ('pending', 'unassigned', 'confirmed', 'in_progress')
      )
      select count(*) as count from open a join open b
        on a.mechanic_id = b.mechanic_id and a.id < b.id and a.during && b.during`);
    return Number(row?.count);
  });
}
