import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import type { HttpRequest } from './http-connection.ts';
import type { BookingMaterial } from './free-slots.ts';
import type { LoadResult } from './load-generator.ts';
import { clients, sampleOf, type Sample } from './measure.ts';
import type { LoadGenerator } from './processes.ts';
import { bookings, floorBookings } from './requests.ts';
import { sendOnce } from './signed-in.ts';

/**
 * All are assigned at once, with the candidates from before any was: occasionally the time that one
 * needs has become the only one left for another.
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

/** A freshly started server runs code that is not compiled yet, for some thousand bookings. */
const warmUpRounds = 2;

/** The floor is so fast that its round would otherwise be over before it is measured. */
const floorShare = 5;

/**
 * Samples by name: `book 1e3`, `book 1e3 floor` and so on. Every round begins with the same available
 * times: its bookings are cancelled at its end, on the floor deleted.
 */
export async function measureWrites(
  load: LoadGenerator,
  targets: readonly WriteTarget[],
  pace: { readonly rounds: number; readonly bookings: number },
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>();
  const keep = (...[name, ...rest]: Parameters<typeof sampleOf>): void => {
    samples.set(name, [...(samples.get(name) ?? []), sampleOf(name, ...rest)]);
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
        floor.answers.flatMap((answer) => (answer ? [floorAssign(answer.body)] : [])),
      );
      const assigned = await send(appPort, assigning);
      const cancelled = await send(appPort, cancelRequests(ours, cookie));
      sampleOf(`cancel ${size}`, cancelled, 200);
      await sendOnce(floorPort, { method: 'DELETE', path: '/book' });
      if (round < 0) continue;
      keep(`book ${size} floor`, floor, 201);
      keep(`book ${size}`, ours, 201);
      keep(`assign ${size} floor`, floorAssigned, 200);
      keep(`assign ${size}`, assigned, 200, conflictAllowed);
    }
  }
  return samples;
}

function floorAssign(body: string): HttpRequest {
  const row = JSON.parse(body) as { id: number; date: string };
  return { method: 'PATCH', path: `/book/${row.id}`, body: { date: row.date.slice(0, 10) } };
}

function cancelRequests({ answers }: LoadResult, cookie: string): HttpRequest[] {
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

/** The best mechanic for each appointment is requested outside the measurement. */
async function assignRequests(
  load: LoadGenerator,
  { answers }: LoadResult,
  { appPort, cookie }: WriteTarget,
): Promise<HttpRequest[]> {
  const headers = { cookie };
  const booked = answers.flatMap((answer) =>
    answer?.status === 201 ? [JSON.parse(answer.body) as BookedSlot] : [],
  );
  const asked = await load.run({
    port: appPort,
    clients,
    requests: booked.map(({ id }) => ({
      method: 'GET',
      path: `/api/appointments/${id}/candidates`,
      headers,
    })),
  });
  sampleOf('candidates', asked, 200);
  const taken = new Set<string>();
  return booked.flatMap(({ id, date, startTime }, index) => {
    const candidates = JSON.parse(asked.answers[index]?.body ?? '[]') as Candidate[];
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
