import { describe, expect, test } from 'vitest';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import {
  makeTeam,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { prepareBookings } from '@curbwrench/testing/customer-bookings';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let vehicleId: number;

const today = '2026-03-03';

const { book, readRows } = prepareBookings((prepared) => {
  ({ app, customer, vehicleId } = prepared);
});

describe('the dates and times that can be booked', () => {
  test.each([
    ['yesterday', '2026-03-02', 'That date is in the past.'],
    ['a Saturday', '2026-03-07', 'Weekends are not available.'],
    ['a Sunday', '2026-03-08', 'Weekends are not available.'],
    ['31 days ahead', '2026-04-03', 'That date is more than 30 days away.'],
  ])('do not include %s', async (_, date, message) => {
    const { serviceId } = await makeTeam(app, 1);
    const refused = await book({ serviceId, date });
    expect([refused.statusCode, refused.body]).toEqual([409, message]);
    expect(await readRows()).toEqual([]);
  });

  test('include 30 days ahead', async () => {
    const { serviceId } = await makeTeam(app, 1);
    expect((await book({ serviceId, date: '2026-04-02' })).statusCode).toBe(201);
  });

  test('are the ten hourly slots, and no other times @booking.slots', async () => {
    const { serviceId } = await makeTeam(app, 1);
    const other = await makePerson(app, 'customer');
    const othersVehicleId = await makeVehicle(app, other.id);
    const slots = ['08', '09', '10', '11', '12', '13', '14', '15', '16', '17'];
    for (const [index, hour] of slots.entries()) {
      const vehicle = index < 5 ? { vehicleId } : { vehicleId: othersVehicleId };
      const booked = await book(
        { serviceId, startTime: `${hour}:00`, ...vehicle },
        index < 5 ? customer : other,
      );
      expect([hour, booked.statusCode]).toEqual([hour, 201]);
    }
    const thirdCustomer = await makePerson(app, 'customer');
    const thirdVehicleId = await makeVehicle(app, thirdCustomer.id);
    for (const startTime of ['07:00', '18:00', '10:30', '00:00', '23:59']) {
      const refused = await book(
        { serviceId, startTime, vehicleId: thirdVehicleId },
        thirdCustomer,
      );
      expect([startTime, refused.statusCode, refused.body]).toEqual([
        startTime,
        409,
        "Please choose one of that day's time slots.",
      ]);
    }
  });

  test('start at least two hours ahead for customers, and at the next slot for the office @booking.notice', async () => {
    const { serviceId } = await makeTeam(app, 1);
    const advisor = await makePerson(app, 'service_advisor');
    const soon = { serviceId, date: today, startTime: '10:00' };
    const refused = await book(soon);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'Please book at least 2 hours ahead.',
    ]);
    const readReasons = async (person: Person | null) => {
      const slots = await read<Slot[]>(
        app,
        person,
        `/api/slots?date=${today}&serviceId=${serviceId}`,
      );
      return slots.slice(1, 4).map(({ reason }) => reason);
    };
    const tooSoon = 'Please book at least 2 hours ahead';
    expect(await readReasons(customer)).toEqual(['That time has passed', tooSoon, null]);
    expect(await readReasons(null)).toEqual(['That time has passed', tooSoon, null]);
    expect(await readReasons(advisor)).toEqual(['That time has passed', null, null]);
    expect((await book({ ...soon, startTime: '11:00' })).statusCode).toBe(201);
    const bookedByOffice = await book({ ...soon, customerId: customer.id }, advisor);
    expect(bookedByOffice.statusCode).toBe(201);
  });

  test('exclude a slot that has begun, even for the office, but not the next one', async () => {
    const { serviceId } = await makeTeam(app, 1);
    const advisor = await makePerson(app, 'service_advisor');
    const bookByOffice = (startTime: string) =>
      book({ serviceId, date: today, startTime, customerId: customer.id }, advisor);
    // testMorning is exactly 09:00, so the nine o'clock slot is just beginning.
    for (const startTime of ['08:00', '09:00']) {
      const refused = await bookByOffice(startTime);
      expect([refused.statusCode, refused.body]).toEqual([409, 'That time has passed.']);
    }
    expect((await bookByOffice('10:00')).statusCode).toBe(201);
    app.clock.set(new Date(testMorning.getTime() - 60_000));
    expect((await bookByOffice('09:00')).statusCode).toBe(201);
  });

  test("are based on today's date in the business's time zone, not the server's or UTC", async () => {
    const { serviceId } = await makeTeam(app, 1);
    // 23:30 on the 3rd in Los Angeles is the 4th in UTC.
    app.clock.set(new Date('2026-03-04T07:30:00Z'));
    expect((await book({ serviceId, date: '2026-04-02' })).statusCode).toBe(201);
    expect((await book({ serviceId, date: '2026-04-03' })).statusCode).toBe(409);
  });

  test('require jobs to end within working hours or, depending on a setting, only to start within them @booking.working-hours', async () => {
    const sevenHourTeam = await makeTeam(app, 1, { duration: 7 * 60 });
    const longerTeam = await makeTeam(app, 1, { duration: 7 * 60 + 1 });
    const refusedLate = await book({ serviceId: sevenHourTeam.serviceId, startTime: '12:00' });
    expect([refusedLate.statusCode, refusedLate.body]).toEqual([
      409,
      'This job would end after working hours.',
    ]);
    expect(
      (await book({ serviceId: sevenHourTeam.serviceId, startTime: '11:00' })).json(),
    ).toMatchObject({
      endTime: '18:00',
    });

    const lenientApp = await startApp({
      business: { jobsMustEndWithinWorkingHours: false },
      database: app.database,
      authSecret: app.authSecret,
    });
    const bookLeniently = (serviceId: number) =>
      send(lenientApp, customer, 'POST', '/api/appointments', {
        vehicleId,
        serviceId,
        date: '2026-03-05',
        startTime: '17:00',
        location: JSON.stringify({ address: '5 Elm Street' }),
      });
    expect((await bookLeniently(sevenHourTeam.serviceId)).json()).toMatchObject({
      endTime: '24:00',
    });
    const refused = await bookLeniently(longerTeam.serviceId);
    expect([refused.statusCode, refused.body]).toEqual([409, 'The job would end after midnight.']);
    await lenientApp.stop();
  });

  test('exclude holidays, and the refusal names the holiday', async () => {
    const { serviceId } = await makeTeam(app, 1);
    await app.store.kysely
      .insertInto('holidays')
      .values({ date: '2026-03-31', name: 'Cesar Chavez Day' })
      .execute();
    const refused = await book({ serviceId, date: '2026-03-31' });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'The business is closed that day: Cesar Chavez Day.',
    ]);
  });

  test('exclude times at which no one with the skill is working @services.skill', async () => {
    const { serviceId, skill, mechanics } = await makeTeam(app, 1);
    await app.store.kysely
      .insertInto('time_off')
      .values({ mechanic_id: mechanics[0].id, during: '[2026-03-04 09:30,2026-03-04 10:30)' })
      .execute();
    for (const startTime of ['09:00', '10:00']) {
      const refused = await book({ serviceId, startTime });
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        `No mechanic with the ${skill} skill is working at that time.`,
      ]);
    }
    expect((await book({ serviceId, startTime: '11:00' })).statusCode).toBe(201);
  });
});

