import type { Stats } from '@curbwrench/contract/business/schemas';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordHourlyStats } from './hourly-stats-changes.ts';
import { toLocalTime } from '../application/rules/business-time.ts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  type Person,
} from '@curbwrench/testing/builders';
import { read } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { deleteEveryone } from '@curbwrench/testing/delete-everyone';

let site: TestApp;
let admin: Person;

const today = '2026-03-03';

beforeAll(async () => {
  site = await startApp({ business: { name: 'Acme', phone: null } });
});
afterAll(() => site.stop());
beforeEach(async () => {
  site.clock.set(testMorning);
  await deleteEveryone(site.store);
  await sql`truncate hourly_stats`.execute(site.store.kysely);
  admin = await makePerson(site, 'admin');
});

const readStats = () => read<Stats>(site, admin, '/api/admin/stats');

test("everyone can read the business's details, including its current time", async () => {
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

test('the stats of an empty business are zero @dashboards.stats', async () => {
  expect(await readStats()).toEqual({
    todayAppointments: 0,
    activeMechanics: 0,
    todayRevenue: '0.00',
    pendingAppointments: 0,
    changes: {
      todayAppointments: null,
      activeMechanics: null,
      todayRevenue: null,
      pendingAppointments: null,
    },
  });
});

test("today's appointments are those of the business day, without cancelled ones", async () => {
  const mechanic = await makeMechanic(site);
  const assigned = { mechanic_id: mechanic.id };
  await makeAppointment(site, { date: today });
  await makeAppointment(site, { date: today, status: 'completed', ...assigned });
  await makeAppointment(site, { date: today, status: 'cancelled' });
  await makeAppointment(site, { date: '2026-03-02' });
  await makeAppointment(site, { date: '2026-03-04' });
  expect(await readStats()).toMatchObject({ todayAppointments: 2, pendingAppointments: 3 });
  site.clock.set(new Date('2026-03-04T08:00:00Z'));
  expect(await readStats()).toMatchObject({ todayAppointments: 1 });
});

test('waiting appointments are pending or unassigned, on any day', async () => {
  await makeAppointment(site, { date: '2026-02-01' });
  await makeAppointment(site, { date: '2026-03-30', status: 'unassigned' });
  await makeAppointment(site, { date: today, status: 'cancelled' });
  expect(await readStats()).toMatchObject({ pendingAppointments: 2 });
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
    .where('person_id', '=', former.id)
    .execute();
  expect(await readStats()).toMatchObject({ activeMechanics: 2 });
  const statuses = (await read<Mechanic[]>(site, admin, '/api/mechanics')).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted()).toEqual(['available', 'offline', 'on_job']);
});

test("today's revenue is what was paid within the business day, to the cent", async () => {
  const customer = await makePerson(site, 'customer');
  const insertPayment = (amount: string, at: string, refunded = '0.00') =>
    site.store.kysely
      .insertInto('payments')
      .values({
        customer_id: customer.id,
        amount,
        refunded_amount: refunded,
        status: refunded === amount ? 'refunded' : 'completed',
        created_at: new Date('2026-01-01'),
        paid_at: new Date(at),
      })
      .execute();
  await insertPayment('1.01', '2026-03-03T07:59:59.999Z');
  await insertPayment('30.15', '2026-03-03T08:00:00Z', '10.05');
  await insertPayment('300.20', '2026-03-04T07:59:59.999Z');
  await insertPayment('4000.40', '2026-03-04T08:00:00Z');
  await insertPayment('50000.00', '2026-03-03T12:00:00Z', '50000.00');
  expect(await readStats()).toMatchObject({ todayRevenue: '320.30' });
  // The day of the spring clock change is an hour shorter, and every payment is in exactly one day.
  await insertPayment('7.00', '2026-03-09T06:59:59.999Z');
  await insertPayment('8.00', '2026-03-09T07:00:00Z');
  site.clock.set(new Date('2026-03-08T20:00:00Z'));
  expect(await readStats()).toMatchObject({ todayRevenue: '7.00' });
  site.clock.set(new Date('2026-03-09T20:00:00Z'));
  expect(await readStats()).toMatchObject({ todayRevenue: '8.00' });
});

/** Inserts a completed payment. */
async function makePayment(customerId: string, amount: string, at: string): Promise<void> {
  await site.store.kysely
    .insertInto('payments')
    .values({
      customer_id: customerId,
      amount,
      status: 'completed',
      created_at: new Date(at),
      paid_at: new Date(at),
    })
    .execute();
}

const momentAt = (now: Date) => ({ now, local: toLocalTime(now, site.business.timeZone) });

test('each stat is compared with the same weekday last week, up to the same time of day @dashboards.stats', async () => {
  const customer = await makePerson(site, 'customer');
  const mechanics = [await makeMechanic(site), await makeMechanic(site), await makeMechanic(site)];
  const lastTuesday = '2026-02-24';
  for (let turn = 0; turn < 4; turn += 1) await makeAppointment(site, { date: lastTuesday });
  site.clock.set(new Date('2026-02-24T17:40:00Z'));
  await recordHourlyStats(site.store.kysely, momentAt(site.clock.now()), new Date(0));
  // Later changes within that hour are not recorded.
  await makeAppointment(site, { date: '2026-02-20' });
  await recordHourlyStats(site.store.kysely, momentAt(site.clock.now()), new Date(0));
  await makePayment(customer.id, '40.00', '2026-02-24T16:00:00Z');
  await makePayment(customer.id, '999.00', '2026-02-24T17:50:00Z');

  site.clock.set(new Date('2026-03-03T17:40:00Z'));
  const switchOff = () =>
    site.store.kysely
      .updateTable('mechanics')
      .set({
        available: false,
        switched_on: toLocalTime(site.clock.now(), site.business.timeZone).date,
        switched_at: site.clock.now(),
      })
      .where('person_id', '=', mechanics[0]?.id ?? '')
      .execute();
  await switchOff();
  await makeAppointment(site, { date: today });
  await makePayment(customer.id, '50.00', '2026-03-03T17:00:00Z');
  expect(await readStats()).toEqual({
    todayAppointments: 1,
    activeMechanics: 2,
    todayRevenue: '50.00',
    pendingAppointments: 6,
    changes: {
      todayAppointments: -75,
      activeMechanics: -33,
      todayRevenue: 25,
      pendingAppointments: 50,
    },
  });

  // Clocks went forward in between: the same time of day is an hour less ago.
  site.clock.set(new Date('2026-03-10T16:40:00Z'));
  await switchOff();
  await sql`update hourly_stats set hour = '2026-03-03T17:00:00Z'`.execute(site.store.kysely);
  expect((await readStats()).changes).toMatchObject({
    activeMechanics: -33,
    pendingAppointments: 50,
  });
});

test('recorded stats are deleted once nothing is compared with them', async () => {
  await recordHourlyStats(
    site.store.kysely,
    momentAt(new Date('2026-01-01T10:10:00Z')),
    new Date(0),
  );
  await recordHourlyStats(site.store.kysely, momentAt(testMorning), new Date('2026-01-02'));
  const { rows } = await sql<{ hour: Date }>`select hour from hourly_stats order by hour`.execute(
    site.store.kysely,
  );
  expect(rows[0]?.hour.toISOString()).not.toBe('2026-01-01T10:00:00.000Z');
});
