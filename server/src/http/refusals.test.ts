import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeCrew,
  makePerson,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

let site: TestApp;
let webFolder: string;
let customer: Person;
let mechanic: Person;
let admin: Person;
let vehicleId: number;
let serviceId: number;
let appointmentId: number;

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'curbwrench-web-'));
  writeWebFolder(webFolder);
  site = await startApp({ webFolder });
  customer = await makePerson(site, 'customer');
  admin = await makePerson(site, 'admin');
  vehicleId = await makeVehicle(site, customer.id);
  const crew = await makeCrew(site, 1);
  [mechanic] = crew.mechanics;
  serviceId = crew.serviceId;
  appointmentId = await makeAppointment(site, {
    date: '2026-03-10',
    customer_id: customer.id,
    vehicle_id: vehicleId,
    notes: 'Untouched.',
  });
});
afterAll(async () => {
  await site.stop();
  rmSync(webFolder, { recursive: true });
});

/**
 * Returns all data that the calls in this file could change, as one string. Omits a mechanic's last activity, which
 * every call records.
 */
async function readAllData(): Promise<string> {
  const { rows } = await sql`
    select
      (select json_agg(a order by id) from appointments a) as appointments,
      (select json_agg(v order by id) from vehicles v) as vehicles,
      (select json_agg(s order by id) from services s) as services,
      (select json_agg(to_jsonb(m) - 'last_active_at' order by person_id) from mechanics m) as mechanics,
      (select json_agg(p order by id) from people p) as people,
      (select json_agg(a order by id) from accounts a) as accounts,
      (select count(*) from appointment_events) as events,
      (select count(*) from idempotency_keys) as keys,
      (select count(*) from outbox) as outbox
  `.execute(site.store.kysely);
  return JSON.stringify(rows);
}

function booking(details: object = {}): Record<string, unknown> {
  return {
    vehicleId,
    serviceId,
    date: '2026-03-04',
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
    ...details,
  };
}

/** Matches one sentence without markup, JSON or a stack trace. */
const sentence = /^[A-Z][^\n{}<>]{4,200}[^\s]$/;

describe('the format of a refusal', () => {
  test('is one sentence as plain text', async () => {
    const response = await send(site, customer, 'GET', '/api/appointments/999');
    expect([response.statusCode, response.body]).toEqual([404, 'There is no such appointment.']);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('is problem details with a stable code for a client that accepts them', async () => {
    const response = await send(site, customer, 'GET', '/api/appointments/999', undefined, {
      accept: 'application/problem+json, application/json',
    });
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json\b/);
    expect(response.json()).toEqual({
      type: 'about:blank',
      title: 'There is no such appointment.',
      status: 404,
      code: 'not_found',
    });
  });

  test('names every invalid field, with the first field’s message as its title @interface.field-errors', async () => {
    const response = await send(
      site,
      admin,
      'POST',
      '/api/services',
      { name: 'x', description: 'short', price: -1, duration: 0, laborHours: 0 },
      { accept: 'application/problem+json' },
    );
    expect(response.json()).toEqual({
      type: 'about:blank',
      title: 'Service name must be at least 2 characters',
      status: 400,
      code: 'invalid_request',
      fields: {
        name: 'Service name must be at least 2 characters',
        description: 'Description must be at least 10 characters',
        price: 'Price must be zero or more, with at most two decimals',
        duration: 'Duration must be a positive number in minutes',
        laborHours: 'Labor hours must be a positive number',
      },
    });
  });

  test('states that nothing exists at an unknown URL, except that page URLs get the web app @interface.bad-input', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['GET', '/api'],
      ['GET', '/api?x'],
      ['POST', '/api/nothing'],
      ['POST', '/anything'],
      ['DELETE', '/api/appointments'],
      ['GET', '/assets/gone.js'],
    ] as const) {
      const response = await send(site, customer, method, url);
      expect([url, response.statusCode, response.body]).toEqual([
        url,
        404,
        "There's nothing at this address.",
      ]);
    }
    const page = await send(site, null, 'GET', '/appointments');
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.body).toContain('The page');
  });

  test('is one sentence even for a URL that cannot be parsed @interface.bad-input', async () => {
    for (const url of ['/api/users/%E0%A4%A', '/api/appointments/%', '/%ff']) {
      const response = await send(site, customer, 'GET', url);
      expect([url, response.statusCode]).toEqual([url, 400]);
      expect(response.body).toMatch(sentence);
    }
    const longUrl = await send(site, customer, 'GET', `/api/users/${'x'.repeat(5000)}`);
    expect(longUrl.statusCode).toBeGreaterThanOrEqual(400);
    expect(longUrl.statusCode).toBeLessThan(500);
    expect(longUrl.body).toMatch(sentence);
  });
});

