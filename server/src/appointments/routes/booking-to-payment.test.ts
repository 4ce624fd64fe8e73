import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMechanic, makePerson, makeService, makeVehicle } from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('a booking is assigned by the office, completed by its mechanic, and ends with a pending payment', async () => {
  const customer = await makePerson(app, 'customer');
  const advisor = await makePerson(app, 'service_advisor');
  const mechanic = await makeMechanic(app);
  const serviceId = await makeService(app, { price: '120.50', duration: 90 });
  const vehicleId = await makeVehicle(app, customer.id);
  const send = (
    person: { headers: { cookie: string } },
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    payload?: object,
  ) => app.server.inject({ method, url, headers: person.headers, ...(payload && { payload }) });

  const booked = await send(customer, 'POST', '/api/appointments', {
    vehicleId,
    serviceId,
    date: '2026-03-03',
    startTime: '13:00',
    // Ignored: the services determine the end.
    endTime: '23:59',
    notes: '',
    location: JSON.stringify({ address: '5 Elm Street' }),
  });
  expect(booked.body).toContain('"status":"pending"');
  expect(booked.statusCode).toBe(201);
  expect(booked.json()).toMatchObject({ endTime: '14:30', mechanicId: null, price: '120.50' });
  const { id } = booked.json<{ id: number }>();

  const assigned = await send(advisor, 'PATCH', `/api/appointments/${id}`, {
    mechanicId: mechanic.id,
    status: 'confirmed',
  });
  expect(assigned.json()).toMatchObject({ status: 'confirmed', mechanicId: mechanic.id });

  for (const status of ['in_progress', 'completed']) {
    const changed = await send(mechanic, 'PATCH', `/api/appointments/${id}`, { status });
    expect(changed.json()).toMatchObject({ status });
  }

  const finalResponse = await send(customer, 'GET', `/api/appointments/${id}`);
  expect(finalResponse.json()).toMatchObject({
    status: 'completed',
    payment: { status: 'pending', amount: '120.50' },
  });
  const counts = await send(advisor, 'GET', '/api/appointments/counts');
  expect(counts.json()).toMatchObject({ completed: 1, pending: 0, confirmed: 0 });
});
