import { randomUUID } from 'node:crypto';
import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { BookingInputs, FreeSlot } from './free-slots.ts';
import type { HttpRequest } from './http-connection.ts';

/** The endpoints that read. All are compared with the same floor. */
export const readEndpoints = ['slots', 'list', 'counts'] as const;
export type ReadEndpoint = (typeof readEndpoints)[number];

/** The floor's request, with which all endpoints that read are compared. */
export const floorRead: readonly HttpRequest[] = [{ method: 'GET', path: '/rows' }];

/** Returns the requests for an endpoint that reads; for slots, one for each day. */
export function readRequests(
  endpoint: ReadEndpoint,
  { dates, serviceId }: BookingInputs,
  cookie: string,
): HttpRequest[] {
  const headers = { cookie };
  switch (endpoint) {
    case 'slots':
      return dates.map((date) => ({
        method: 'GET',
        path: `/api/slots?date=${date}&serviceId=${serviceId}`,
      }));
    case 'list':
      return [{ method: 'GET', path: '/api/appointments?status=confirmed&limit=20', headers }];
    case 'counts':
      return [{ method: 'GET', path: '/api/appointments/counts', headers }];
  }
}

/**
 * Returns this many booking requests by an advisor, spread over the slots of all days without filling any slot. Each
 * has its own idempotency key, as if sent by the web client. Throws if there are not enough available times.
 */
export function bookingRequests(
  inputs: BookingInputs,
  cookie: string,
  count: number,
): HttpRequest[] {
  const slots = spreadSlots(inputs.slots).slice(0, count);
  if (slots.length < count) throw new Error('There are not enough available times to book.');
  return slots.map((slot, index) => bookingRequest(inputs, cookie, slot, index));
}

/** Returns an advisor's booking request for a slot; `index` selects the customer. */
export function bookingRequest(
  { bookers, serviceId }: BookingInputs,
  cookie: string,
  { date, startTime }: Pick<FreeSlot, 'date' | 'startTime'>,
  index: number,
): HttpRequest {
  const booker = bookers[index % bookers.length];
  return {
    method: 'POST',
    path: '/api/appointments',
    headers: { cookie, 'idempotency-key': randomUUID() },
    body: {
      ...booker,
      serviceId,
      date,
      startTime,
      location: JSON.stringify({ address: '1 Bench Street' }),
      notes: 'Made by the benchmark.',
      // The customer's vehicle may already be booked at that time.
      confirmOverlap: true,
    },
  };
}

/** Returns booking requests for the floor, on the same days, each at a different minute of the night. */
export function floorBookingRequests(
  { bookers, serviceId, dates, mechanicIds }: BookingInputs,
  count: number,
): HttpRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const slot = Math.floor(index / dates.length);
    const minute = Math.floor(slot / mechanicIds.length);
    return {
      method: 'POST',
      path: '/book',
      body: {
        ...bookers[index % bookers.length],
        serviceId,
        mechanicId: mechanicIds[slot % mechanicIds.length],
        date: dates[index % dates.length],
        startTime: toTimeOfDay(minute),
        endTime: toTimeOfDay(minute + 1),
      },
    };
  });
}

/** Returns each slot once for each available mechanic except one, alternating between the days. */
function spreadSlots(slots: readonly FreeSlot[]): FreeSlot[] {
  const rounds = slots.flatMap((slot) =>
    Array.from({ length: Number(slot.freeMechanics) - 1 }, (_, round) => ({ slot, round })),
  );
  return rounds
    .toSorted(
      (a, b) =>
        a.round - b.round ||
        a.slot.startTime.localeCompare(b.slot.startTime) ||
        a.slot.date.localeCompare(b.slot.date),
    )
    .map(({ slot }) => slot);
}
