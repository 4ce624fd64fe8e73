import type { Candidate } from '@curbwrench/contract/appointments';
import type { HttpRequest } from './http-connection.ts';
import type { BookingMaterial } from './free-slots.ts';
import type { LoadResult } from './load-generator.ts';
import { clients, sampleOf, type Sample } from './measure.ts';
import type { LoadGenerator } from './processes.ts';
import { floorBookings, type Bookings } from './requests.ts';
import { sendOnce } from './signed-in.ts';

/** One database's pair of servers, with what can be booked. */
export interface WriteTarget {
  readonly size: string;
  readonly appPort: number;
  readonly floorPort: number;
  readonly material: BookingMaterial;
  readonly bookings: Bookings;
  readonly cookie: string;
}

/** Bookings of the first round. A server that was just started runs code that isn't compiled yet. */
const warmUp = 400;

/** The floor is so fast that its round would be over before it is measured. */
const floorShare = 5;

/** Samples by name: `book 1e3`, `book 1e3 floor` and so on. */
export async function measureWrites(
  load: LoadGenerator,
  targets: readonly WriteTarget[],
  { rounds, bookings }: { readonly rounds: number; readonly bookings: number },
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>();
  const keep = (name: string, result: LoadResult, status: number): void => {
    samples.set(name, [...(samples.get(name) ?? []), sampleOf(name, result, status)]);
  };
  let floorTurn = 0;
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const count = round === 0 ? warmUp : bookings;
    for (const target of targets) {
      const floor = await bookFloor(load, target, floorTurn, count * floorShare);
      const ours = await load.run({
        port: target.appPort,
        clients,
        requests: target.bookings.take(count),
      });
      const assignOurs = await assignRequests(ours, target);
      const floorAssigned = await load.run({
        port: target.floorPort,
        clients,
        requests: floor.answers.flatMap((answer) => (answer ? [floorAssign(answer.body)] : [])),
      });
      const assigned = await load.run({ port: target.appPort, clients, requests: assignOurs });
      if (round === 0) continue;
      keep(`book ${target.size} floor`, floor, 201);
      keep(`book ${target.size}`, ours, 201);
      keep(`assign ${target.size} floor`, floorAssigned, 200);
      keep(`assign ${target.size}`, assigned, 200);
    }
    floorTurn += count * floorShare;
  }
  return samples;
}

function bookFloor(
  load: LoadGenerator,
  { floorPort, material }: WriteTarget,
  turn: number,
  count: number,
): Promise<LoadResult> {
  return load.run({ port: floorPort, clients, requests: floorBookings(material, turn, count) });
}

function floorAssign(body: string): HttpRequest {
  const row = JSON.parse(body) as { id: number; date: string };
  return { method: 'PATCH', path: `/book/${row.id}`, body: { date: row.date.slice(0, 10) } };
}

/** Who is best for each appointment is asked outside the measurement. */
async function assignRequests(
  { answers }: LoadResult,
  { appPort, cookie }: WriteTarget,
): Promise<HttpRequest[]> {
  const requests: HttpRequest[] = [];
  const headers = { cookie };
  const taken = new Set<string>();
  for (const answer of answers) {
    if (answer?.status !== 201) continue;
    const { id, date, startTime } = JSON.parse(answer.body) as {
      id: number;
      date: string;
      startTime: string;
    };
    const path = `/api/appointments/${id}`;
    const candidates = await sendOnce<Candidate[]>(appPort, {
      method: 'GET',
      path: `${path}/candidates`,
      headers,
    });
    // Not the one whom the appointment before it at that time is about to get.
    const free = candidates.find(
      (candidate) => candidate.free && !taken.has(`${candidate.mechanic.id} ${date} ${startTime}`),
    );
    if (!free) continue;
    taken.add(`${free.mechanic.id} ${date} ${startTime}`);
    requests.push({
      method: 'PATCH',
      path,
      headers,
      body: { mechanicId: free.mechanic.id, status: 'confirmed' },
    });
  }
  return requests;
}
