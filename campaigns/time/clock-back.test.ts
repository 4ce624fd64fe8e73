import { makeAppointment, makeTeam, makePerson, makeVehicle } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toInstant } from './wall-clock.ts';

let site: TestApp;

beforeAll(async () => {
  // No minimum notice, so times only minutes away can be booked.
  site = await startApp({ business: { noticeHours: 0 } });
});

afterAll(() => site.stop());

const zone = 'America/Los_Angeles';

function setClock(date: string, minutes: number): void {
  site.clock.set(new Date(toInstant(date, minutes, zone)));
}

test('a clock set back an hour causes no double booking and loses no slot', async () => {
  const date = '2026-03-03';
  setClock(date, 10 * 60 + 30);
  const { serviceId } = await makeTeam(site, 1);
  const customer = await makePerson(site, 'customer');
  const vehicleId = await makeVehicle(site, customer.id);
  const location = JSON.stringify({ address: '1 Curb Street' });
  const body = { vehicleId, serviceId, date, location };
  const key = { 'idempotency-key': 'before' };
  const book = (startTime: string, headers: Record<string, string> = {}) =>
    send(site, customer, 'POST', '/api/appointments', { ...body, startTime }, headers);
  const openSlots = async () => {
    const url = `/api/slots?date=${date}&serviceId=${serviceId}`;
    const slots = await read<{ startTime: string; available: boolean }[]>(site, null, url);
    expect(slots).toHaveLength(10);
    return slots.flatMap(({ startTime, available }) => (available ? [startTime] : []));
  };
  const first = await book('11:00', key);
  expect(first.statusCode).toBe(201);

  setClock(date, 9 * 60 + 30);
  expect(await openSlots()).toEqual([
    '10:00',
    '12:00',
    '13:00',
    '14:00',
    '15:00',
    '16:00',
    '17:00',
  ]);
  expect((await book('11:00')).statusCode).toBe(409);
  expect((await book('11:00', key)).body).toBe(first.body);
  expect((await book('10:00')).statusCode).toBe(201);
});

test('a job in progress can be completed after the clock is set back past midnight', async () => {
  const { mechanics, serviceId } = await makeTeam(site, 1);
  const [mechanic] = mechanics;
  const id = await makeAppointment(site, {
    date: '2026-03-04',
    service_id: serviceId,
    mechanic_id: mechanic.id,
    status: 'confirmed',
  });
  const change = (status: string) =>
    send(site, mechanic, 'PATCH', `/api/appointments/${id}`, { status });
  setClock('2026-03-04', 30);
  expect((await change('in_progress')).statusCode).toBe(200);
  setClock('2026-03-03', 23 * 60 + 30);
  expect((await change('completed')).statusCode).toBe(200);
  const payment = await site.store.kysely
    .selectFrom('payments')
    .select(['amount', 'status'])
    .where('appointment_id', '=', id)
    .executeTakeFirst();
  expect(payment).toEqual({ amount: '89.00', status: 'pending' });
});
