import { expect, request, type APIRequestContext } from '@playwright/test';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import { test, today } from './sandbox.ts';

test('a booking becomes a completed job through HTTP requests alone', async ({ sandbox }) => {
  const signIn = (account: DemoAccount) => openDemoSession(sandbox.app.url, account);
  const customer = await signIn('customer');
  const advisor = await signIn('advisor');
  const mechanic = await signIn('mechanic');
  const admin = await signIn('admin');
  const before = await getJson<Stats>(admin, '/api/admin/stats');

  const vehicleResponse = await customer.post('/api/vehicles', {
    data: { year: 2019, make: 'Honda', model: 'Civic', vin: null },
  });
  expect(vehicleResponse.status()).toBe(201);
  const { id: vehicleId } = (await vehicleResponse.json()) as { id: number };

  const booking = {
    headers: { 'idempotency-key': 'b3c1f0d2-7a1e-4b7e-9a55-0c1f5d0b8a11' },
    data: {
      vehicleId,
      serviceId: sandbox.oilChange.id,
      date: today,
      startTime: '13:00',
      endTime: '14:00',
      notes: 'The blue gate.',
      location: JSON.stringify({ address: '5 Elm Street, San Francisco' }),
    },
  };
  const bookingResponse = await customer.post('/api/appointments', booking);
  expect(bookingResponse.status()).toBe(201);
  const repeatedResponse = await customer.post('/api/appointments', booking);
  expect(await repeatedResponse.text(), 'a repeat gets an identical response').toBe(
    await bookingResponse.text(),
  );
  const appointment = (await bookingResponse.json()) as { id: number };
  const path = `/api/appointments/${appointment.id}`;
  expect(appointment).toMatchObject({ status: 'pending', mechanicId: null, price: '89.00' });
  expect(await getJson<Stats>(admin, '/api/admin/stats')).toMatchObject({
    todayAppointments: before.todayAppointments + 1,
    pendingAppointments: before.pendingAppointments + 1,
  });

  expect((await mechanic.get(path)).status(), 'not yet visible to the mechanic').toBe(404);
  const assignmentResponse = await advisor.patch(path, {
    data: { mechanicId: sandbox.people.mechanic.id, status: 'confirmed' },
  });
  expect(await assignmentResponse.json()).toMatchObject({ status: 'confirmed' });
  expect(await getJson(mechanic, path)).toMatchObject({
    status: 'confirmed',
    notes: 'The blue gate.',
  });

  await mechanic.patch(path, { data: { status: 'in_progress' } });
  expect(await getJson(mechanic, '/api/auth/user')).toMatchObject({ status: 'on_job' });
  await mechanic.patch(path, { data: { status: 'completed' } });
  expect(await getJson(mechanic, '/api/auth/user')).toMatchObject({ status: 'available' });

  expect(await getJson(customer, '/api/appointments?status=completed')).toMatchObject([
    { id: appointment.id, mechanic: { firstName: 'Marcus' }, payment: { status: 'pending' } },
  ]);
  expect(await getJson(customer, '/api/payments')).toMatchObject([
    { appointmentId: appointment.id, amount: '89.00', status: 'pending', paymentMethod: null },
  ]);
  expect(await getJson<Stats>(admin, '/api/admin/stats')).toMatchObject({
    todayAppointments: before.todayAppointments + 1,
    pendingAppointments: before.pendingAppointments,
  });

  const secondCompletion = await mechanic.patch(path, { data: { status: 'completed' } });
  expect(secondCompletion.status()).toBe(409);
  expect(await secondCompletion.text()).toBe("A completed appointment can't be completed.");
});

interface Stats {
  todayAppointments: number;
  pendingAppointments: number;
}

/** Signs a demo account in, and returns the context that sends its requests. */
async function openDemoSession(baseURL: string, account: DemoAccount): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL });
  const response = await context.post('/api/demo/session', { data: { account } });
  expect(response.ok()).toBe(true);
  return context;
}

/** Sends a GET request, expects status 200 and returns the parsed response. */
async function getJson<Value = unknown>(context: APIRequestContext, path: string): Promise<Value> {
  const response = await context.get(path);
  expect(response.status(), path).toBe(200);
  return (await response.json()) as Value;
}
