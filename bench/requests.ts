import { randomUUID } from 'node:crypto';
import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { BookingInputs, FreeSlot } from './free-slots.ts';
import type { HttpRequest } from './http-connection.ts';

/** The read endpoints. All are compared with the same baseline. */
export const readEndpoints = ['slots', 'list', 'counts'] as const;
export type ReadEndpoint = (typeof readEndpoints)[number];

/** The baseline's request, with which all read endpoints are compared. */
export const baselineRead: readonly HttpRequest[] = [{ method: 'GET', path: '/rows' }];

/** Returns the requests for a read endpoint; for slots, one for each day. */
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
  { customers, serviceId }: BookingInputs,
  cookie: string,
  { date, startTime }: Pick<FreeSlot, 'date' | 'startTime'>,
  index: number,
): HttpRequest {
  const customer = customers[index % customers.length];
  return {
    method: 'POST',
    path: '/api/appointments',
    headers: { cookie, 'idempotency-key': randomUUID() },
    body: {
      ...customer,
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

/** Returns booking requests for the baseline, on the same days, each at a different minute of the night. */
export function baselineBookingRequests(
  { customers, serviceId, dates, mechanicIds }: BookingInputs,
  count: number,
): HttpRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const slot = Math.floor(index / dates.length);
    const minute = Math.floor(slot / mechanicIds.length);
    return {
      method: 'POST',
      path: '/book',
      body: {
        ...customers[index % customers.length],
        serviceId,
        mechanicId: mechanicIds[slot % mechanicIds.length],
        date: dates[index % dates.length],
        startTime: toTimeOfDay(minute),
        endTime: toTimeOfDay(minute + 1),
      },
    };
  });
}

/** Repeats each slot one time fewer than it has available mechanics, alternating between the days. */
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
