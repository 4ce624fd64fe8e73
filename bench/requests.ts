import { randomUUID } from 'node:crypto';
import type { BookingMaterial, FreeSlot } from './free-slots.ts';
import type { HttpRequest } from './http-connection.ts';

/** The calls that read, each with the floor it stands beside. */
export const readCalls = ['slots', 'list', 'counts'] as const;
export type ReadCall = (typeof readCalls)[number];

export const floorRead: readonly HttpRequest[] = [{ method: 'GET', path: '/rows' }];

/** What a reading call asks for; slots of one day after the other. */
export function readRequests(
  call: ReadCall,
  { dates, serviceId }: BookingMaterial,
  cookie: string,
): HttpRequest[] {
  const headers = { cookie };
  switch (call) {
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
 * The bookings of a run: different slots one after the other, across all days, none of them full.
 * Each is sent as the web client would, with a key of its own.
 */
export class Bookings {
  readonly #material: BookingMaterial;
  readonly #cookie: string;
  readonly #slots: readonly FreeSlot[];
  #next = 0;

  constructor(material: BookingMaterial, cookie: string) {
    this.#material = material;
    this.#cookie = cookie;
    this.#slots = dealt(material.slots);
  }

  /** So many more; throws when there are not as many free times left. */
  take(count: number): HttpRequest[] {
    if (this.#next + count > this.#slots.length)
      throw new Error('There is no free time left to book.');
    return Array.from({ length: count }, () => {
      const slot = this.#slots[this.#next];
      if (!slot) throw new Error('There is no such slot.');
      const request = bookingRequest(this.#material, this.#cookie, slot, this.#next);
      this.#next += 1;
      return request;
    });
  }
}

/** A booking of the slot by the advisor, for one customer after the other. */
export function bookingRequest(
  { bookers, serviceId }: BookingMaterial,
  cookie: string,
  { date, startTime }: Pick<FreeSlot, 'date' | 'startTime'>,
  turn: number,
): HttpRequest {
  const booker = bookers[turn % bookers.length];
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
    },
  };
}

/** The floor's bookings: as many, on the same days, each at a time of its own. */
export function floorBookings(
  { bookers, serviceId, dates, mechanicIds }: BookingMaterial,
  from: number,
  count: number,
): HttpRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const turn = from + index;
    const slot = Math.floor(turn / dates.length);
    const hour = slot % 24;
    const mechanic = Math.floor(slot / 24) % mechanicIds.length;
    const time = (minutes: string) => `${String(hour).padStart(2, '0')}:${minutes}`;
    return {
      method: 'POST',
      path: '/book',
      body: {
        ...bookers[turn % bookers.length],
        serviceId,
        mechanicId: mechanicIds[mechanic],
        date: dates[turn % dates.length],
        startTime: time('00'),
        endTime: time('45'),
      },
    };
  });
}

/** Each slot as often as mechanics are free in it, but for one, and never a day twice in a row. */
function dealt(slots: readonly FreeSlot[]): FreeSlot[] {
  const rounds = slots.flatMap((slot) =>
    Array.from({ length: Number(slot.free) - 1 }, (_, round) => ({ slot, round })),
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
