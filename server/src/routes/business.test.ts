import type { Stats } from '@curbwrench/contract/business';
import type { Mechanic } from '@curbwrench/contract/people';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAppointment, makeMechanic, makePerson, type Person } from '../testing/builders.ts';
import { read } from '../testing/requests.ts';
import { startApp, testMorning, type TestApp } from '../testing/start-app.ts';

let site: TestApp;
let admin: Person;

const today = '2026-03-03';

beforeAll(async () => {
  site = await startApp({ business: { name: 'Acme', phone: null } });
});
afterAll(() => site.stop());
beforeEach(async () => {
  site.clock.set(testMorning);
  await sql`truncate users, services, appointment_tallies, payment_tallies cascade`.execute(
    site.store.kysely,
  );
  admin = await makePerson(site, 'admin');
});

const stats = () => read<Stats>(site, admin, '/api/admin/stats');

test('everyone may know the business, and what time it is for it', async () => {
  expect(await read(site, null, '/api/business')).toEqual({
    cancelUntilHours: 24,
    cityCentre: { lat: 37.7749, lng: -122.4194 },
    name: 'Acme',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    phone: null,
    now: testMorning.toISOString(),
    demo: false,
  });
});

test('the figures of an empty business are zeroes', async () => {
  expect(await stats()).toEqual({
    todayAppointments: 0,
    activeMechanics: 0,
    todayRevenue: '0.00',
    pendingAppointments: 0,
  });
});

test("today's appointments are those of the business's day, cancelled ones aside", async () => {
  const mechanic = await makeMechanic(site);
  const done = { mechanic_id: mechanic.id };
  await makeAppointment(site, { date: today });
  await makeAppointment(site, { date: today, status: 'completed', ...done });
  await makeAppointment(site, { date: today, status: 'cancelled' });
  await makeAppointment(site, { date: '2026-03-02' });
  await makeAppointment(site, { date: '2026-03-04' });
  expect(await stats()).toMatchObject({ todayAppointments: 2, pendingAppointments: 3 });
  site.clock.set(new Date('2026-03-04T08:00:00Z'));
  expect(await stats()).toMatchObject({ todayAppointments: 1 });
});

test('what waits is pending or unassigned, of any day', async () => {
  await makeAppointment(site, { date: '2026-02-01' });
  await makeAppointment(site, { date: '2026-03-30', status: 'unassigned' });
  await makeAppointment(site, { date: today, status: 'cancelled' });
  expect(await stats()).toMatchObject({ pendingAppointments: 2 });
});

test('an active mechanic is available or on a job', async () => {
  await makeMechanic(site);
  await makeMechanic(site, { available: false });
  const busy = await makeMechanic(site, { available: false });
  await makeAppointment(site, { date: today, status: 'in_progress', mechanic_id: busy.id });
  const former = await makeMechanic(site);
  await site.store.kysely
    .updateTable('mechanics')
    .set({ active: false })
    .where('user_id', '=', former.id)
    .execute();
  expect(await stats()).toMatchObject({ activeMechanics: 2 });
  const statuses = (await read<Mechanic[]>(site, admin, '/api/mechanics')).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted()).toEqual(['available', 'offline', 'on_job']);
});

test("today's revenue is what was paid within the business's day, to the cent", async () => {
  const customer = await makePerson(site, 'customer');
  const pay = (amount: string, at: string, status: 'completed' | 'refunded' = 'completed') =>
    site.store.kysely
      .insertInto('payments')
      .values({
        customer_id: customer.id,
        amount,
        status,
        created_at: new Date('2026-01-01'),
        paid_at: new Date(at),
      })
      .execute();
  await pay('1.01', '2026-03-03T07:59:59.999Z');
  await pay('20.10', '2026-03-03T08:00:00Z');
  await pay('300.20', '2026-03-04T07:59:59.999Z');
  await pay('4000.40', '2026-03-04T08:00:00Z');
  await pay('50000.00', '2026-03-03T12:00:00Z', 'refunded');
  expect(await stats()).toMatchObject({ todayRevenue: '320.30' });
  // The spring night's day is an hour shorter, and no payment falls between two days.
  await pay('7.00', '2026-03-09T06:59:59.999Z');
  await pay('8.00', '2026-03-09T07:00:00Z');
  site.clock.set(new Date('2026-03-08T20:00:00Z'));
  expect(await stats()).toMatchObject({ todayRevenue: '7.00' });
  site.clock.set(new Date('2026-03-09T20:00:00Z'));
  expect(await stats()).toMatchObject({ todayRevenue: '8.00' });
});
