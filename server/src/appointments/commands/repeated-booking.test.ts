import { expect, test } from 'vitest';
import { cleanUp } from '../../clean-up-job.ts';
import { makePerson, makeVehicle, type Team, type Person } from '@curbwrench/testing/builders';
import { type TestResponse, send, sortedStatuses } from '@curbwrench/testing/requests';
import { prepareAppWithTeam } from '@curbwrench/testing/app-with-team';
import { testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let team: Team;
let customer: Person;
let vehicleId: number;

prepareAppWithTeam(2, (prepared) => {
  ({ app, team, customer, vehicleId } = prepared);
});

function book(key: string, details: object = {}, person = customer): Promise<TestResponse> {
  return send(
    app,
    person,
    'POST',
    '/api/appointments',
    {
      vehicleId,
      serviceId: team.serviceId,
      date: '2026-03-04',
      startTime: '10:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
      ...details,
    },
    { 'idempotency-key': key },
  );
}

async function countRows(): Promise<number> {
  const rows = await app.store.kysely
    .selectFrom('appointments')
    .select('id')
    .where('service_id', '=', team.serviceId)
    .execute();
  return rows.length;
}

test('a repeated request gets an identical response and books nothing @booking.retry', async () => {
  const first = await book('once');
  expect(first.statusCode).toBe(201);
  const repeated = await book('once');
  expect([repeated.statusCode, repeated.body]).toEqual([201, first.body]);
  expect(repeated.headers['content-type']).toBe(first.headers['content-type']);
  expect(await countRows()).toBe(1);
});

test('a repeated request gets an identical response even if the booking has changed or is in the past', async () => {
  const first = await book('later');
  const { id } = first.json<{ id: number }>();
  app.clock.set(new Date('2026-03-06T20:00:00Z'));
  const advisor = await makePerson(app, 'service_advisor');
  await send(app, advisor, 'PATCH', `/api/appointments/${id}`, { status: 'cancelled' });
  const repeated = await book('later');
  expect([repeated.statusCode, repeated.body]).toEqual([201, first.body]);
});

test('simultaneous repeats create one row and get identical responses @booking.retry', async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, () => book('at-once')));
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  expect(await countRows()).toBe(1);
});

test('of two requests with the same key but different bodies, the second is refused', async () => {
  await book('same', { notes: 'one' });
  const other = await book('same', { notes: 'two' });
  expect([other.statusCode, other.body]).toEqual([422, 'That key was used for another booking.']);
  const [first, second] = await Promise.all([
    book('race', { startTime: '12:00' }),
    book('race', { startTime: '14:00' }),
  ]);
  expect(sortedStatuses([first, second])).toEqual([201, 422]);
  expect(await countRows()).toBe(2);
});

test('idempotency keys are scoped per person', async () => {
  const other = await makePerson(app, 'customer');
  const otherVehicle = await makeVehicle(app, other.id);
  const ownBooking = await book('shared');
  const othersBooking = await book('shared', { vehicleId: otherVehicle }, other);
  expect([ownBooking.statusCode, othersBooking.statusCode]).toEqual([201, 201]);
  expect(othersBooking.body).not.toBe(ownBooking.body);
  expect((await book('shared')).body).toBe(ownBooking.body);
  const repeated = await book('shared', { vehicleId: otherVehicle }, other);
  expect(repeated.body).toBe(othersBooking.body);
  expect(await countRows()).toBe(2);
});

test('the key of a refused attempt can be used again, with any body', async () => {
  const refused = await book('retry', { startTime: '10:30' });
  expect(refused.statusCode).toBe(409);
  const invalid = await book('retry', { date: '2026-02-30' });
  expect(invalid.statusCode).toBe(400);
  expect((await book('retry')).statusCode).toBe(201);
});

test('every request without a key is a separate booking', async () => {
  const attempt = {
    vehicleId,
    serviceId: team.serviceId,
    date: '2026-03-04',
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
    confirmOverlap: true,
  };
  for (let times = 0; times < 2; times += 1) {
    const booked = await send(app, customer, 'POST', '/api/appointments', attempt);
    expect(booked.statusCode).toBe(201);
  }
  expect(await countRows()).toBe(2);
});

test.each([
  ['is empty', ''],
  ['contains a space', 'a b'],
  ['is too long', 'x'.repeat(201)],
])('an idempotency key that %s is refused', async (_, key) => {
  const refused = await book(key);
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    'The Idempotency-Key must be 1 to 200 printable characters.',
  ]);
  expect(await countRows()).toBe(0);
});

test('keys older than a day are deleted, but newer ones are not', async () => {
  const first = await book('old', { confirmOverlap: true });
  const day = 24 * 3_600_000;
  await cleanUp(app.store, new Date(testMorning.getTime() + day));
  expect((await book('old', { confirmOverlap: true })).body).toBe(first.body);
  await cleanUp(app.store, new Date(testMorning.getTime() + day + 1));
  const repeated = await book('old', { confirmOverlap: true });
  expect(repeated.statusCode).toBe(201);
  expect(repeated.body).not.toBe(first.body);
});
