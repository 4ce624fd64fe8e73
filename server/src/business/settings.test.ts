import type { BusinessSettingsReply } from '@curbwrench/contract/business/schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makeService,
  makeServiceArea,
  makeVehicle,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { reopen } from '@curbwrench/testing/database';
import { deleteEveryone } from '@curbwrench/testing/delete-everyone';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, testBusiness, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';
import { updateBusiness } from './business-changes.ts';

let app: TestApp;
let admin: Person;
let advisor: Person;
let customer: Person;
let vehicleId: number;
let team: Team;

const thursday = '2026-03-05';
const saturday = '2026-03-07';
const hours = { opens: '08:00', closes: '18:00' };
const withSaturdays = [
  null,
  hours,
  hours,
  hours,
  hours,
  hours,
  { opens: '09:00', closes: '12:00' },
];

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  await deleteEveryone(app.store);
  await sql`delete from service_areas`.execute(app.store.kysely);
  await updateBusiness(app.store.kysely, testBusiness);
  admin = await makePerson(app, 'admin');
  advisor = await makePerson(app, 'service_advisor');
  customer = await makePerson(app, 'customer');
  vehicleId = await makeVehicle(app, customer.id);
  team = await makeTeam(app, 1);
});

const readSettings = (targetApp = app) =>
  read<BusinessSettingsReply>(targetApp, admin, '/api/business/settings');

/** Saves the current settings with the given changes. */
async function save(changes: object) {
  const settings = await readSettings();
  return send(app, admin, 'PATCH', '/api/business/settings', { ...settings, ...changes });
}

async function saveSuccessfully(changes: object): Promise<void> {
  const saved = await save(changes);
  expect([saved.statusCode, saved.body]).toEqual([200, expect.anything()]);
}

const readSlots = (date: string, viewer: Person | null = customer, targetApp = app) =>
  read<Slot[]>(targetApp, viewer, `/api/slots?date=${date}&serviceId=${team.serviceId}`);

function book(
  actor: Person,
  date: string,
  startTime: string,
  details: object = {},
  targetApp = app,
) {
  return send(targetApp, actor, 'POST', '/api/appointments', {
    vehicleId,
    serviceId: team.serviceId,
    date,
    startTime,
    location: JSON.stringify({ address: '5 Elm Street' }),
    ...(actor !== customer && { customerId: customer.id }),
    confirmOverlap: true,
    ...details,
  });
}

const addWorkingHours = (weekday: number, starts = '08:00', ends = '18:00') =>
  app.store.kysely
    .insertInto('working_hours')
    .values({ mechanic_id: team.mechanics[0].id, weekday, starts, ends })
    .execute();

