import { describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { prepareBookings } from '@curbwrench/testing/customer-bookings';
import { send, sortedStatuses } from '@curbwrench/testing/requests';
import type { TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let vehicleId: number;

const tomorrow = '2026-03-04';

const { book, readRows } = prepareBookings((prepared) => {
  ({ app, customer, vehicleId } = prepared);
});

describe('a vehicle that is already booked at that time', () => {
  const getRefusal = async (body: object, person = customer) => {
    const refused = await send(
      app,
      person,
      'POST',
      '/api/appointments',
      { date: tomorrow, location: JSON.stringify({ address: '5 Elm Street' }), ...body },
      { accept: 'application/problem+json' },
    );
    const { code, title } = refused.json<{ code?: string; title?: string }>();
    return [refused.statusCode, code, title];
  };

  test('can be booked again only after confirmation if the times overlap at all @booking.vehicle-overlap', async () => {
    const { serviceId } = await makeTeam(app, 3, { duration: 120 });
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

  test('must also be confirmed by the office when it books, which sees a different message', async () => {
    const advisor = await makePerson(app, 'service_advisor');
    const { serviceId } = await makeTeam(app, 2);
    await book({ serviceId });
    const body = { vehicleId, serviceId, startTime: '10:00', customerId: customer.id };
    expect((await getRefusal(body, advisor))[2]).toMatch(
      /^This 2019 Honda Civic is already booked at that time \(#\d{4,}\)\.$/,
    );
    expect((await book({ ...body, confirmOverlap: true }, advisor)).statusCode).toBe(201);
  });

  test('is free again once that appointment is completed or canceled', async () => {
    const { mechanics, serviceId } = await makeTeam(app, 2);
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
    const { serviceId } = await makeTeam(app, 4);
    const responses = await Promise.all([1, 2, 3, 4].map(() => book({ serviceId })));
    expect(sortedStatuses(responses)).toEqual([201, 409, 409, 409]);
    expect(await readRows()).toHaveLength(1);
  });
});
