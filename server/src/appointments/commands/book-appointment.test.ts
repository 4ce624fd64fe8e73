import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import {
  makeAppointment,
  makeCrew,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { type TestResponse, read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let vehicleId: number;

const today = '2026-03-03';
const tomorrow = '2026-03-04';

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  customer = await makePerson(app, 'customer');
  vehicleId = await makeVehicle(app, customer.id);
});

/** Books for tomorrow at ten, by default as the test's customer. `details` override fields of the request. */
function book(details: object, by: Person = customer): Promise<TestResponse> {
  return send(app, by, 'POST', '/api/appointments', {
    vehicleId,
    date: tomorrow,
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
    ...details,
  });
}

async function readRows(customerId = customer.id) {
  return app.store.kysely
    .selectFrom('appointments')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
}

describe('a booking', () => {
  test('gets its end time, price, terms and status from the server, even if the request contains others @booking.server-decides', async () => {
    const { serviceId } = await makeCrew(app, 1, { price: '120.50', duration: 90 });
    const booked = await book({
      serviceId,
      endTime: '23:59',
      price: '0.01',
      status: 'completed',
      mechanicId: 'someone',
      customerId: 'someone-else',
      id: 7,
      notes: '  ring twice ',
    });
    expect(booked.statusCode).toBe(201);
    expect(booked.json()).toMatchObject({
      customerId: customer.id,
      serviceId,
      vehicleId,
      mechanicId: null,
      mechanic: null,
      date: tomorrow,
      startTime: '10:00',
      endTime: '11:30',
      price: '120.50',
      status: 'pending',
      cancellationNoticeHours: 24,
      notes: 'ring twice',
      location: JSON.stringify({ address: '5 Elm Street' }),
      payment: null,
      attention: null,
    });
    const [row] = await readRows();
    expect(row).toMatchObject({ source: 'customer', status: 'pending' });
  });

  test("holds a qualified mechanic's time without revealing whose @booking.hold", async () => {
    const { serviceId, mechanics } = await makeCrew(app, 1);
    const booked = await book({ serviceId });
    const [row] = await readRows();
    expect(row?.hold_mechanic_id).toBe(mechanics[0].id);
    expect(booked.body).not.toContain(mechanics[0].id);
  });

  test('is not affected by later price changes', async () => {
    const { serviceId } = await makeCrew(app, 1, { price: '50.00' });
    const { id } = (await book({ serviceId })).json<{ id: number }>();
    const admin = await makePerson(app, 'admin');
    await send(app, admin, 'PATCH', `/api/services/${serviceId}`, { price: 999 });
    expect(await read(app, customer, `/api/appointments/${id}`)).toMatchObject({ price: '50.00' });
  });

  test('stores coordinates when given, and none otherwise @booking.address', async () => {
    const { serviceId } = await makeCrew(app, 2);
    const located = JSON.stringify({ address: '5 Elm Street', lat: 37.7793, lng: -122.4193 });
    expect((await book({ serviceId, location: located })).json()).toMatchObject({
      location: located,
      placePrecision: 'pin',
    });
    const unlocated = await book({ serviceId, startTime: '14:00' });
    expect(unlocated.json()).toMatchObject({
      location: '{"address":"5 Elm Street"}',
      placePrecision: 'unknown',
    });
    expect(await readRows()).toMatchObject([
      { latitude: 37.7793, longitude: -122.4193, place_precision: 'pin' },
      { latitude: null, longitude: null, place_precision: 'unknown' },
    ]);
  });

  test('is not flagged as possibly outside the service areas if there are none @appointments.area-unsure', async () => {
    const { serviceId } = await makeCrew(app, 1);
    await book({ serviceId });
    expect(await readRows()).toMatchObject([{ area_unsure: false }]);
  });

  test('must name the customer if dispatch makes it', async () => {
    const { serviceId } = await makeCrew(app, 2);
    for (const [role, startTime] of [
      ['service_advisor', '10:00'],
      ['admin', '12:00'],
    ] as const) {
      const staff = await makePerson(app, role);
      const unnamed = await book({ serviceId }, staff);
      expect([unnamed.statusCode, unnamed.body]).toEqual([400, 'Please select a customer']);
      const forStaff = await book({ serviceId, customerId: staff.id }, staff);
      expect([forStaff.statusCode, forStaff.body]).toEqual([400, 'Please select a customer']);
      const booked = await book({ serviceId, startTime, customerId: customer.id }, staff);
      expect(booked.json()).toMatchObject({ customerId: customer.id, status: 'pending' });
    }
    expect((await readRows()).map(({ source }) => source)).toEqual(['office', 'office']);
  });
});

