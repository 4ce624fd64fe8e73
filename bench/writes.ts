import type { Candidate } from '@curbwrench/contract/appointments/schemas';
import { sendOnce, type HttpRequest } from './http-connection.ts';
import type { BookingInputs } from './free-slots.ts';
import type { LoadResult } from './load-generator.ts';
import { defaultClients, toSample, type Sample } from './measure.ts';
import type { LoadGenerator } from './processes.ts';
import { baselineBookingRequests, bookingRequests } from './requests.ts';

/**
 * Mechanics are assigned in parallel, from lists of candidates that were read before, so occasionally another
 * assignment has already taken a candidate's time.
 */
const allowedConflicts = { status: 409, maxShare: 0.01 };

/** The application and the baseline for one size, and the data for booking requests. */
export interface WriteTarget {
  readonly size: string;
  readonly appPort: number;
  readonly baselinePort: number;
  readonly inputs: BookingInputs;
  readonly cookie: string;
}

/** How many rounds run first without being measured, since the server warms up over a few thousand bookings. */
const warmUpRounds = 2;

/** The baseline gets this many times as many requests, since its rounds would otherwise be too short to measure. */
const baselineFactor = 5;

/**
 * Returns the samples by name: `book 1e3`, `book 1e3 baseline` and so on. Every round begins with the same
 * available times, because its bookings are canceled at its end, or deleted on the baseline.
 */
export async function measureWrites(
  load: LoadGenerator,
  targets: readonly WriteTarget[],
  sampling: { readonly rounds: number; readonly bookings: number },
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>();
  const addSample = (...[name, ...rest]: Parameters<typeof toSample>): void => {
    samples.set(name, [...(samples.get(name) ?? []), toSample(name, ...rest)]);
  };
  for (let round = -warmUpRounds; round < sampling.rounds; round += 1) {
    for (const target of targets) {
      const { appPort, baselinePort, inputs, cookie, size } = target;
      const send = (port: number, requests: readonly HttpRequest[]) =>
        load.run({ port, clients: defaultClients, requests });

      const baselineBooked = await send(
        baselinePort,
        baselineBookingRequests(inputs, sampling.bookings * baselineFactor),
      );
      const appBooked = await send(appPort, bookingRequests(inputs, cookie, sampling.bookings));
      const assignRequests = await makeAssignRequests(load, appBooked, target);
      const baselineAssigned = await send(
        baselinePort,
        baselineBooked.responses.flatMap((response) =>
          response ? [makeBaselineAssignRequest(response.body)] : [],
        ),
      );
      const appAssigned = await send(appPort, assignRequests);
      const canceled = await send(appPort, makeCancelRequests(appBooked, cookie));
      toSample(`cancel ${size}`, canceled, 200);
      await sendOnce(baselinePort, { method: 'DELETE', path: '/book' });
      if (round < 0) continue;
      addSample(`book ${size} baseline`, baselineBooked, 201);
      addSample(`book ${size}`, appBooked, 201);
      addSample(`assign ${size} baseline`, baselineAssigned, 200);
      addSample(`assign ${size}`, appAssigned, 200, allowedConflicts);
    }
  }
  return samples;
}

function makeBaselineAssignRequest(body: string): HttpRequest {
  const row = JSON.parse(body) as { id: number; date: string };
  return { method: 'PATCH', path: `/book/${row.id}`, body: { date: row.date.slice(0, 10) } };
}

function makeCancelRequests({ responses }: LoadResult, cookie: string): HttpRequest[] {
  return responses.flatMap((response) => {
    if (response?.status !== 201) return [];
    const { id } = JSON.parse(response.body) as { id: number };
    const headers = { cookie };
    return {
      method: 'PATCH',
      path: `/api/appointments/${id}`,
      headers,
      body: { status: 'cancelled' },
    };
  });
}

/** Returns requests that assign the best mechanic to each appointment. Finding the mechanics is not measured. */
async function makeAssignRequests(
  load: LoadGenerator,
  { responses }: LoadResult,
  { appPort, cookie }: WriteTarget,
): Promise<HttpRequest[]> {
  const headers = { cookie };
  const booked = responses.flatMap((response) =>
    response?.status === 201 ? [JSON.parse(response.body) as BookedSlot] : [],
  );
  const candidateLists = await load.run({
    port: appPort,
    clients: defaultClients,
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
    // Skips mechanics to whom a previous request assigns an appointment at the same time.
    const freeCandidate = candidates.find(
      (candidate) => candidate.free && !taken.has(`${candidate.mechanic.id} ${date} ${startTime}`),
    );
    if (!freeCandidate) return [];
    taken.add(`${freeCandidate.mechanic.id} ${date} ${startTime}`);
    const body = { mechanicId: freeCandidate.mechanic.id, status: 'confirmed' };
    return { method: 'PATCH', path: `/api/appointments/${id}`, headers, body };
  });
}

/** The properties of a booking's response that are used here. */
interface BookedSlot {
  readonly id: number;
  readonly date: string;
  readonly startTime: string;
}
