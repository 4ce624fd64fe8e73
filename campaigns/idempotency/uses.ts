import { randomUUID } from 'node:crypto';
import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import { slotTimes } from '@curbwrench/contract/scheduling/booking-rules';
import type { Crew } from '@curbwrench/testing/builders';
import type { Arena, Customer } from '../contention/arena.ts';
import type { Answer } from '../contention/contest.ts';
import { ask, type Servers } from '../contention/servers.ts';
import { newConnection } from '../faults/http-exchange.ts';
import type { Rows } from '../faults/inspection.ts';

/** How often each key is sent at the same moment. */
export const replays = 10;
/** As many as a customer may have pending, and within the rate limit of bookings. */
const keysEach = 5;
const mechanics = 20;

/** One customer's use of one key. */
export interface Use {
  readonly customer: Customer;
  readonly key: string;
  readonly serviceId: number;
  readonly date: string;
  readonly startTime: string;
  /** Identifies the use in the database. */
  readonly notes: string;
  readonly failsFirst: boolean;
}

/** Creates this many uses: two of each key, by two customers, which must not affect each other. */
export async function makeUses(arena: Arena, count: number): Promise<Use[]> {
  const crew = await arena.crew(mechanics);
  const uses: Use[] = [];
  while (uses.length < count) {
    const pair = [await arena.customer(), await arena.customer()];
    for (let each = 0; each < keysEach; each += 1) {
      const key = randomUUID();
      for (const customer of pair) uses.push(useOf(arena, crew, customer, key, uses.length));
    }
  }
  return uses.slice(0, count);
}

/** Tries all keys, two customers with the same one at a time; returns the responses. */
export async function tryKeys(
  uses: readonly Use[],
  servers: Pick<Servers, 'port'>,
): Promise<{ answers: (Answer | null)[]; problems: string[] }> {
  const connections = Array.from({ length: 2 * replays }, () => newConnection());
  const answers: (Answer | null)[] = [];
  const problems: string[] = [];
  const book = async (use: Use, turn: number, change: object = {}): Promise<Answer | null> => {
    const connection = connections[turn % connections.length];
    if (!connection) return null;
    const request = { ...bookingOf(use, change), port: servers.port(turn) };
    const answer = await ask(connection, request);
    answers.push(answer);
    return answer;
  };
  for (let index = 0; index < uses.length; index += 2) {
    const pair = uses.slice(index, index + 2);
    const found = await Promise.all(pair.map((use, turn) => tryKey(use, turn * replays, book)));
    problems.push(...found.flat());
  }
  for (const connection of connections) connection.destroy();
  return { answers, problems };
}

function useOf(arena: Arena, crew: Crew, customer: Customer, key: string, turn: number): Use {
  const day = Math.floor(turn / slotTimes.length);
  return {
    customer,
    key,
    serviceId: crew.serviceId,
    date: arena.date(day),
    startTime: slotTimes[turn % slotTimes.length] ?? '',
    notes: `use ${turn}`,
    failsFirst: turn % keysEach === 0,
  };
}

function bookingOf({ customer, key, ...use }: Use, change: object) {
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

async function tryKey(
  use: Use,
  firstTurn: number,
  book: (use: Use, turn: number, change?: object) => Promise<Answer | null>,
): Promise<string[]> {
  const problems: string[] = [];
  const say = (what: string): void => void problems.push(`${use.notes}: ${what}`);
  if (use.failsFirst) {
    const weekend = [1, 2].map((day) => addDays(use.date, day)).find(isWeekend) ?? '2000-01-01';
    const refused = await book(use, firstTurn, { date: weekend });
    if (refused?.status !== 409) say(`a closed day was answered with ${refused?.status}`);
  }
  const same = await Promise.all(
    Array.from({ length: replays }, (_, turn) => book(use, firstTurn + turn)),
  );
  for (const answer of same) {
    if (answer?.status !== 201) say(`${answer?.status ?? 'no answer'} ${answer?.body ?? ''}`);
  }
  if (new Set(same.map((answer) => answer?.body)).size !== 1) say('repeats got different bytes');
  const other = await book(use, firstTurn, { notes: 'another wish' });
  if (other?.status !== 422) say(`another body was answered with ${other?.status}`);
  return problems;
}

/** One booking and one history entry each, regardless of who else used the key. */
export async function problemsOfUses(uses: readonly Use[], rows: Rows): Promise<string[]> {
  const found = await rows<{ notes: string; customer: string; count: number; lines: number }>(`
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