describe('the dates and times that can be booked', () => {
  test.each([
    ['yesterday', '2026-03-02', 'That date is in the past.'],
    ['a Saturday', '2026-03-07', 'Weekends are not available.'],
    ['a Sunday', '2026-03-08', 'Weekends are not available.'],
    ['31 days ahead', '2026-04-03', 'That date is more than 30 days ahead.'],
  ])('do not include %s', async (_, date, message) => {
    const { serviceId } = await makeCrew(app, 1);
    const refused = await book({ serviceId, date });
    expect([refused.statusCode, refused.body]).toEqual([409, message]);
    expect(await readRows()).toEqual([]);
  });

  test('include 30 days ahead', async () => {
    const { serviceId } = await makeCrew(app, 1);
    expect((await book({ serviceId, date: '2026-04-02' })).statusCode).toBe(201);
  });

  test('are the ten hourly slots, and no other times @booking.slots', async () => {
    const { serviceId } = await makeCrew(app, 1);
    const other = await makePerson(app, 'customer');
    const othersVehicleId = await makeVehicle(app, other.id);
    const slots = ['08', '09', '10', '11', '12', '13', '14', '15', '16', '17'];
    for (const [index, hour] of slots.entries()) {
      const by = index < 5 ? { vehicleId } : { vehicleId: othersVehicleId };
      const booked = await book(
        { serviceId, startTime: `${hour}:00`, ...by },
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

  test('start at least two hours ahead for customers, and at the next slot for dispatch @booking.notice', async () => {
    const { serviceId } = await makeCrew(app, 1);
    const advisor = await makePerson(app, 'service_advisor');
    const soon = { serviceId, date: today, startTime: '10:00' };
    const refused = await book(soon);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'Please book at least 2 hours ahead.',
    ]);
    const readReasons = async (by: Person | null) => {
      const slots = await read<Slot[]>(app, by, `/api/slots?date=${today}&serviceId=${serviceId}`);
      return slots.slice(1, 4).map(({ reason }) => reason);
    };
    const tooSoon = 'Please book at least 2 hours ahead';
    expect(await readReasons(customer)).toEqual(['That time has passed', tooSoon, null]);
    expect(await readReasons(null)).toEqual(['That time has passed', tooSoon, null]);
    expect(await readReasons(advisor)).toEqual(['That time has passed', null, null]);
    expect((await book({ ...soon, startTime: '11:00' })).statusCode).toBe(201);
    const bookedByDispatch = await book({ ...soon, customerId: customer.id }, advisor);
    expect(bookedByDispatch.statusCode).toBe(201);
  });

  test('exclude a slot that has begun, even for dispatch, but not the next one', async () => {
    const { serviceId } = await makeCrew(app, 1);
    const advisor = await makePerson(app, 'service_advisor');
    const bookByDispatch = (startTime: string) =>
      book({ serviceId, date: today, startTime, customerId: customer.id }, advisor);
    // testMorning is exactly 09:00, so the nine o'clock slot is just beginning.
    for (const startTime of ['08:00', '09:00']) {
      const refused = await bookByDispatch(startTime);
      expect([refused.statusCode, refused.body]).toEqual([409, 'That time has passed.']);
    }
    expect((await bookByDispatch('10:00')).statusCode).toBe(201);
    app.clock.set(new Date(testMorning.getTime() - 60_000));
    expect((await bookByDispatch('09:00')).statusCode).toBe(201);
  });

  test("are based on today's date in the business's time zone, not the server's or UTC", async () => {
    const { serviceId } = await makeCrew(app, 1);
    // 23:30 on the 3rd in Los Angeles is the 4th in UTC.
    app.clock.set(new Date('2026-03-04T07:30:00Z'));
    expect((await book({ serviceId, date: '2026-04-02' })).statusCode).toBe(201);
    expect((await book({ serviceId, date: '2026-04-03' })).statusCode).toBe(409);
  });

  test('require jobs to end within working hours or, depending on a setting, only to start within them @booking.working-hours', async () => {
    const sevenHourCrew = await makeCrew(app, 1, { duration: 7 * 60 });
    const longerCrew = await makeCrew(app, 1, { duration: 7 * 60 + 1 });
    const refusedLate = await book({ serviceId: sevenHourCrew.serviceId, startTime: '12:00' });
    expect([refusedLate.statusCode, refusedLate.body]).toEqual([
      409,
      'This job would end after working hours.',
    ]);
    expect(
      (await book({ serviceId: sevenHourCrew.serviceId, startTime: '11:00' })).json(),
    ).toMatchObject({
      endTime: '18:00',
    });

    const lenientApp = await startApp({
      business: { jobsEndWithinHours: false },
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
    expect((await bookLeniently(sevenHourCrew.serviceId)).json()).toMatchObject({
      endTime: '24:00',
    });
    const refused = await bookLeniently(longerCrew.serviceId);
    expect([refused.statusCode, refused.body]).toEqual([409, 'The job would end after midnight.']);
    await lenientApp.stop();
  });

  test('exclude holidays, and the refusal names the holiday', async () => {
    const { serviceId } = await makeCrew(app, 1);
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
    const { serviceId, skill, mechanics } = await makeCrew(app, 1);
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

describe('booking', () => {
  test('is refused for a service that is not offered', async () => {
    const archivedServiceId = await makeService(app, { archived_at: new Date() });
    for (const serviceId of [archivedServiceId, 2_000_000_000]) {
      const refused = await book({ serviceId });
      expect([refused.statusCode, refused.body]).toEqual([400, 'Please select a service']);
    }
  });

  test('is refused for an inactive vehicle @booking.vehicle', async () => {
    const { serviceId } = await makeCrew(app, 1);
    const inactiveVehicleId = await makeVehicle(app, customer.id, { is_active: false });
    const refused = await book({ serviceId, vehicleId: inactiveVehicleId });
    expect([refused.statusCode, refused.body]).toEqual([400, 'Please select a vehicle']);
  });

  test("is refused the same way for another customer's vehicle as for a missing or removed one @booking.vehicle", async () => {
    const { serviceId } = await makeCrew(app, 1);
    const othersVehicleId = await makeVehicle(app, (await makePerson(app, 'customer')).id);
    const removedVehicleId = await makeVehicle(app, customer.id, { archived_at: new Date() });
    for (const vehicle of [othersVehicleId, removedVehicleId, 2_000_000_000]) {
      const refused = await book({ serviceId, vehicleId: vehicle });
      expect([refused.statusCode, refused.body]).toEqual([400, 'Please select a vehicle']);
    }
    const advisor = await makePerson(app, 'service_advisor');
    const refused = await book(
      { serviceId, vehicleId: othersVehicleId, customerId: customer.id },
      advisor,
    );
    expect([refused.statusCode, refused.body]).toEqual([400, 'Please select a vehicle']);
    expect(await readRows()).toEqual([]);
  });

  test.each([
    ['vehicleId', 'Please select a vehicle'],
    ['serviceId', 'Please select a service'],
    ['date', 'Please select a date'],
    ['startTime', 'Please select a time'],
    ['location', 'Please provide your location'],
  ])('is refused without %s, and the refusal names the field', async (field, message) => {
    const { serviceId } = await makeCrew(app, 1);
    const refused = await send(
      app,
      customer,
      'POST',
      '/api/appointments',
      {
        vehicleId,
        serviceId,
        date: tomorrow,
        startTime: '10:00',
        location: JSON.stringify({ address: '5 Elm Street' }),
        [field]: undefined,
      },
      { accept: 'application/problem+json' },
    );
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ title: message, fields: { [field]: message } });
  });
});

describe("the limit on a customer's pending appointments", () => {
  const days = ['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10'];

  test('is five; a sixth is accepted once one of them is confirmed @booking.open-limit', async () => {
    const { serviceId, mechanics } = await makeCrew(app, 1);
    const ids: number[] = [];
    for (const date of days) ids.push((await book({ serviceId, date })).json<{ id: number }>().id);
    const refused = await book({ serviceId, date: '2026-03-11' });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(/^5 bookings are already waiting for a mechanic; .*\.$/);
    expect(await readRows()).toHaveLength(5);

    const advisor = await makePerson(app, 'service_advisor');
    await send(app, advisor, 'PATCH', `/api/appointments/${ids[0]}`, {
      mechanicId: mechanics[0].id,
      status: 'confirmed',
    });
    expect((await book({ serviceId, date: '2026-03-11' })).statusCode).toBe(201);
  });

  test('also applies to simultaneous bookings on different days @booking.open-limit', async () => {
    const { serviceId } = await makeCrew(app, 1);
    for (const date of days.slice(1)) await book({ serviceId, date });
    const responses = await Promise.all(
      ['2026-03-11', '2026-03-12', '2026-03-13'].map((date) => book({ serviceId, date })),
    );
    expect(sortedStatuses(responses)).toEqual([201, 409, 409]);
    expect(await readRows()).toHaveLength(5);
  });

  test('does not include appointments on past dates', async () => {
    const { serviceId } = await makeCrew(app, 1);
    for (const start of ['08:00', '09:00', '10:00', '11:00', '12:00']) {
      await makeAppointment(app, {
        date: '2026-03-02',
        start_time: start,
        end_time: start,
        customer_id: customer.id,
        vehicle_id: vehicleId,
        service_id: serviceId,
      });
    }
    expect((await book({ serviceId })).statusCode).toBe(201);
  });
});

describe('the slots of a day', () => {
  test('are available if and only if booking them is accepted @booking.same-function', async () => {
    const { serviceId, mechanics } = await makeCrew(app, 2, { duration: 150 });
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
    const { serviceId } = await makeCrew(app, 1);
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
      expect([response.statusCode, response.body]).toEqual([404, 'There is no such service.']);
    }
  });
});

describe('a vehicle that is already booked at that time', () => {
  const getRefusal = async (body: object, by = customer) => {
    const refused = await send(
      app,
      by,
      'POST',
      '/api/appointments',
      { date: tomorrow, location: JSON.stringify({ address: '5 Elm Street' }), ...body },
      { accept: 'application/problem+json' },
    );
    const { code, title } = refused.json<{ code?: string; title?: string }>();
    return [refused.statusCode, code, title];
  };

  test('can be booked again only after confirmation if the times overlap at all @booking.vehicle-overlap', async () => {
    const { serviceId } = await makeCrew(app, 3, { duration: 120 });
    const first = (await book({ serviceId })).json<{ id: number }>();
    const firstNumber = `#${String(first.id).padStart(4, '0')}`;
    const expectedRefusal = [
      409,
      'vehicle_already_booked',
      `Your 2019 Honda Civic is already booked at that time (${firstNumber}).`,
    ];
    for (const startTime of ['09:00', '10:00', '11:00']) {
      expect(await getRefusal({ vehicleId, serviceId, startTime })).toEqual(expectedRefusal);
    }
    expect(
      await getRefusal({ vehicleId, serviceId, startTime: '10:00', confirmOverlap: false }),
    ).toEqual(expectedRefusal);
    const other = await makeVehicle(app, customer.id);
    expect((await book({ serviceId, vehicleId: other })).statusCode).toBe(201);
    for (const startTime of ['08:00', '12:00']) {
      expect((await book({ serviceId, startTime })).statusCode).toBe(201);
    }
    expect((await book({ serviceId, confirmOverlap: true })).statusCode).toBe(201);
  });

  test('is also refused for dispatch, with a different message', async () => {
    const advisor = await makePerson(app, 'service_advisor');
    const { serviceId } = await makeCrew(app, 2);
    await book({ serviceId });
    const body = { vehicleId, serviceId, startTime: '10:00', customerId: customer.id };
    expect((await getRefusal(body, advisor))[2]).toMatch(
      /^This 2019 Honda Civic is already booked at that time \(#\d{4,}\)\.$/,
    );
    expect((await book({ ...body, confirmOverlap: true }, advisor)).statusCode).toBe(201);
  });

  test('is free again once that appointment is completed or canceled', async () => {
    const { mechanics, serviceId } = await makeCrew(app, 2);
    for (const status of ['cancelled', 'completed'] as const) {
      await makeAppointment(app, {
        customer_id: customer.id,
        vehicle_id: vehicleId,
        date: tomorrow,
        start_time: '10:00',
        end_time: '11:00',
        status,
        mechanic_id: mechanics[0].id,
      });
    }
    expect((await book({ serviceId })).statusCode).toBe(201);
  });

  test('can be booked by only one of several simultaneous requests without confirmation', async () => {
    const { serviceId } = await makeCrew(app, 4);
    const responses = await Promise.all([1, 2, 3, 4].map(() => book({ serviceId })));
    expect(sortedStatuses(responses)).toEqual([201, 409, 409, 409]);
    expect(await readRows()).toHaveLength(1);
  });
});

describe('holds', () => {
  test('are moved if that makes room for another booking @booking.hold', async () => {
    // Two mechanics can do the basic service; only one of them can do the special one.
    const basic = await makeCrew(app, 2);
    const specialServiceId = await makeService(app, { skill: `${basic.skill}-special` });
    const [first] = basic.mechanics;
    await app.store.kysely
      .updateTable('mechanics')
      .set({ skills: [basic.skill, `${basic.skill}-special`] })
      .where('person_id', '=', first.id)
      .execute();
    // The specialist is held, although the other mechanic is free.
    const heldId = await makeAppointment(app, {
      date: tomorrow,
      service_id: basic.serviceId,
      hold_mechanic_id: first.id,
    });
    const booked = await book({ serviceId: specialServiceId });
    expect(booked.statusCode).toBe(201);
    const rows = await app.store.kysely
      .selectFrom('appointments')
      .select(['id', 'hold_mechanic_id'])
      .where('id', 'in', [heldId, booked.json<{ id: number }>().id])
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.hold_mechanic_id)).toEqual([basic.mechanics[1]?.id, first.id]);
  });

  test('leave specialists free for the services that only they can do', async () => {
    const basic = await makeCrew(app, 2);
    const [first, second] = basic.mechanics;
    await app.store.kysely
      .updateTable('mechanics')
      .set({ skills: [basic.skill, `${basic.skill}-special`] })
      .where('person_id', '=', first.id)
      .execute();
    await book({ serviceId: basic.serviceId });
    expect((await readRows())[0]?.hold_mechanic_id).toBe(second?.id);
  });
});