describe('invalid request bodies @interface.bad-input', () => {
  const calls = [
    ['POST', '/api/appointments'],
    ['PATCH', '/api/appointments/1'],
    ['PATCH', '/api/mechanics/status'],
    ['POST', '/api/users/role'],
    ['POST', '/api/services'],
    ['PATCH', '/api/services/1'],
    ['POST', '/api/vehicles'],
    ['PATCH', '/api/vehicles/1'],
  ] as const;
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const bodies: readonly (readonly [string, string, string, readonly number[]])[] = [
    ['broken JSON', 'application/json', '{"date": ', [400]],
    ['not JSON at all', 'application/json', 'hello', [400]],
    ['an empty body that is declared as JSON', 'application/json', '', [400]],
    ['plain text', 'text/plain', 'hello', [415]],
    ['XML', 'application/xml', '<a/>', [415]],
    ['a form', 'multipart/form-data; boundary=x', '--x--', [415]],
    ['another charset', 'application/json; charset=utf-7', '+', [400, 415]],
    ['more than 64 kB', 'application/json', JSON.stringify({ notes: 'x'.repeat(100_000) }), [413]],
    ['an array', 'application/json', '[]', [400]],
    ['a number', 'application/json', '1e999', [400]],
    ['null', 'application/json', 'null', [400]],
    ['a string', 'application/json', '"hello"', [400]],
    ['deep nesting', 'application/json', deep, [400]],
    ['deep nesting in a field', 'application/json', `{"date":${deep}}`, [400]],
    ['a __proto__ property', 'application/json', '{"__proto__":{"role":"admin"}}', [400]],
    [
      'a constructor property',
      'application/json',
      '{"constructor":{"prototype":{"role":"admin"}}}',
      [400],
    ],
  ];

  test.each(bodies)(
    '%s is refused with one sentence and changes nothing @interface.bad-input',
    async (_, contentType, payload, statuses) => {
      const before = await readAllData();
      for (const [method, url] of calls) {
        const sender = url.includes('mechanics')
          ? mechanic
          : url === '/api/appointments'
            ? customer
            : admin;
        const response = await site.server.inject({
          method,
          url,
          headers: { ...sender.headers, 'content-type': contentType },
          payload,
        });
        expect([url, statuses.includes(response.statusCode), response.statusCode]).toEqual([
          url,
          true,
          response.statusCode,
        ]);
        expect([url, response.body]).toEqual([url, expect.stringMatching(sentence)]);
      }
      expect(await readAllData()).toBe(before);
      expect(Reflect.get({}, 'role')).toBeUndefined();
    },
  );

  test('a missing body is refused if one is required', async () => {
    for (const [method, url] of calls) {
      const sender = url.includes('mechanics')
        ? mechanic
        : url === '/api/appointments'
          ? customer
          : admin;
      const response = await send(site, sender, method, url);
      expect([url, response.statusCode]).toEqual([url, 400]);
      expect(response.body).toMatch(sentence);
    }
  });

  test('an empty object is refused as a change', async () => {
    const before = await readAllData();
    for (const [who, url] of [
      [customer, `/api/appointments/${appointmentId}`],
      [customer, `/api/vehicles/${vehicleId}`],
      [admin, `/api/services/${serviceId}`],
      [mechanic, '/api/mechanics/status'],
    ] as const) {
      const response = await send(site, who, 'PATCH', url, {});
      expect([url, response.statusCode]).toEqual([url, 400]);
      expect(response.body).toMatch(sentence);
    }
    expect(await readAllData()).toBe(before);
  });

  test('if a property is repeated, the last value counts, as in JSON.parse', async () => {
    const response = await site.server.inject({
      method: 'PATCH',
      url: `/api/appointments/${appointmentId}`,
      headers: { ...customer.headers, 'content-type': 'application/json' },
      payload: '{"notes":"first","notes":"Untouched."}',
    });
    expect(response.json()).toMatchObject({ notes: 'Untouched.' });
  });
});

