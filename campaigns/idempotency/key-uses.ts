import { randomUUID } from 'node:crypto';
import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import {
  defaultBookingRules,
  listAllStartTimes,
} from '@curbwrench/contract/scheduling/booking-rules';
import type { Team } from '@curbwrench/testing/builders';
import type { RaceSetup, Customer } from '../contention/race-setup.ts';
import type { RaceResponse } from '../contention/race.ts';
import { sendRequest, type Servers } from '../contention/servers.ts';
import { createAgent } from '../faults/http-exchange.ts';
import type { RunQuery } from '../faults/inspection.ts';

/** The start times of a day under the default rules. */
const slotTimes = listAllStartTimes(defaultBookingRules);

/** How many times each key is sent at the same time. */
export const sendsPerKey = 10;
/** The number of pending bookings that a customer may have, since each key creates one; it is within the rate limit. */
const keysPerCustomer = 5;
const mechanicCount = 20;

/** One customer's use of an idempotency key, for one booking. */
export interface KeyUse {
  readonly customer: Customer;
  readonly key: string;
  readonly serviceId: number;
  readonly date: string;
  readonly startTime: string;
  /** The appointment's notes, which are used to find the booking in the database. */
  readonly notes: string;
  /** Whether the first booking sent with the key is one that must be refused. */
  readonly startsWithRefusal: boolean;
}

/** Creates key uses: each key is used by two customers, who must not affect each other. */
export async function makeKeyUses(setup: RaceSetup, count: number): Promise<KeyUse[]> {
  const team = await setup.team(mechanicCount);
  const keyUses: KeyUse[] = [];
  while (keyUses.length < count) {
    const pair = [await setup.customer(), await setup.customer()];
    for (let index = 0; index < keysPerCustomer; index += 1) {
      const key = randomUUID();
      for (const customer of pair) {
        keyUses.push(toKeyUse(setup, team, customer, key, keyUses.length));
      }
    }
  }
  return keyUses.slice(0, count);
}

/** Sends every key, both customers of a key at the same time. Returns the responses and problems. */
export async function sendKeys(
  keyUses: readonly KeyUse[],
  servers: Pick<Servers, 'port'>,
): Promise<{ responses: (RaceResponse | null)[]; problems: string[] }> {
  const agents = Array.from({ length: 2 * sendsPerKey }, () => createAgent());
  const responses: (RaceResponse | null)[] = [];
  const problems: string[] = [];
  const book = async (
    use: KeyUse,
    agentIndex: number,
    change: object = {},
  ): Promise<RaceResponse | null> => {
    const agent = agents[agentIndex % agents.length];
    if (!agent) return null;
    const request = { ...toBookingRequest(use, change), port: servers.port(agentIndex) };
    const response = await sendRequest(agent, request);
    responses.push(response);
    return response;
  };
  for (let index = 0; index < keyUses.length; index += 2) {
    const pair = keyUses.slice(index, index + 2);
    const found = await Promise.all(
      pair.map((use, pairIndex) => sendKey(use, pairIndex * sendsPerKey, book)),
    );
    problems.push(...found.flat());
  }
  for (const agent of agents) agent.destroy();
  return { responses, problems };
}

function toKeyUse(
  setup: RaceSetup,
  team: Team,
  customer: Customer,
  key: string,
  index: number,
): KeyUse {
  const day = Math.floor(index / slotTimes.length);
  return {
    customer,
    key,
    serviceId: team.serviceId,
    date: setup.date(day),
    startTime: slotTimes[index % slotTimes.length] ?? '',
    notes: `use ${index}`,
    startsWithRefusal: index % keysPerCustomer === 0,
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
  firstAgentIndex: number,
  book: (use: KeyUse, agentIndex: number, change?: object) => Promise<RaceResponse | null>,
): Promise<string[]> {
  const problems: string[] = [];
  const addProblem = (what: string): void => void problems.push(`${use.notes}: ${what}`);
  if (use.startsWithRefusal) {
    // If no weekend begins within two days, a date in the past serves the same purpose.
    const closedDay = [1, 2].map((day) => addDays(use.date, day)).find(isWeekend) ?? '2000-01-01';
    const refused = await book(use, firstAgentIndex, { date: closedDay });
    if (refused?.status !== 409) addProblem(`a closed day got ${refused?.status}`);
  }
  const repeats = await Promise.all(
    Array.from({ length: sendsPerKey }, (_, index) => book(use, firstAgentIndex + index)),
  );
  for (const response of repeats) {
    if (response?.status !== 201)
      addProblem(`${response?.status ?? 'no response'} ${response?.body ?? ''}`);
  }
  if (new Set(repeats.map((response) => response?.body)).size !== 1)
    addProblem('repeats got different responses');
  const conflicting = await book(use, firstAgentIndex, { notes: 'other notes' });
  if (conflicting?.status !== 422) addProblem(`a different body got ${conflicting?.status}`);
  return problems;
}

/** Finds key uses that did not create exactly one booking with one history entry. */
export async function findKeyUseProblems(
  keyUses: readonly KeyUse[],
  query: RunQuery,
): Promise<string[]> {
  const found = await query<{ notes: string; customer: string; count: number; entries: number }>(`
    select notes, min(customer_id) as customer, count(distinct a.id)::int as count,
      count(e.id)::int as entries
    from appointments a left join appointment_events e on e.appointment_id = a.id
    where notes is not null group by notes`);
  const byNotes = new Map(found.map((row) => [row.notes, row]));
  const problems = keyUses.flatMap(({ notes, customer }) => {
    const row = byNotes.get(notes);
    if (row?.count === 1 && row.entries === 1 && row.customer === customer.id) return [];
    return [
      `${notes} has ${row?.count ?? 0} bookings and ${row?.entries ?? 0} entries in the history`,
    ];
  });
  const unrequested = found.length - keyUses.length;
  return unrequested > 0
    ? [...problems, `there are ${unrequested} bookings that were not requested`]
    : problems;
}