describe('the settings', () => {
  test('come from the environment at the first start, and later starts do not change them @business.first-values', async () => {
    expect(await readSettings()).toMatchObject({ ...testBusiness, isTimeZoneFixed: false });
    await saveSuccessfully({ name: 'Moss & Sons' });
    const restartedApp = await startApp({ database: app.database, authSecret: app.authSecret });
    expect(await readSettings(restartedApp)).toMatchObject({ name: 'Moss & Sons' });
    await restartedApp.stop();
  });

  test('are public if customers need them, and changes are recorded in the audit trail @business.save', async () => {
    await saveSuccessfully({ name: 'Moss & Sons', windowDays: 14 });
    expect(await read(app, null, '/api/business')).toMatchObject({
      name: 'Moss & Sons',
      bookingRules: { windowDays: 14 },
    });
    await waitFor(async () => {
      const trail = await read<object[]>(app, admin, '/api/audit?subject=business&limit=1');
      expect(trail).toMatchObject([
        {
          action: 'changed',
          actor: { id: admin.id },
          changes: expect.arrayContaining([
            expect.objectContaining({ field: 'name', before: 'Curbwrench', after: 'Moss & Sons' }),
          ]) as unknown,
        },
      ]);
    });
  });

  test('are saved by only one of two admins who edit the same version; the other is refused @business.version', async () => {
    const settings = await readSettings();
    const saved = await Promise.all(
      ['Moss', 'Sons'].map((name) =>
        send(app, admin, 'PATCH', '/api/business/settings', { ...settings, name }),
      ),
    );
    expect(sortedStatuses(saved)).toEqual([200, 409]);
    const refused = saved.find(({ statusCode }) => statusCode === 409);
    expect(refused?.body).toMatch(/^Someone else has changed the settings\./);
    expect((await readSettings()).version).toBe(settings.version + 1);
  });

  test.each([
    [{ name: ' ' }, 'Please enter the business name'],
    [{ timeZone: 'Mars/Olympus' }, 'Please enter a time zone, such as America/Los_Angeles'],
    [{ timeZone: '+02:00' }, 'Please enter a time zone, such as America/Los_Angeles'],
    [{ slotIntervalMinutes: 20 }, 'Please choose 60, 30, or 15 minutes'],
    [{ windowDays: 366 }, 'The number of days must be a whole number from 1 to 365'],
    [{ bufferMinutes: -1 }, 'The buffer must be a whole number from 0 to 240'],
    [
      { businessHours: Array.from({ length: 7 }, () => null) },
      'Please enter hours for at least one day',
    ],
    [
      { businessHours: [null, { opens: '18:00', closes: '08:00' }, null, null, null, null, null] },
      'The closing time must be after the opening time',
    ],
    [
      { businessHours: [null, { opens: '08:00', closes: '25:00' }, null, null, null, null, null] },
      'Please enter a time of day',
    ],
  ])(
    '%j are refused with an error message and change nothing @business.save',
    async (change, message) => {
      const before = await readSettings();
      const refused = await save(change);
      expect([refused.statusCode, refused.body]).toEqual([400, message]);
      expect(await readSettings()).toEqual(before);
    },
  );

  test('refuse a new time zone after the first appointment, and a new currency after the first payment @business.fixed', async () => {
    await saveSuccessfully({ timeZone: 'America/Denver', currency: 'CAD' });
    await saveSuccessfully({ timeZone: testBusiness.timeZone, currency: 'USD' });
    const id = await makeAppointment(app, { customer_id: customer.id, date: thursday });
    const zoneChange = await save({ timeZone: 'America/Denver' });
    expect([zoneChange.statusCode, zoneChange.body]).toEqual([
      409,
      "The time zone can't be changed once there are appointments.",
    ]);
    await saveSuccessfully({ currency: 'CAD' });
    await sql`insert into payments (customer_id, appointment_id, amount, status, created_at)
      values (${customer.id}, ${id}, 10, 'pending', now())`.execute(app.store.kysely);
    expect((await save({ currency: 'USD' })).body).toBe(
      "The currency can't be changed once there are payments.",
    );
  });
});

describe('with two servers on one database', () => {
  test('settings saved on one immediately apply on the other @business.processes', async () => {
    const database = await reopen(app.database);
    const otherApp = await startApp({ database, authSecret: app.authSecret });
    await saveSuccessfully({ name: 'Moss & Sons', slotIntervalMinutes: 30, windowDays: 14 });
    expect(
      (await readSlots(thursday, customer, otherApp)).map(({ startTime }) => startTime),
    ).toContain('08:30');
    expect((await book(customer, thursday, '08:30', {}, otherApp)).statusCode).toBe(201);
    expect((await book(customer, '2026-03-18', '09:00', {}, otherApp)).statusCode).toBe(409);
    expect(await read(otherApp, null, '/api/business')).toMatchObject({ name: 'Moss & Sons' });
    await otherApp.stop();
    await database.drop();
  });
});

