import { randomUUID } from 'node:crypto';
import type { Person } from '@curbwrench/testing/builders';
import type { RaceSetup } from '../contention/race-setup.ts';
import type { RaceResponse } from '../contention/race.ts';
import { sendRequest, type Servers } from '../contention/servers.ts';
import { createAgent } from '../faults/http-exchange.ts';
import type { RunQuery } from '../faults/inspection.ts';
import { sendsPerKey } from './key-uses.ts';

/** The use of an idempotency key for an office booking that also creates the customer. */
export interface NewCustomerKeyUse {
  readonly advisor: Person;
  readonly key: string;
  readonly serviceId: number;
  readonly date: string;
  /** Identifies the customer in the database. */
  readonly lastName: string;
}

/** Creates key uses for bookings that create their customer, each on a different day. */
export async function makeNewCustomerKeyUses(
  setup: RaceSetup,
  count: number,
): Promise<NewCustomerKeyUse[]> {
  const { serviceId } = await setup.team(2);
  const keyUses: NewCustomerKeyUse[] = [];
  while (keyUses.length < count) {
    const advisor = await setup.person('service_advisor');
    const date = setup.date(keyUses.length);
    const lastName = `Caller-${keyUses.length}`;
    keyUses.push({ advisor, key: randomUUID(), serviceId, date, lastName });
  }
  return keyUses;
}

/** Sends each key ten times concurrently. Returns the responses and problems. */
export async function sendNewCustomerKeys(
  keyUses: readonly NewCustomerKeyUse[],
  servers: Pick<Servers, 'port'>,
): Promise<{ responses: (RaceResponse | null)[]; problems: string[] }> {
  const agents = Array.from({ length: sendsPerKey }, () => createAgent());
  const responses: (RaceResponse | null)[] = [];
  const problems: string[] = [];
  for (const use of keyUses) {
    const repeats = await Promise.all(
      agents.map((agent, index) =>
        sendRequest(agent, { ...toRequest(use), port: servers.port(index) }),
      ),
    );
    const unexpected = repeats.find((response) => response?.status !== 201);
    if (unexpected !== undefined)
      problems.push(`${use.lastName}: ${unexpected?.status} ${unexpected?.body}`);
    if (new Set(repeats.map((response) => response?.body)).size !== 1)
      problems.push(`${use.lastName}: repeats got different responses`);
    responses.push(...repeats);
  }
  for (const agent of agents) agent.destroy();
  return { responses, problems };
}

function toRequest({ advisor, key, serviceId, date, lastName }: NewCustomerKeyUse) {
  return {
    method: 'POST' as const,
    path: '/api/customers/bookings',
    headers: { cookie: advisor.headers.cookie, 'idempotency-key': key },
    body: {
      newCustomer: {
        firstName: 'New',
        lastName,
        phone: '415 555 0123',
        vehicle: { make: 'Honda', model: 'Fit', year: 2019 },
      },
      serviceId,
      date,
      startTime: '10:00',
      location: JSON.stringify({ address: '1 Repeat Street' }),
    },
  };
}

/** Finds key uses that did not create exactly one customer with one vehicle and one booking. */
export async function findNewCustomerProblems(
  keyUses: readonly NewCustomerKeyUse[],
  query: RunQuery,
): Promise<string[]> {
  const found = await query<{ name: string; people: number; vehicles: number; bookings: number }>(`
    select p.last_name as name, count(distinct p.id)::int as people,
      count(distinct v.id)::int as vehicles, count(distinct a.id)::int as bookings
    from people p left join vehicles v on v.customer_id = p.id
    left join appointments a on a.customer_id = p.id
    where p.first_name = 'New' group by p.last_name`);
  return keyUses.flatMap(({ lastName }) => {
    const row = found.find(({ name }) => name === lastName);
    if (row?.people === 1 && row.vehicles === 1 && row.bookings === 1) return [];
    return [`${lastName}: ${JSON.stringify(row ?? 'nobody')}`];
  });
}
