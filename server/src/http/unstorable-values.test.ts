import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '@curbwrench/testing/builders';
import { seedData, snapshotData } from '@curbwrench/testing/seed-data';
import { send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let mechanic: Person;
let admin: Person;
let vehicleId: number;
let serviceId: number;
let appointmentId: number;

beforeAll(async () => {
  app = await startApp();
  ({ customer, admin, mechanic, vehicleId, serviceId, appointmentId } = await seedData(app));
});
afterAll(() => app.stop());

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
    const before = await snapshotData(app);
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
      const response = await send(app, customer, 'POST', '/api/appointments', booking(details));
      expect([details, response.statusCode]).toEqual([details, 400]);
      expect(response.body).toMatch(sentence);
    }
    expect(await snapshotData(app)).toBe(before);
  });

  test('are refused in a change to an appointment', async () => {
    const before = await snapshotData(app);
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
        app,
        customer,
        'PATCH',
        `/api/appointments/${appointmentId}`,
        change,
      );
      expect([change, response.statusCode]).toEqual([change, 400]);
      expect(response.body).toMatch(sentence);
    }
    expect(await snapshotData(app)).toBe(before);
  });

  test('are refused in a service', async () => {
    const before = await snapshotData(app);
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
      const created = await send(app, admin, 'POST', '/api/services', { ...good, ...details });
      expect([details, created.statusCode]).toEqual([details, 400]);
      expect(created.body).toMatch(sentence);
      const changed = await send(app, admin, 'PATCH', `/api/services/${serviceId}`, details);
      expect([details, changed.statusCode]).toEqual([details, 400]);
    }
    expect(await snapshotData(app)).toBe(before);
  });

  test('are refused in a vehicle', async () => {
    const before = await snapshotData(app);
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
      const created = await send(app, customer, 'POST', '/api/vehicles', { ...good, ...details });
      expect([details, created.statusCode]).toEqual([details, 400]);
      expect(created.body).toMatch(sentence);
      const changed = await send(app, customer, 'PATCH', `/api/vehicles/${vehicleId}`, details);
      expect([details, changed.statusCode]).toEqual([details, 400]);
    }
    expect(await snapshotData(app)).toBe(before);
  });

  test("are refused in a mechanic's status or a role", async () => {
    const before = await snapshotData(app);
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
      const response = await send(app, mechanic, 'PATCH', '/api/mechanics/status', change);
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
      const response = await send(app, admin, 'POST', '/api/users/role', change);
      expect([change, response.statusCode]).toEqual([change, 400]);
      expect(response.body).toMatch(sentence);
    }
    expect(await snapshotData(app)).toBe(before);
  });

  test('deep nesting in an unknown property is harmless, with or without an idempotency key', async () => {
    const payload = JSON.stringify(booking({ date: '2026-03-07' })).replace(
      /\}$/,
      `,"more":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    );
    for (const headers of [{}, { 'idempotency-key': 'deep' }]) {
      const response = await app.server.inject({
        method: 'POST',
        url: '/api/appointments',
        headers: { ...customer.headers, 'content-type': 'application/json', ...headers },
        payload,
      });
      expect([response.statusCode, response.body]).toEqual([409, 'Weekends are not available.']);
    }
  });
});
