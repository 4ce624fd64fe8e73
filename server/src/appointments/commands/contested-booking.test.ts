import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTeam, makePerson, makeVehicle, type Team } from '@curbwrench/testing/builders';
import { send, type TestResponse } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Creates clients, each for a different customer with a vehicle; calling a client books at the given time. */
async function makeClients(count: number, team: Team) {
  const clients: ((startTime: string, date?: string) => Promise<TestResponse>)[] = [];
  for (let index = 0; index < count; index += 1) {
    const customer = await makePerson(app, 'customer');
    const vehicleId = await makeVehicle(app, customer.id);
    clients.push((startTime, date = '2026-03-04') =>
      send(app, customer, 'POST', '/api/appointments', {
        vehicleId,
        serviceId: team.serviceId,
        date,
        startTime,
        location: JSON.stringify({ address: '5 Elm Street' }),
      }),
    );
  }
  return clients;
}

function countByStatus(responses: readonly TestResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of responses) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

/** Returns the pairs of open appointments that overlap and have the same assigned or held mechanic. */
async function findOverlaps(): Promise<unknown[]> {
  const { rows } = await sql`
    select a.id, b.id as other from appointments a join appointments b on a.id < b.id
      and coalesce(a.mechanic_id, a.held_mechanic_id) = coalesce(b.mechanic_id, b.held_mechanic_id)
      and a.date = b.date and a.start_time < b.end_time and b.start_time < a.end_time
    where a.status in ('pending', 'unassigned', 'confirmed', 'in_progress')
      and b.status in ('pending', 'unassigned', 'confirmed', 'in_progress')
  `.execute(app.store.kysely);
  return rows;
}

test('exactly one of sixteen clients gets the last free slot @booking.race', async () => {
  const team = await makeTeam(app, 1);
  const clients = await makeClients(16, team);
  const responses = await Promise.all(clients.map((book) => book('10:00')));
  expect(countByStatus(responses)).toEqual({ 201: 1, 409: 15 });
  const refusals = responses.filter(({ statusCode }) => statusCode === 409);
  expect(new Set(refusals.map(({ body }) => body))).toEqual(
    new Set(['That time slot is fully booked. Please choose another.']),
  );
  expect(await findOverlaps()).toEqual([]);
});

test('as many clients succeed as there are mechanics, even if their times overlap only partly', async () => {
  const team = await makeTeam(app, 3, { duration: 120 });
  const clients = await makeClients(16, team);
  // Each of these times overlaps 10:00 to 11:00.
  const responses = await Promise.all(
    clients.map((book, index) => book(index % 2 === 0 ? '09:00' : '10:00', '2026-03-05')),
  );
  expect(countByStatus(responses)).toEqual({ 201: 3, 409: 13 });
  expect(await findOverlaps()).toEqual([]);
});

test('simultaneous bookings fill every time slot of a day without overbooking any @booking.race', async () => {
  const team = await makeTeam(app, 2);
  const clients = await makeClients(24, team);
  const times = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00'];
  const responses = await Promise.all(
    clients.map((book, index) => book(times[index % times.length] ?? '08:00', '2026-03-06')),
  );
  expect(countByStatus(responses)).toEqual({ 201: 16, 409: 8 });
  expect(await findOverlaps()).toEqual([]);
});

test('bookings on different days do not interfere with one another', async () => {
  const team = await makeTeam(app, 1);
  const days = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-16'];
  const clients = await makeClients(days.length, team);
  const responses = await Promise.all(clients.map((book, index) => book('10:00', days[index])));
  expect(countByStatus(responses)).toEqual({ 201: days.length });
});
