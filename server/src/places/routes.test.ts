import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlaceSuggestion } from '@curbwrench/contract/places/schemas';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
let customer: Person;
let other: Person;

beforeAll(async () => {
  site = await startApp();
  customer = await makePerson(site, 'customer');
  other = await makePerson(site, 'customer');
  const used = (customerId: string, address: string, minutesAgo: number, latitude?: number) => ({
    customer_id: customerId,
    address,
    latitude: latitude ?? null,
    longitude: latitude === undefined ? null : -122.5,
    place_precision: latitude === undefined ? ('unknown' as const) : ('pin' as const),
    last_used_at: new Date(testMorning.getTime() - minutesAgo * 60_000),
  });
  await site.store.kysely
    .insertInto('customer_addresses')
    .values([
      used(customer.id, '12 Zelmo Street', 2),
      used(customer.id, 'Lot 7, Zelmowood Mall, Austin, TX', 1, 30.5),
      used(other.id, '99 Zelmo Street', 1),
    ])
    .execute();
});
afterAll(() => site.stop());

async function suggest(by: Person | null, query: string): Promise<readonly PlaceSuggestion[]> {
  const response = await send(site, by, 'GET', `/api/places?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<PlaceSuggestion[]>();
}

async function suggestAddresses(by: Person | null, query: string): Promise<readonly string[]> {
  return (await suggest(by, query)).map(({ address }) => address);
}

describe('suggestions', () => {
  test("begin with the customer's own earlier addresses, the last used first @booking.suggestions", async () => {
    expect(await suggest(customer, 'q=zelmo')).toEqual([
      {
        address: 'Lot 7, Zelmowood Mall, Austin, TX',
        lat: 30.5,
        lng: -122.5,
        precision: 'pin',
        source: 'earlier',
      },
      { address: '12 Zelmo Street', lat: null, lng: null, precision: 'unknown', source: 'earlier' },
    ]);
    expect(await suggestAddresses(customer, 'q=STREET%2012')).toEqual(['12 Zelmo Street']);
    expect(await suggestAddresses(customer, 'q=lm')).toEqual([]);
    expect(await suggestAddresses(customer, 'q=')).toHaveLength(2);
    expect(await suggest(customer, 'q=78704')).toMatchObject([
      { address: 'Austin, TX 78704', precision: 'zip', source: 'table' },
    ]);
  });

  test("contain a customer's earlier addresses only for themselves and for dispatch @booking.suggestions", async () => {
    const query = `q=zelmo%20street&customerId=${customer.id}`;
    expect(await suggestAddresses(other, query)).toEqual(['99 Zelmo Street']);
    for (const role of ['service_advisor', 'admin'] as const) {
      const dispatcher = await makePerson(site, role);
      expect(await suggestAddresses(dispatcher, query)).toEqual(['12 Zelmo Street']);
      expect(await suggestAddresses(dispatcher, 'q=zelmo')).toEqual([]);
    }
    expect(await suggestAddresses(await makePerson(site, 'mechanic'), query)).toEqual([]);
    expect(await suggestAddresses(null, query)).toEqual([]);
  });

  test('contain towns with the typed name, the nearest first, and each address once @booking.suggestions', async () => {
    const towns = await suggestAddresses(null, 'q=austin');
    expect(towns.length).toBeGreaterThan(1);
    expect(towns.length).toBeLessThanOrEqual(6);
    // The business of the tests is in San Francisco.
    expect(towns.slice(0, 2)).toEqual(['Austin, NV', 'Austin, CO']);
    expect(await suggestAddresses(null, 'q=St.%20Louis')).toContain('Saint Louis, MO');
    const twice = await suggest(customer, 'q=Lot%207,%20Zelmowood%20Mall,%20Austin,%20TX');
    expect(twice).toMatchObject([{ source: 'earlier' }]);
  });
});

test('staff without the required second factor get no earlier addresses @booking.suggestions', async () => {
  const strict = await startApp({ staffTwoFactor: true, database: site.database });
  try {
    const advisor = await makePerson(strict, 'service_advisor');
    const query = `q=zelmo&customerId=${customer.id}`;
    expect((await send(strict, advisor, 'GET', `/api/places?${query}`)).json()).toEqual([]);
  } finally {
    await strict.stop();
  }
});

describe('a point', () => {
  const describePoint = (query: string) => send(site, null, 'GET', `/api/places/near?${query}`);

  test('is described by the nearest ZIP code, and by its degrees far from all @booking.own-position', async () => {
    expect((await describePoint('lat=30.2672&lng=-97.7431')).json()).toEqual({
      address: expect.stringMatching(/^Near Austin, TX 787\d\d$/) as string,
      lat: 30.2672,
      lng: -97.7431,
      precision: 'pin',
      source: 'table',
    });
    expect((await describePoint('lat=18.46&lng=-66.1')).json()).toMatchObject({
      address: expect.stringMatching(/^Near PR 009\d\d$/) as string,
    });
    expect((await describePoint('lat=90&lng=0')).json()).toMatchObject({
      address: '90.00000, 0.00000',
    });
  });

  test('is refused if it is not on the earth @booking.own-position', async () => {
    for (const query of [
      '',
      'lat=30',
      'lat=NaN&lng=0',
      'lat=90.1&lng=0',
      'lat=-97.74&lng=30.27',
      'lat=0&lng=1e2',
    ]) {
      expect((await describePoint(query)).statusCode, query).toBe(400);
    }
  });
});
