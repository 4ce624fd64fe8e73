import type { BenchDatabase } from './databases.ts';
import { readBookingInputs, scarceService, type FreeSlot } from './free-slots.ts';
import { LoadGenerator, startApplication } from './processes.ts';
import { bookingRequest } from './requests.ts';
import { signInAsAdvisor } from './sign-in.ts';

/** The results of clients that all requested the same slots at the same time. */
export interface ContentionResult {
  readonly clients: number;
  readonly slots: number;
  /** Bookings that were accepted. */
  readonly accepted: number;
  /** Bookings that were refused because the time is taken. */
  readonly refused: number;
  /** Slots with fewer bookings than there were mechanics available. */
  readonly underbooked: number;
  /** Bookings with any other response. */
  readonly failed: number;
  /** Requests without a response. */
  readonly lost: number;
  /** Pairs of open appointments that overlap for the same mechanic. */
  readonly overlaps: number;
  /** Bookings in the database minus the successful responses. */
  readonly unaccounted: number;
  /** The longest response time in milliseconds. */
  readonly slowestMs: number;
}

const slotsPerRun = 12;

/** Has 2, then 16, then 64 clients book the same slots simultaneously, the scarcest ones first. */
export async function measureContention(database: BenchDatabase): Promise<ContentionResult[]> {
  const results: ContentionResult[] = [];
  for (const clients of [2, 16, 64]) results.push(await bookConcurrently(database, clients));
  return results;
}

/** Returns whether every guarantee held. Slow responses don't count. */
export function guaranteesHold(result: ContentionResult): boolean {
  const { underbooked, failed, lost, overlaps, unaccounted } = result;
  return [underbooked, failed, lost, overlaps, unaccounted].every((count) => count === 0);
}

async function bookConcurrently(
  database: BenchDatabase,
  clients: number,
): Promise<ContentionResult> {
  const inputs = await readBookingInputs(database, scarceService);
  const bookingsBefore = await countBookings(database);
  const slots = scarcestPerDay(inputs.slots);

  const app = await startApplication(database.location);
  const load = new LoadGenerator();
  try {
    const cookie = await signInAsAdvisor(app.port);
    const requests = slots.flatMap((slot, slotIndex) =>
      Array.from({ length: clients }, (_, client) =>
        bookingRequest(inputs, cookie, slot, slotIndex * clients + client),
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
    const accepted = count((status) => status === 201);
    const refusals = result.responses.filter((response) => response?.status === 409);
    return {
      clients,
      slots: slots.length,
      accepted,
      refused: refusals.length,
      underbooked: countUnderbookedSlots(slots, clients, result.responses),
      // Every booking that isn't accepted must get a conflict.
      failed: requests.length - accepted - refusals.length - result.lost,
      lost: result.lost,
      overlaps: await countOverlaps(database),
      unaccounted: (await countBookings(database)) - bookingsBefore - accepted,
      slowestMs: result.latencies.at(-1) ?? Number.NaN,
    };
  } finally {
    load.stop().catch(() => {});
    await app.stop();
  }
}

/**
 * Returns the scarcest slot of each of up to `slotsPerRun` days, the scarcest first. It takes only one slot per
 * day, so that bookings of one slot cannot conflict with bookings of another.
 */
function scarcestPerDay(slots: readonly FreeSlot[]): FreeSlot[] {
  const scarcest = slots.toSorted((a, b) => Number(a.freeMechanics) - Number(b.freeMechanics));
  const days = new Map(scarcest.toReversed().map((slot) => [slot.date, slot]));
  return [...days.values()]
    .toSorted((a, b) => Number(a.freeMechanics) - Number(b.freeMechanics))
    .slice(0, slotsPerRun);
}

function countUnderbookedSlots(
  slots: readonly FreeSlot[],
  clients: number,
  responses: readonly ({ readonly status: number } | null)[],
): number {
  return slots.filter((slot, index) => {
    const bookingCount = responses
      .slice(index * clients, (index + 1) * clients)
      .filter((response) => response?.status === 201).length;
    // If holds can move, there may be more bookings than available mechanics, but never fewer.
    return bookingCount < Math.min(Number(slot.freeMechanics), clients);
  }).length;
}

function countBookings(database: BenchDatabase): Promise<number> {
  return database.withConnection(async (query) => {
    const [row] = await query<{ count: number }>(
      `select count(*) as count from appointments where source <> 'generated'`,
    );
    return Number(row?.count);
  });
}

function countOverlaps(database: BenchDatabase): Promise<number> {
  return database.withConnection(async (query) => {
    const [row] = await query<{ count: number }>(`
      with open as (
        select id, during, coalesce(mechanic_id, held_mechanic_id) as mechanic_id from appointments
        where status in ('pending', 'unassigned', 'confirmed', 'in_progress')
      )
      select count(*) as count from open a join open b
        on a.mechanic_id = b.mechanic_id and a.id < b.id and a.during && b.during`);
    return Number(row?.count);
  });
}