describe('booking rules', () => {
  test('can allow Saturdays, with slots within business hours while a mechanic is working @business.hours', async () => {
    expect((await book(customer, saturday, '10:00')).body).toBe('Weekends are not available.');
    await saveSuccessfully({ businessHours: withSaturdays });
    expect((await book(customer, saturday, '10:00')).body).toMatch(/ is working at that time\.$/);
    await addWorkingHours(6);
    expect((await readSlots(saturday)).map(({ startTime }) => startTime)).toEqual([
      '09:00',
      '10:00',
      '11:00',
    ]);
    expect((await book(customer, saturday, '12:00')).body).toBe(
      "Please choose one of that day's time slots.",
    );
    expect((await book(customer, saturday, '10:00')).statusCode).toBe(201);
  });

  test('set the interval between start times @business.starts', async () => {
    expect((await book(customer, thursday, '08:30')).statusCode).toBe(409);
    await saveSuccessfully({ slotIntervalMinutes: 30 });
    expect(await readSlots(thursday)).toHaveLength(20);
    expect((await book(customer, thursday, '08:30')).statusCode).toBe(201);
  });

  test('set how far ahead customers can book, and the minimum notice @business.window @business.notice', async () => {
    await saveSuccessfully({ windowDays: 1, noticeHours: 24 });
    expect((await book(customer, thursday, '10:00')).body).toBe(
      'That date is more than 1 day away.',
    );
    expect((await book(customer, '2026-03-04', '08:00')).body).toBe(
      'Please book at least 24 hours ahead.',
    );
    expect((await book(customer, '2026-03-04', '09:00')).statusCode).toBe(201);
  });

  test('leave a buffer after each job, which the database also enforces @business.buffer', async () => {
    await saveSuccessfully({ slotIntervalMinutes: 30, bufferMinutes: 30 });
    const { endTime } = (await book(customer, thursday, '10:00')).json<{ endTime: string }>();
    const listAvailableTimes = async () =>
      (await readSlots(thursday))
        .filter(({ available }) => available)
        .map((slot) => slot.startTime);
    expect(endTime).toBe('11:00');
    expect(await listAvailableTimes()).not.toContain('11:00');
    expect(await listAvailableTimes()).toContain('11:30');
    // A job before 10:00 needs its own buffer.
    expect(await listAvailableTimes()).not.toContain('09:00');
    expect(await listAvailableTimes()).toContain('08:30');
    const hold = { held_mechanic_id: team.mechanics[0].id, service_id: team.serviceId };
    const insert = makeAppointment(app, {
      ...hold,
      customer_id: customer.id,
      vehicle_id: vehicleId,
      date: thursday,
      start_time: '11:00',
      end_time: '11:30',
    });
    await expect(insert).rejects.toThrow('appointments_no_overlap');
    // A booked appointment keeps its buffer.
    await saveSuccessfully({ bufferMinutes: 0 });
    expect(await listAvailableTimes()).not.toContain('11:00');
    expect(await listAvailableTimes()).toContain('09:00');
  });

  test('set whether a job must end within working hours, and how many open bookings a customer can have @business.limits', async () => {
    const serviceId = await makeService(app, { duration: 120 });
    expect((await book(customer, thursday, '17:00', { serviceId })).statusCode).toBe(409);
    await saveSuccessfully({
      jobsMustEndWithinWorkingHours: false,
      maxOpenBookings: 1,
      cancellationCutoffHours: 4,
    });
    const booked = await book(customer, thursday, '17:00', { serviceId });
    expect([booked.statusCode, booked.json()]).toMatchObject([201, { cancellationCutoffHours: 4 }]);
    expect((await book(customer, thursday, '09:00')).statusCode).toBe(409);
  });

  test('set whether an address outside the service areas can be booked; the office sees a warning on such bookings @business.outside-areas', async () => {
    await makeServiceArea(app, ['94133']);
    const location = JSON.stringify({ address: '5 Elm Street, New York, NY 10001' });
    expect((await book(customer, thursday, '09:00', { location })).statusCode).toBe(400);
    await saveSuccessfully({ outsideAreaPolicy: 'warn' });
    await waitFor(async () => {
      const booked = await book(customer, thursday, '09:00', { location });
      expect(booked.statusCode).toBe(201);
    });
    expect(await read(app, advisor, '/api/appointments')).toMatchObject([
      { isAreaUncertain: true },
    ]);
  });

  test('do not affect booked appointments, but a warning states how many are outside the new rules @business.booked', async () => {
    const dates = [thursday, thursday, '2026-03-06', '2026-03-04'];
    for (const [index, date] of dates.entries()) {
      const times = { start_time: `${10 + index}:00`, end_time: `${11 + index}:00` };
      await makeAppointment(app, { customer_id: customer.id, date, ...times });
    }
    await makeAppointment(app, { customer_id: customer.id, date: thursday, status: 'cancelled' });
    // Not counted: the office booked it between slots, so it was never within the rules.
    await makeAppointment(app, { customer_id: customer.id, date: thursday, start_time: '10:15' });
    const closedOnThursdays = [null, hours, hours, hours, null, hours, null];
    const unconfirmed = await save({ businessHours: closedOnThursdays, name: 'Moss & Sons' });
    expect([unconfirmed.statusCode, unconfirmed.body]).toEqual([
      409,
      "2 upcoming appointments are outside the new booking rules. These appointments won't change.",
    ]);
    expect((await readSettings()).name).toBe('Curbwrench');
    await saveSuccessfully({ businessHours: closedOnThursdays, confirmOutside: true });
    expect(await read<object[]>(app, admin, `/api/appointments?date=${thursday}`)).toHaveLength(4);
    await saveSuccessfully({ name: 'Moss & Sons' });
  });
});

