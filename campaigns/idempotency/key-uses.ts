import { randomUUID } from 'node:crypto';
import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import {
  defaultBookingRules,
  listAllStartTimes,
} from '@curbwrench/contract/scheduling/booking-rules';
import type { Crew } from '@curbwrench/testing/builders';
import type { ContestSetup, Customer } from '../contention/contest-setup.ts';
import type { ContestResponse } from '../contention/contest.ts';
import { sendRequest, type Servers } from '../contention/servers.ts';
import { newConnection } from '../faults/http-exchange.ts';
import type { RunQuery } from '../faults/inspection.ts';

/** The start times of a day by the default rules. */
const slotTimes = listAllStartTimes(defaultBookingRules);

/** How often each key is sent at the same moment. */
export const replays = 10;
/** As many pending bookings as a customer may have; also within the rate limit. */
const keysPerCustomer = 5;
const mechanics = 20;

/** One customer's use of one key. */
export interface KeyUse {
  readonly customer: Customer;
  readonly key: string;
  readonly serviceId: number;
  readonly date: string;
  readonly startTime: string;
  /** Identifies the use in the database. */
  readonly notes: string;
  /** Whether a first booking with the key is made that must be refused. */
  readonly isFirstRefused: boolean;
}

/** Creates uses of keys: each key is used by two customers, who must not affect each other. */
export async function makeUses(setup: ContestSetup, count: number): Promise<KeyUse[]> {
  const crew = await setup.crew(mechanics);
  const uses: KeyUse[] = [];
  while (uses.length < count) {
    const pair = [await setup.customer(), await setup.customer()];
    for (let each = 0; each < keysPerCustomer; each += 1) {
      const key = randomUUID();
      for (const customer of pair) uses.push(toKeyUse(setup, crew, customer, key, uses.length));
    }
  }
  return uses.slice(0, count);
}

/** Sends all keys, always the two uses of a key at the same time. Returns the responses and problems. */
export async function sendKeys(
  uses: readonly KeyUse[],
  servers: Pick<Servers, 'port'>,
): Promise<{ responses: (ContestResponse | null)[]; problems: string[] }> {
  const connections = Array.from({ length: 2 * replays }, () => newConnection());
  const responses: (ContestResponse | null)[] = [];
  const problems: string[] = [];
  const book = async (
    use: KeyUse,
    turn: number,
    change: object = {},
  ): Promise<ContestResponse | null> => {
    const connection = connections[turn % connections.length];
    if (!connection) return null;
    const request = { ...toBookingRequest(use, change), port: servers.port(turn) };
    const response = await sendRequest(connection, request);
    responses.push(response);
    return response;
  };
  for (let index = 0; index < uses.length; index += 2) {
    const pair = uses.slice(index, index + 2);
    const found = await Promise.all(pair.map((use, turn) => sendKey(use, turn * replays, book)));
    problems.push(...found.flat());
  }
  for (const connection of connections) connection.destroy();
  return { responses, problems };
}

function toKeyUse(
  setup: ContestSetup,
  crew: Crew,
  customer: Customer,
  key: string,
  turn: number,
): KeyUse {
  const day = Math.floor(turn / slotTimes.length);
  return {
    customer,
    key,
    serviceId: crew.serviceId,
    date: setup.date(day),
    startTime: slotTimes[turn % slotTimes.length] ?? '',
    notes: `use ${turn}`,
    isFirstRefused: turn % keysPerCustomer === 0,
  };
}

function toBookingRequest({ customer, key, ...use }: KeyUse, change: object) {
  return {
    method: 'POST' as const,
    path: '/api/appointments',
    headers: { cookie: customer.headers.cookie, 'idempotency-key': key },
    body: {
      vehicleId: customer.vehicleId,
      serviceId: use.serviceId,
      date: use.date,
      startTime: use.startTime,
      notes: use.notes,
      location: JSON.stringify({ address: '1 Repeat Street' }),
      ...change,
    },
  };
}

async function sendKey(
  use: KeyUse,
  firstTurn: number,
  book: (use: KeyUse, turn: number, change?: object) => Promise<ContestResponse | null>,
): Promise<string[]> {
  const problems: string[] = [];
  const addProblem = (what: string): void => void problems.push(`${use.notes}: ${what}`);
  if (use.isFirstRefused) {
    const weekend = [1, 2].map((day) => addDays(use.date, day)).find(isWeekend) ?? '2000-01-01';
    const refused = await book(use, firstTurn, { date: weekend });
    if (refused?.status !== 409) addProblem(`a closed day got ${refused?.status}`);
  }
  const repeats = await Promise.all(
    Array.from({ length: replays }, (_, turn) => book(use, firstTurn + turn)),
  );
  for (const response of repeats) {
    if (response?.status !== 201)
      addProblem(`${response?.status ?? 'no response'} ${response?.body ?? ''}`);
  }
  if (new Set(repeats.map((response) => response?.body)).size !== 1)
    addProblem('repeats got different bytes');
  const conflicting = await book(use, firstTurn, { notes: 'other notes' });
  if (conflicting?.status !== 422) addProblem(`another body got ${conflicting?.status}`);
  return problems;
}

/** Finds uses without exactly one booking and one history entry. */
export async function findKeyUseProblems(
  uses: readonly KeyUse[],
  query: RunQuery,
): Promise<string[]> {
  const found = await query<{ notes: string; customer: string; count: number; lines: number }>(`
    select notes, min(customer_id) as customer, count(distinct a.id)::int as count,
      count(e.id)::int as lines
    from appointments a left join appointment_events e on e.appointment_id = a.id
    group by notes`);
  const byNotes = new Map(found.map((row) => [row.notes, row]));
  const problems = uses.flatMap(({ notes, customer }) => {
    const row = byNotes.get(notes);
    if (row?.count === 1 && row.lines === 1 && row.customer === customer.id) return [];
    return [
      `${notes} has ${row?.count ?? 0} bookings and ${row?.lines ?? 0} entries in the history`,
    ];
  });
  const more = found.length - uses.length;
  return more > 0 ? [...problems, `${more} bookings that were not requested`] : problems;
}
