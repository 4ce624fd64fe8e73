import { describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { prepareBookings } from '@curbwrench/testing/customer-bookings';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import type { TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let vehicleId: number;

const tomorrow = '2026-03-04';

const { book, readRows } = prepareBookings((prepared) => {
  ({ app, customer, vehicleId } = prepared);
});

describe('a booking', () => {
  test('gets its end time, price, terms and status from the server, even if the request contains other values @booking.server-decides', async () => {
    const { serviceId } = await makeTeam(app, 1, { price: '120.50', duration: 90 });
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
      cancellationCutoffHours: 24,
      notes: 'ring twice',
      location: JSON.stringify({ address: '5 Elm Street' }),
      payment: null,
      attention: null,
    });
    const [row] = await readRows();
    expect(row).toMatchObject({ source: 'customer', status: 'pending' });
  });

  test("holds a qualified mechanic's time without revealing whose @booking.hold", async () => {
    const { serviceId, mechanics } = await makeTeam(app, 1);
    const booked = await book({ serviceId });
    const [row] = await readRows();
    expect(row?.held_mechanic_id).toBe(mechanics[0].id);
    expect(booked.body).not.toContain(mechanics[0].id);
  });

  test('is not affected by later price changes', async () => {
    const { serviceId } = await makeTeam(app, 1, { price: '50.00' });
    const { id } = (await book({ serviceId })).json<{ id: number }>();
    const admin = await makePerson(app, 'admin');
    await send(app, admin, 'PATCH', `/api/services/${serviceId}`, { price: 999 });
    expect(await read(app, customer, `/api/appointments/${id}`)).toMatchObject({ price: '50.00' });
  });

  test('stores coordinates when given, and none otherwise @booking.address', async () => {
    const { serviceId } = await makeTeam(app, 2);
    const located = JSON.stringify({ address: '5 Elm Street', lat: 37.7793, lng: -122.4193 });
    expect((await book({ serviceId, location: located })).json()).toMatchObject({
      location: located,
      placePrecision: 'pin',
    });
    const withoutLocation = await book({ serviceId, startTime: '14:00' });
    expect(withoutLocation.json()).toMatchObject({
      location: '{"address":"5 Elm Street"}',
      placePrecision: 'unknown',
    });
    expect(await readRows()).toMatchObject([
      { latitude: 37.7793, longitude: -122.4193, place_precision: 'pin' },
      { latitude: null, longitude: null, place_precision: 'unknown' },
    ]);
  });

  test('is not flagged as possibly outside the service areas if there are none @appointments.area-unsure', async () => {
    const { serviceId } = await makeTeam(app, 1);
    await book({ serviceId });
    expect(await readRows()).toMatchObject([{ area_unsure: false }]);
  });

  test('by the office must specify the customer', async () => {
    const { serviceId } = await makeTeam(app, 2);
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

describe('booking', () => {
  test('is refused for a service that is not offered', async () => {
    const archivedServiceId = await makeService(app, { archived_at: new Date() });
    for (const serviceId of [archivedServiceId, 2_000_000_000]) {
      const refused = await book({ serviceId });
      expect([refused.statusCode, refused.body]).toEqual([400, 'Please select a service']);
    }
  });

  test('is refused for an inactive vehicle @booking.vehicle', async () => {
    const { serviceId } = await makeTeam(app, 1);
    const inactiveVehicleId = await makeVehicle(app, customer.id, { is_active: false });
    const refused = await book({ serviceId, vehicleId: inactiveVehicleId });
    expect([refused.statusCode, refused.body]).toEqual([400, 'Please select a vehicle']);
  });

  test("is refused the same way for another customer's vehicle as for a missing or removed one @booking.vehicle", async () => {
    const { serviceId } = await makeTeam(app, 1);
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
    const { serviceId } = await makeTeam(app, 1);
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

  test('is five; a sixth is accepted after one of them is confirmed @booking.open-limit', async () => {
    const { serviceId, mechanics } = await makeTeam(app, 1);
    const ids: number[] = [];
    for (const date of days) ids.push((await book({ serviceId, date })).json<{ id: number }>().id);
    const refused = await book({ serviceId, date: '2026-03-11' });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(/^You already have 5 bookings waiting for a mechanic\. .*\.$/);
    expect(await readRows()).toHaveLength(5);

    const advisor = await makePerson(app, 'service_advisor');
    await send(app, advisor, 'PATCH', `/api/appointments/${ids[0]}`, {
      mechanicId: mechanics[0].id,
      status: 'confirmed',
    });
    expect((await book({ serviceId, date: '2026-03-11' })).statusCode).toBe(201);
  });

  test('also applies to simultaneous bookings on different days @booking.open-limit', async () => {
    const { serviceId } = await makeTeam(app, 1);
    for (const date of days.slice(1)) await book({ serviceId, date });
    const responses = await Promise.all(
      ['2026-03-11', '2026-03-12', '2026-03-13'].map((date) => book({ serviceId, date })),
    );
    expect(sortedStatuses(responses)).toEqual([201, 409, 409]);
    expect(await readRows()).toHaveLength(5);
  });

  test('does not include appointments on past dates', async () => {
    const { serviceId } = await makeTeam(app, 1);
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

describe('holds', () => {
  test('are moved if that makes room for another booking @booking.hold', async () => {
    // Two mechanics can do the basic service; only one of them can do the special one.
    const basic = await makeTeam(app, 2);
    const specialServiceId = await makeService(app, { skill: `${basic.skill}-special` });
    const [first] = basic.mechanics;
    await app.store.kysely
      .updateTable('mechanics')
      .set({ skills: [basic.skill, `${basic.skill}-special`] })
      .where('person_id', '=', first.id)
      .execute();
    // The specialist's time is held, although the other mechanic is free.
    const heldId = await makeAppointment(app, {
      date: tomorrow,
      service_id: basic.serviceId,
      held_mechanic_id: first.id,
    });
    const booked = await book({ serviceId: specialServiceId });
    expect(booked.statusCode).toBe(201);
    const rows = await app.store.kysely
      .selectFrom('appointments')
      .select(['id', 'held_mechanic_id'])
      .where('id', 'in', [heldId, booked.json<{ id: number }>().id])
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.held_mechanic_id)).toEqual([basic.mechanics[1]?.id, first.id]);
  });

  test('leave specialists free for the services that only they can do', async () => {
    const basic = await makeTeam(app, 2);
    const [first, second] = basic.mechanics;
    await app.store.kysely
      .updateTable('mechanics')
      .set({ skills: [basic.skill, `${basic.skill}-special`] })
      .where('person_id', '=', first.id)
      .execute();
    await book({ serviceId: basic.serviceId });
    expect((await readRows())[0]?.held_mechanic_id).toBe(second?.id);
  });
});
