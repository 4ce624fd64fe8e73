import type { Stats } from '@curbwrench/contract/business/schemas';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
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

let app: TestApp;
let admin: Person;

const today = '2026-03-03';

beforeAll(async () => {
  app = await startApp({ business: { name: 'Acme', phone: null } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  await deleteEveryone(app.store);
  await sql`truncate hourly_stats`.execute(app.store.kysely);
  admin = await makePerson(app, 'admin');
});

const readStats = () => read<Stats>(app, admin, '/api/admin/stats');

test("everyone can read the business's details, including its current time", async () => {
  expect(await read(app, null, '/api/business')).toEqual({
    cancellationCutoffHours: 24,
    cityCenter: { lat: 37.7749, lng: -122.4194 },
    name: 'Acme',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    phone: null,
    address: null,
    outsideAreaPolicy: 'refuse',
    bookingRules: defaultBookingRules,
    logoUrl: null,
    landingHeadline: null,
    landingIntro: null,
    now: testMorning.toISOString(),
    visitorsCanBook: false,
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

test("today's appointments are those on the business's current date, except canceled ones", async () => {
  const mechanic = await makeMechanic(app);
  const assigned = { mechanic_id: mechanic.id };
  await makeAppointment(app, { date: today });
  await makeAppointment(app, { date: today, status: 'completed', ...assigned });
  await makeAppointment(app, { date: today, status: 'cancelled' });
  await makeAppointment(app, { date: '2026-03-02' });
  await makeAppointment(app, { date: '2026-03-04' });
  expect(await readStats()).toMatchObject({ todayAppointments: 2, pendingAppointments: 3 });
  app.clock.set(new Date('2026-03-04T08:00:00Z'));
  expect(await readStats()).toMatchObject({ todayAppointments: 1 });
});

test('waiting appointments include all pending and unassigned ones, on any day', async () => {
  await makeAppointment(app, { date: '2026-02-01' });
  await makeAppointment(app, { date: '2026-03-30', status: 'unassigned' });
  await makeAppointment(app, { date: today, status: 'cancelled' });
  expect(await readStats()).toMatchObject({ pendingAppointments: 2 });
});

test('active mechanics are those who are available or on a job', async () => {
  await makeMechanic(app);
  await makeMechanic(app, { available: false });
  const busy = await makeMechanic(app, { available: false });
  await makeAppointment(app, { date: today, status: 'in_progress', mechanic_id: busy.id });
  const formerMechanic = await makeMechanic(app);
  await app.store.kysely
    .updateTable('mechanics')
    .set({ active: false })
    .where('person_id', '=', formerMechanic.id)
    .execute();
  expect(await readStats()).toMatchObject({ activeMechanics: 2 });
  const statuses = (await read<Mechanic[]>(app, admin, '/api/mechanics')).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted()).toEqual(['available', 'offline', 'on_job']);
});

test("today's revenue is what was paid on the business's current date minus refunds, to the cent", async () => {
  const customer = await makePerson(app, 'customer');
  const insertPayment = (amount: string, at: string, refunded = '0.00') =>
    app.store.kysely
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
  // The day of the DST change in spring is an hour shorter, but every payment still counts on exactly one day.
  await insertPayment('7.00', '2026-03-09T06:59:59.999Z');
  await insertPayment('8.00', '2026-03-09T07:00:00Z');
  app.clock.set(new Date('2026-03-08T20:00:00Z'));
  expect(await readStats()).toMatchObject({ todayRevenue: '7.00' });
  app.clock.set(new Date('2026-03-09T20:00:00Z'));
  expect(await readStats()).toMatchObject({ todayRevenue: '8.00' });
});

/** Inserts a completed payment. */
async function makePayment(customerId: string, amount: string, at: string): Promise<void> {
  await app.store.kysely
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

/** Inserts a job that its mechanic has completed or, with `in_progress`, only started. */
async function makeStartedJob(
  date: string,
  status: 'completed' | 'in_progress' = 'completed',
): Promise<void> {
  const { id } = await makeMechanic(app, { available: false });
  await makeAppointment(app, { date, status, mechanic_id: id });
}

/** Inserts stats as if they had been recorded in this hour. */
async function recordStatsAt(hour: string, mechanics: number, pending: number): Promise<void> {
  await sql`insert into hourly_stats (hour, active_mechanics, pending_appointments)
    values (${hour}, ${mechanics}, ${pending})`.execute(app.store.kysely);
}

const timeAt = (now: Date) => ({ now, local: toLocalTime(now, app.business.timeZone) });

test('each stat is compared with the same day last week, up to the same time of day @dashboards.stats', async () => {
  const customer = await makePerson(app, 'customer');
  const mechanics = [await makeMechanic(app), await makeMechanic(app), await makeMechanic(app)];
  const lastTuesday = '2026-02-24';
  const finishJob = (date: string) =>
    makeAppointment(app, { date, status: 'completed', mechanic_id: mechanics[1]?.id ?? '' });
  await finishJob(lastTuesday);
  for (let count = 0; count < 3; count += 1) await makeAppointment(app, { date: lastTuesday });
  app.clock.set(new Date('2026-02-24T17:40:00Z'));
  await recordHourlyStats(app.store.kysely, timeAt(app.clock.now()), new Date(0));
  // Later changes within that hour are not recorded.
  await makeAppointment(app, { date: '2026-02-20' });
  await recordHourlyStats(app.store.kysely, timeAt(app.clock.now()), new Date(0));
  await makePayment(customer.id, '40.00', '2026-02-24T16:00:00Z');
  await makePayment(customer.id, '999.00', '2026-02-24T17:50:00Z');

  app.clock.set(new Date('2026-03-03T17:40:00Z'));
  const goOffline = () =>
    app.store.kysely
      .updateTable('mechanics')
      .set({
        available: false,
        availability_set_on: toLocalTime(app.clock.now(), app.business.timeZone).date,
        availability_set_at: app.clock.now(),
      })
      .where('person_id', '=', mechanics[0]?.id ?? '')
      .execute();
  await goOffline();
  await makeAppointment(app, { date: today });
  await makePayment(customer.id, '50.00', '2026-03-03T17:00:00Z');
  expect(await readStats()).toEqual({
    todayAppointments: 1,
    activeMechanics: 2,
    todayRevenue: '50.00',
    pendingAppointments: 5,
    changes: {
      todayAppointments: { percent: -75, comparedTo: lastTuesday },
      activeMechanics: { percent: -33, comparedTo: lastTuesday },
      todayRevenue: { percent: 25, comparedTo: lastTuesday },
      pendingAppointments: { percent: 67, comparedTo: lastTuesday },
    },
  });

  // Clocks went forward in between, so the same local time last week was an hour less than 7 days ago.
  app.clock.set(new Date('2026-03-10T16:40:00Z'));
  await goOffline();
  await finishJob(today);
  await sql`update hourly_stats set hour = '2026-03-03T17:00:00Z'`.execute(app.store.kysely);
  expect((await readStats()).changes).toMatchObject({
    activeMechanics: { percent: -33, comparedTo: today },
    pendingAppointments: { percent: 67, comparedTo: today },
  });
});

describe('on a Sunday @dashboards.comparison', () => {
  const [lastSunday, friday, sunday] = ['2026-02-22', '2026-02-27', '2026-03-01'];

  beforeEach(async () => {
    app.clock.set(new Date('2026-03-01T17:40:00Z'));
    const customer = await makePerson(app, 'customer');
    await makePayment(customer.id, '200.00', '2026-02-27T17:30:00Z');
    await makePayment(customer.id, '999.00', '2026-02-27T17:50:00Z');
    await makePayment(customer.id, '50.00', '2026-03-01T17:00:00Z');
    await makePayment(customer.id, '10.00', '2026-02-22T17:00:00Z');
    await recordStatsAt('2026-02-22T17:00:00Z', 1, 1);
    await recordStatsAt('2026-02-27T17:00:00Z', 4, 2);
    await makeAppointment(app, { date: lastSunday, status: 'cancelled' });
    await makeAppointment(app, { date: '2026-02-28' });
    await makeAppointment(app, { date: sunday });
    await makeStartedJob(sunday);
    await makeStartedJob('2026-02-26');
    await makeStartedJob(friday);
    await makeStartedJob(friday, 'in_progress');
  });

  it('the stats are compared with the last day on which anybody worked, if nobody worked last Sunday', async () => {
    expect((await readStats()).changes).toEqual({
      todayAppointments: { percent: 0, comparedTo: friday },
      activeMechanics: { percent: -75, comparedTo: friday },
      todayRevenue: { percent: -75, comparedTo: friday },
      pendingAppointments: { percent: 0, comparedTo: friday },
    });
  });

  it('the stats are compared with last Sunday if somebody worked on it', async () => {
    await makeStartedJob(lastSunday);
    expect((await readStats()).changes).toEqual({
      todayAppointments: { percent: 100, comparedTo: lastSunday },
      activeMechanics: { percent: 0, comparedTo: lastSunday },
      todayRevenue: { percent: 400, comparedTo: lastSunday },
      pendingAppointments: { percent: 100, comparedTo: lastSunday },
    });
  });

  it('a stat without a value last Sunday is compared with the last day on which anybody worked', async () => {
    await makeStartedJob(lastSunday);
    await sql`delete from payments where amount = 10`.execute(app.store.kysely);
    await sql`delete from hourly_stats where hour < '2026-02-23'`.execute(app.store.kysely);
    expect((await readStats()).changes).toMatchObject({
      todayAppointments: { percent: 100, comparedTo: lastSunday },
      activeMechanics: { percent: -75, comparedTo: friday },
      todayRevenue: { percent: -75, comparedTo: friday },
      pendingAppointments: { percent: 0, comparedTo: friday },
    });
  });

  it('a stat is not compared if it has no value on either day, or if nobody worked on any past day', async () => {
    await sql`truncate hourly_stats`.execute(app.store.kysely);
    expect((await readStats()).changes).toMatchObject({
      todayAppointments: { comparedTo: friday },
      activeMechanics: null,
      pendingAppointments: null,
    });
    await sql`update appointments set status = 'cancelled' where date < ${sunday}`.execute(
      app.store.kysely,
    );
    expect((await readStats()).changes).toEqual({
      todayAppointments: null,
      activeMechanics: null,
      todayRevenue: null,
      pendingAppointments: null,
    });
  });
});

test('recorded stats that are older than the given time are deleted', async () => {
  await recordHourlyStats(app.store.kysely, timeAt(new Date('2026-01-01T10:10:00Z')), new Date(0));
  await recordHourlyStats(app.store.kysely, timeAt(testMorning), new Date('2026-01-02'));
  const { rows } = await sql<{ hour: Date }>`select hour from hourly_stats order by hour`.execute(
    app.store.kysely,
  );
  expect(rows[0]?.hour.toISOString()).not.toBe('2026-01-01T10:00:00.000Z');
});