describe('the office', () => {
  test('books on any quarter hour within working hours, on any day of the week @business.office', async () => {
    const booked = await book(advisor, thursday, '10:15');
    expect([booked.statusCode, booked.json()]).toMatchObject([201, { startTime: '10:15' }]);
    expect((await book(customer, thursday, '12:15')).statusCode).toBe(409);
    expect((await book(advisor, thursday, '12:10')).body).toBe(
      'Please choose a time on the quarter hour.',
    );
    await addWorkingHours(0);
    expect((await book(advisor, '2026-06-07', '08:15')).statusCode).toBe(201);
  });

  test('books outside working hours only after confirming, and can then assign the job @business.outside-hours', async () => {
    const refused = await book(advisor, saturday, '07:15');
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      `No mechanic with the ${team.skill} skill is working at that time.`,
    ]);
    const byCustomer = await book(customer, saturday, '08:00', { confirmOutsideHours: true });
    expect(byCustomer.statusCode).toBe(409);
    const confirmed = await book(advisor, saturday, '07:15', { confirmOutsideHours: true });
    const { id } = confirmed.json<{ id: number }>();
    expect([confirmed.statusCode, confirmed.json()]).toMatchObject([201, { attention: null }]);
    // The only mechanic is held for this booking, so nobody is left for a second one at that time.
    const second = await book(advisor, saturday, '07:30', { confirmOutsideHours: true });
    expect(second.statusCode).toBe(409);
    const assigned = await send(app, advisor, 'PATCH', `/api/appointments/${id}`, {
      mechanicId: team.mechanics[0].id,
      status: 'confirmed',
    });
    expect(assigned.statusCode).toBe(200);
    const late = { date: thursday, startTime: '17:15' };
    const change = (confirm: object) =>
      send(app, advisor, 'PATCH', `/api/appointments/${id}`, { ...late, ...confirm });
    expect((await change({})).body).toBe('This job would end after working hours.');
    const rescheduled = await change({ confirmOutsideHours: true });
    expect(rescheduled.json()).toMatchObject({
      startTime: '17:15',
      mechanicId: team.mechanics[0].id,
    });
  });

  test('sees which slots it can book with a confirmation; customers do not @business.outside-hours', async () => {
    const [firstSlot] = await readSlots(saturday, advisor);
    expect(firstSlot).toMatchObject({ available: false, needsConfirmation: true });
    expect((await readSlots(saturday))[0]).not.toHaveProperty('needsConfirmation');
  });
});
