import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import type { HttpRequest } from './http-connection.ts';
import type { BookingMaterial } from './free-slots.ts';
import type { LoadResult } from './load-generator.ts';
import { clients, toSample, type Sample } from './measure.ts';
import type { LoadGenerator } from './processes.ts';
import { bookings, floorBookings } from './requests.ts';
import { sendOnce } from './sign-in.ts';

/**
 * Mechanics are assigned in parallel, by candidates that were read before: occasionally another assignment has
 * taken a candidate's time.
 */
const conflictAllowed = { status: 409, share: 0.01 };

/** One database's pair of servers, with what can be booked. */
export interface WriteTarget {
  readonly size: string;
  readonly appPort: number;
  readonly floorPort: number;
  readonly material: BookingMaterial;
  readonly cookie: string;
}

/** For some thousand bookings after its start, a server runs code that is not optimized yet. */
const warmUpRounds = 2;

/** How many times more requests the floor gets, since its rounds would otherwise be too short to measure. */
const floorShare = 5;

/**
 * Returns the samples by name: `book 1e3`, `book 1e3 floor` and so on. Every round begins with the same
 * available times, because its bookings are cancelled at its end, or deleted on the floor.
 */
export async function measureWrites(
  load: LoadGenerator,
  targets: readonly WriteTarget[],
  pace: { readonly rounds: number; readonly bookings: number },
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>();
  const addSample = (...[name, ...rest]: Parameters<typeof toSample>): void => {
    samples.set(name, [...(samples.get(name) ?? []), toSample(name, ...rest)]);
  };
  for (let round = -warmUpRounds; round < pace.rounds; round += 1) {
    for (const target of targets) {
      const { appPort, floorPort, material, cookie, size } = target;
      const send = (port: number, requests: readonly HttpRequest[]) =>
        load.run({ port, clients, requests });

      const floor = await send(floorPort, floorBookings(material, pace.bookings * floorShare));
      const ours = await send(appPort, bookings(material, cookie, pace.bookings));
      const assigning = await assignRequests(load, ours, target);
      const floorAssigned = await send(
        floorPort,
        floor.responses.flatMap((answer) => (answer ? [floorAssign(answer.body)] : [])),
      );
      const assigned = await send(appPort, assigning);
      const cancelled = await send(appPort, cancelRequests(ours, cookie));
      toSample(`cancel ${size}`, cancelled, 200);
      await sendOnce(floorPort, { method: 'DELETE', path: '/book' });
      if (round < 0) continue;
      addSample(`book ${size} floor`, floor, 201);
      addSample(`book ${size}`, ours, 201);
      addSample(`assign ${size} floor`, floorAssigned, 200);
      addSample(`assign ${size}`, assigned, 200, conflictAllowed);
    }
  }
  return samples;
}

function floorAssign(body: string): HttpRequest {
  const row = JSON.parse(body) as { id: number; date: string };
  return { method: 'PATCH', path: `/book/${row.id}`, body: { date: row.date.slice(0, 10) } };
}

function cancelRequests({ responses: answers }: LoadResult, cookie: string): HttpRequest[] {
  return answers.flatMap((answer) => {
    if (answer?.status !== 201) return [];
    const { id } = JSON.parse(answer.body) as { id: number };
    const headers = { cookie };
    return {
      method: 'PATCH',
      path: `/api/appointments/${id}`,
      headers,
      body: { status: 'cancelled' },
    };
  });
}

/** Returns requests that assign the best mechanic to each appointment, without measuring the search for it. */
async function assignRequests(
  load: LoadGenerator,
  { responses: answers }: LoadResult,
  { appPort, cookie }: WriteTarget,
): Promise<HttpRequest[]> {
  const headers = { cookie };
  const booked = answers.flatMap((answer) =>
    answer?.status === 201 ? [JSON.parse(answer.body) as BookedSlot] : [],
  );
  const candidateLists = await load.run({
    port: appPort,
    clients,
    requests: booked.map(({ id }) => ({
      method: 'GET',
      path: `/api/appointments/${id}/candidates`,
      headers,
    })),
  });
  toSample('candidates', candidateLists, 200);
  const taken = new Set<string>();
  return booked.flatMap(({ id, date, startTime }, index) => {
    const candidates = JSON.parse(candidateLists.responses[index]?.body ?? '[]') as Candidate[];
    // Not the one whom the previous appointment at that time is about to get.
    const free = candidates.find(
      (candidate) => candidate.free && !taken.has(`${candidate.mechanic.id} ${date} ${startTime}`),
    );
    if (!free) return [];
    taken.add(`${free.mechanic.id} ${date} ${startTime}`);
    const body = { mechanicId: free.mechanic.id, status: 'confirmed' };
    return { method: 'PATCH', path: `/api/appointments/${id}`, headers, body };
  });
}

/** The parts of a booking's response that are used. */
interface BookedSlot {
  readonly id: number;
  readonly date: string;
  readonly startTime: string;
}