describe('values that cannot be stored', () => {
  const text: readonly (readonly [string, string])[] = [
    ['NUL', 'a\u0000b'],
    ['a control character', 'a\u0007b'],
    ['a lone surrogate', 'a\ud800b'],
    ['another lone surrogate', '\udc00'],
  ];
  const numbers = [0, -1, 1.5, 2 ** 31, 1e308, Number.MAX_SAFE_INTEGER, '1', null, true, [], {}];
  const dates = [
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '20260304',
    '2026-3-4',
    'tomorrow',
    '+010000-01-01',
    '2026-03-04T10:00:00Z',
    20260304,
    null,
  ];
  const times = ['24:00', '10:60', '10', '1000', '10:00:00', ' 10:00', '10:00 AM', 10, null];

  test('are refused in a booking', async () => {
    const before = await readAllData();
    const invalidBodies: object[] = [
      ...text.flatMap(([, value]) => [
        { notes: value },
        { location: JSON.stringify({ address: value }) },
        { location: value },
        { date: value },
        { startTime: value },
        { customerId: value },
      ]),
      ...numbers.flatMap((value) => [{ vehicleId: value }, { serviceId: value }]),
      ...dates.map((date) => ({ date })),
      ...times.map((startTime) => ({ startTime })),
      { notes: 'x'.repeat(2001) },
      { notes: 7 },
      { location: JSON.stringify({ address: 'x'.repeat(301) }) },
      { location: JSON.stringify({ address: '  ' }) },
      { location: JSON.stringify({ address: '5 Elm Street', lat: 91, lng: 0 }) },
      { location: JSON.stringify({ address: '5 Elm Street', lat: 1 }) },
      { location: '{"address":"5 Elm Street","lat":1e999,"lng":0}' },
      { location: '{"address":' },
      { location: '[]' },
      { location: { address: '5 Elm Street' } },
    ];
    for (const details of invalidBodies) {
      const response = await send(site, customer, 'POST', '/api/appointments', booking(details));
      expect([details, response.statusCode]).toEqual([details, 400]);
      expect(response.body).toMatch(sentence);
    }
    expect(await readAllData()).toBe(before);
  });

  test('are refused in a change to an appointment', async () => {
    const before = await readAllData();
    const invalidBodies: object[] = [
      ...text.map(([, notes]) => ({ notes })),
      ...text.map(([, reason]) => ({ status: 'cancelled', reason })),
      ...dates.map((date) => ({ date, startTime: '10:00' })),
      ...times.map((startTime) => ({ date: '2026-03-11', startTime })),
      { status: 'confirmed' },
      { status: 'confirmed', mechanicId: '' },
      { status: 'confirmed', mechanicId: null },
      { status: 'confirmed', mechanicId: 'a'.repeat(65) },
      { status: 'confirmed', mechanicId: "x' or true --" },
      { status: 'pending' },
      { status: 'gone' },
      { mechanicId: mechanic.id },
      { date: '2026-03-11' },
      { startTime: '10:00' },
      { notes: 'x', status: 'cancelled' },
      { date: '2026-03-11', startTime: '10:00', endTime: '11:00' },
      { price: 0 },
      { notes: 'x'.repeat(2001) },
    ];
    for (const change of invalidBodies) {
      const response = await send(
        site,
        customer,
        'PATCH',
        `/api/appointments/${appointmentId}`,
        change,
      );
      expect([change, response.statusCode]).toEqual([change, 400]);
      expect(response.body).toMatch(sentence);
    }
    expect(await readAllData()).toBe(before);
  });

  test('are refused in a service', async () => {
    const before = await readAllData();
    const good = { name: 'Oil change', description: 'Oil and filter.', price: 50, duration: 30 };
    const invalidBodies: object[] = [
      ...text.flatMap(([, value]) => [
        { name: value },
        { description: `long enough ${value}` },
        { skill: value },
      ]),
      ...[-0.01, 0.005, 1e8, 1e308, '12.345', '1e3', '', 'free', null, {}, '0x10', '-1', ' '].map(
        (price) => ({ price }),
      ),
      ...[0, -1, 1.5, 961, 2 ** 31, 1e308, '60', null].map((duration) => ({ duration })),
      ...[0, -1, 0.001, 1e-300, 1000, 1e308, '2'].map((laborHours) => ({ laborHours })),
      { name: 'x'.repeat(101) },
      { description: 'x'.repeat(2001) },
      { skill: 'x'.repeat(41) },
    ];
    for (const details of invalidBodies) {
      const created = await send(site, admin, 'POST', '/api/services', { ...good, ...details });
      expect([details, created.statusCode]).toEqual([details, 400]);
      expect(created.body).toMatch(sentence);
      const changed = await send(site, admin, 'PATCH', `/api/services/${serviceId}`, details);
      expect([details, changed.statusCode]).toEqual([details, 400]);
    }
    expect(await readAllData()).toBe(before);
  });

  test('are refused in a vehicle', async () => {
    const before = await readAllData();
    const good = { make: 'Honda', model: 'Fit', year: 2019 };
    const invalidBodies: object[] = [
      ...text.flatMap(([, value]) => [
        { make: value },
        { model: value },
        { vin: value },
        { plateNumber: value },
      ]),
      ...[1899, 2028, 0, -1, 2019.5, 1e308, '2019', null].map((year) => ({ year })),
      { type: 'Boat' },
      { type: '' },
      { isActive: 'yes' },
      { make: ' ' },
      { model: 'x'.repeat(61) },
      { vin: 'x'.repeat(18) },
      { plateNumber: 'x'.repeat(16) },
    ];
    for (const details of invalidBodies) {
      const created = await send(site, customer, 'POST', '/api/vehicles', { ...good, ...details });
      expect([details, created.statusCode]).toEqual([details, 400]);
      expect(created.body).toMatch(sentence);
      const changed = await send(site, customer, 'PATCH', `/api/vehicles/${vehicleId}`, details);
      expect([details, changed.statusCode]).toEqual([details, 400]);
    }
    expect(await readAllData()).toBe(before);
  });

  test("are refused in a mechanic's status or a role", async () => {
    const before = await readAllData();
    for (const change of [
      { status: 'asleep' },
      { status: null },
      { location: { lat: 91, lng: 0 } },
      { location: { lat: 0, lng: 181 } },
      { location: { lat: 0 } },
      { location: { lat: '0', lng: 0 } },
      { location: { lat: Number.NaN, lng: 0 } },
      // Latitude and longitude swapped.
      { location: { lat: -122.4194, lng: 37.7749 } },
      { location: { lat: 0, lng: 0, accuracy: -1 } },
      { location: { lat: 0, lng: 0, accuracy: '10' } },
      { location: { lat: 0, lng: 0, accuracy: null } },
    ]) {
      const response = await send(site, mechanic, 'PATCH', '/api/mechanics/status', change);
      expect([change, response.statusCode]).toEqual([change, 400]);
      expect(response.body).toMatch(sentence);
    }
    for (const change of [
      { userId: customer.id, role: 'owner' },
      { userId: customer.id, role: null },
      { userId: customer.id },
      { role: 'admin' },
      { userId: 'a\u0000', role: 'admin' },
      { userId: ['a'], role: 'admin' },
    ]) {
      const response = await send(site, admin, 'POST', '/api/users/role', change);
      expect([change, response.statusCode]).toEqual([change, 400]);
      expect(response.body).toMatch(sentence);
    }
    expect(await readAllData()).toBe(before);
  });

  test('deep nesting in an unknown property is harmless, with or without an idempotency key', async () => {
    const payload = JSON.stringify(booking({ date: '2026-03-07' })).replace(
      /\}$/,
      `,"more":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    );
    for (const headers of [{}, { 'idempotency-key': 'deep' }]) {
      const response = await site.server.inject({
        method: 'POST',
        url: '/api/appointments',
        headers: { ...customer.headers, 'content-type': 'application/json', ...headers },
        payload,
      });
      expect([response.statusCode, response.body]).toEqual([409, 'Weekends are not available.']);
    }
  });
});

describe('URLs with invalid values', () => {
  const ids = [
    '0',
    '-1',
    '1.5',
    '01',
    'abc',
    '2147483648',
    '99999999999',
    '1e3',
    '%00',
    '%20',
    "1'--",
    '%F0%9F%9A%97',
  ];

  test('an id that no object can have gets a 404', async () => {
    for (const resource of ['appointments', 'services', 'vehicles', 'mechanics', 'users']) {
      for (const id of ids) {
        const response = await send(site, admin, 'GET', `/api/${resource}/${id}`);
        expect([resource, id, response.statusCode]).toEqual([resource, id, 404]);
        expect(response.body).toMatch(sentence);
      }
    }
  });

  test.each([
    '/api/appointments?status=gone',
    '/api/appointments?status=',
    '/api/appointments?status=pending&status=confirmed',
    '/api/appointments?date=2026-02-30',
    '/api/appointments?from=yesterday',
    '/api/appointments?to=9999-99-99',
    '/api/appointments?when=now',
    '/api/appointments?sort=price',
    '/api/appointments?limit=0',
    '/api/appointments?limit=101',
    '/api/appointments?limit=1.5',
    '/api/appointments?search=a%00b',
    `/api/appointments?search=${'x'.repeat(101)}`,
    '/api/appointments?mechanicId=a%20b',
    '/api/appointments/counts?date=today',
    '/api/slots',
    '/api/slots?date=2026-03-04',
    '/api/slots?date=2026-03-04&serviceId=x',
    '/api/slots?date=1899-12-31&serviceId=1',
    '/api/users?role=owner',
    '/api/users?limit=1000',
    '/api/users?search=%00',
    '/api/payments?status=paid',
    '/api/payments?sort=name',
    '/api/vehicles?customerId=a%00',
    '/api/events?after=-1',
    '/api/events?after=9999999999999999999',
  ])('%s is refused with one sentence @interface.bad-input', async (url) => {
    const response = await send(site, admin, 'GET', url);
    expect(response.statusCode).toBe(400);
    expect(response.body).toMatch(sentence);
  });

  const encodeCursor = (values: unknown) =>
    Buffer.from(JSON.stringify(values)).toString('base64url');

  test.each([
    ['not base64', '%20%20'],
    ['not JSON', 'AAAA'],
    ['not a list', encodeCursor({ a: 1 })],
    ['too few values', encodeCursor(['2026-03-04'])],
    ['too many values', encodeCursor(['2026-03-04', '10:00:00', 1, 2, 3, 4])],
    ['values of other types', encodeCursor([null, {}, []])],
    ['an impossible date', encodeCursor(['2026-02-30', '10:00:00', 1])],
    ['words instead of dates and numbers', encodeCursor(['x', 'y', 'z'])],
    ['an impossible time', encodeCursor(['2026-03-04', '25:00:00', 1])],
    ['a number too large', encodeCursor(['2026-03-04', '10:00:00', 1e300])],
    ['NUL', encodeCursor(['a\u0000', 'b\u0000', 'c\u0000'])],
    ['a lone surrogate', encodeCursor(['\ud800', 'a', 'b'])],
    ['two invalid values', encodeCursor(['x', 'y'])],
    ['an impossible timestamp', encodeCursor(['2026-02-30 99:00:00+00', 1])],
  ])('an invalid cursor is refused: %s', async (_, cursor) => {
    for (const list of [
      '/api/appointments?',
      '/api/appointments?sort=-date&',
      '/api/users?',
      '/api/payments?',
      '/api/payments?sort=amount&',
      '/api/payments?sort=-status&',
      '/api/payments?sort=customer&',
    ]) {
      const response = await send(site, admin, 'GET', `${list}cursor=${cursor}`);
      // In a list sorted by name, any three strings are a valid cursor.
      const isValidCursor = /users|customer/.test(list) && response.statusCode === 200;
      if (isValidCursor) continue;
      expect([list, response.statusCode, response.body]).toEqual([
        list,
        400,
        "That page doesn't exist.",
      ]);
    }
  });
});