describe('the slots of a day', () => {
  test('are available if and only if booking them is accepted @booking.same-function', async () => {
    const { serviceId, mechanics } = await makeTeam(app, 2, { duration: 150 });
    await app.store.kysely
      .insertInto('time_off')
      .values({ mechanic_id: mechanics[0].id, during: '[2026-03-05 12:00,2026-03-05 15:00)' })
      .execute();
    const readSlots = () =>
      read<Slot[]>(app, null, `/api/slots?date=2026-03-05&serviceId=${serviceId}`);
    // Booked in an order that leaves gaps too short for the service.
    for (const startTime of [
      '10:00',
      '09:00',
      '13:00',
      '17:00',
      '08:00',
      '15:00',
      '12:00',
      '16:00',
      '11:00',
      '14:00',
    ]) {
      const slot = (await readSlots()).find((each) => each.startTime === startTime);
      const person = await makePerson(app, 'customer');
      const vehicle = await makeVehicle(app, person.id);
      const booked = await book(
        { serviceId, date: '2026-03-05', startTime, vehicleId: vehicle },
        person,
      );
      expect([startTime, booked.statusCode]).toEqual([startTime, slot?.available ? 201 : 409]);
    }
    const unavailableSlots = (await readSlots()).filter(({ available }) => !available);
    expect(unavailableSlots.length).toBeGreaterThan(5);
    for (const { reason } of unavailableSlots) expect(reason).toMatch(/\w+/);
  });

  test('are unavailable, with a reason, if fully booked or past', async () => {
    const { serviceId } = await makeTeam(app, 1);
    await book({ serviceId, date: today, startTime: '11:00' });
    const slots = await read<Slot[]>(app, null, `/api/slots?date=${today}&serviceId=${serviceId}`);
    expect(slots).toHaveLength(10);
    expect(slots.slice(1, 5)).toEqual([
      { startTime: '09:00', endTime: '10:00', available: false, reason: 'That time has passed' },
      {
        startTime: '10:00',
        endTime: '11:00',
        available: false,
        reason: 'Please book at least 2 hours ahead',
      },
      { startTime: '11:00', endTime: '12:00', available: false, reason: 'Fully booked' },
      { startTime: '12:00', endTime: '13:00', available: true, reason: null },
    ]);
  });

  test('are not found for a service that is not offered', async () => {
    const archivedServiceId = await makeService(app, { archived_at: new Date() });
    for (const id of [archivedServiceId, 2_000_000_000]) {
      const response = await send(app, null, 'GET', `/api/slots?date=${today}&serviceId=${id}`);
      expect([response.statusCode, response.body]).toEqual([404, 'Service not found.']);
    }
  });
});
