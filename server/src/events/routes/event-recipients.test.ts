import { describe, expect, test } from 'vitest';
import { makeAppointment, type Team, type Person } from '@curbwrench/testing/builders';
import { openEventStream, listIds } from '@curbwrench/testing/event-stream';
import { send } from '@curbwrench/testing/requests';
import type { TestApp } from '@curbwrench/testing/start-app';
import { prepareTwoProcesses } from '@curbwrench/testing/two-processes';
import { waitFor } from '@curbwrench/testing/wait-for';

let app: TestApp;
let admin: Person;
let advisor: Person;
let team: Team;

const { openStream, makeCustomer, book, readLatestEventNumber, waitUntilCaughtUp } =
  prepareTwoProcesses((prepared) => {
    ({ app, admin, advisor, team } = prepared);
  });

describe('live events', () => {
  test("appointment events reach only the appointment's customer and mechanic, and the office", async () => {
    const customer = await makeCustomer();
    const stranger = await makeCustomer();
    const [mechanic, second, third] = team.mechanics;
    const streams = {
      customer: await openStream(customer),
      stranger: await openStream(stranger),
      mechanic: await openStream(mechanic),
      second: await openStream(second ?? mechanic),
      third: await openStream(third ?? mechanic),
      advisor: await openStream(advisor),
      admin: await openStream(admin),
    };
    const id = String((await book(customer, '10:00', '2026-03-04')).json<{ id: number }>().id);
    await waitUntilCaughtUp(...Object.values(streams));
    const listReceivers = () =>
      Object.entries(streams)
        .filter(([, stream]) => listIds(stream, 'appointment').includes(id))
        .map(([name]) => name);
    // The appointment holds a mechanic's time, but no event reveals whose.
    expect(listReceivers()).toEqual(['customer', 'advisor', 'admin']);

    const assign = (mechanicId: string) =>
      send(app, advisor, 'PATCH', `/api/appointments/${id}`, { status: 'confirmed', mechanicId });
    await assign(mechanic.id);
    await waitUntilCaughtUp(...Object.values(streams));
    expect(listReceivers()).toEqual(['customer', 'mechanic', 'advisor', 'admin']);

    // The mechanic who is replaced also gets the event.
    const before = listIds(streams.mechanic, 'appointment').length;
    await assign(second?.id ?? '');
    await waitUntilCaughtUp(...Object.values(streams));
    expect(listReceivers()).toEqual(['customer', 'mechanic', 'second', 'advisor', 'admin']);
    expect(listIds(streams.mechanic, 'appointment').length).toBe(before + 1);
  });

  test('time slot and service events reach everyone', async () => {
    const stranger = await openStream(await makeCustomer());
    await book(await makeCustomer(), '11:00', '2026-03-04');
    await send(app, admin, 'PATCH', `/api/services/${team.serviceId}`, { price: 10 });
    await waitUntilCaughtUp(stranger);
    expect(listIds(stranger, 'slot')).toEqual(['2026-03-04']);
    expect(listIds(stranger, 'service')).toEqual([String(team.serviceId)]);
    expect(listIds(stranger, 'appointment')).toEqual([]);
  });

  test('a new or renamed holiday reaches mechanics, but no customer @holidays.edit', async () => {
    const mechanic = await openStream(team.mechanics[0]);
    const customer = await openStream(await makeCustomer());
    const date = '2026-07-03';
    await send(app, admin, 'POST', '/api/holidays', { date, name: 'Closed' });
    await waitUntilCaughtUp(mechanic, customer);
    expect(listIds(mechanic, 'working_time')).toEqual([date]);
    await send(app, admin, 'PATCH', `/api/holidays/${date}`, { name: 'Day off' });
    await waitUntilCaughtUp(mechanic, customer);
    expect(listIds(mechanic, 'working_time')).toEqual([date, date]);
    expect(listIds(customer, 'working_time')).toEqual([]);
    await send(app, admin, 'DELETE', `/api/holidays/${date}`);
  });

  test('a change that does not affect availability sends no time slot event', async () => {
    const customer = await makeCustomer();
    const stream = await openStream(customer);
    const countEvents = () => [
      listIds(stream, 'appointment').length,
      listIds(stream, 'slot').length,
    ];
    const { id } = (await book(customer, '12:00', '2026-03-12')).json<{ id: number }>();
    await waitFor(() => expect(countEvents()).toEqual([1, 1]));
    await send(app, customer, 'PATCH', `/api/appointments/${id}`, { notes: 'blue door' });
    await waitFor(() => expect(countEvents()).toEqual([2, 1]));
    await send(app, customer, 'PATCH', `/api/appointments/${id}`, { status: 'cancelled' });
    await waitFor(() => expect(countEvents()).toEqual([3, 2]));
  });

  test('payment, vehicle and mechanic events reach only the people they concern', async () => {
    const customer = await makeCustomer();
    const [mechanic] = team.mechanics;
    const customerStream = await openStream(customer);
    const strangerStream = await openStream(await makeCustomer());
    const mechanicStream = await openStream(mechanic);
    const id = await makeAppointment(app, {
      date: '2026-03-03',
      status: 'in_progress',
      mechanic_id: mechanic.id,
      customer_id: customer.id,
    });
    await send(app, mechanic, 'PATCH', `/api/appointments/${id}`, { status: 'completed' });
    await send(app, customer, 'PATCH', `/api/vehicles/${customer.vehicleId}`, { model: 'Jazz' });
    await waitUntilCaughtUp(customerStream, strangerStream, mechanicStream);
    expect(listIds(customerStream, 'payment')).toHaveLength(1);
    expect(listIds(mechanicStream, 'payment')).toHaveLength(1);
    expect(listIds(mechanicStream, 'mechanic')).toEqual([mechanic.id]);
    expect(listIds(customerStream, 'vehicle')).toEqual([String(customer.vehicleId)]);
    expect([
      listIds(strangerStream, 'payment'),
      listIds(strangerStream, 'vehicle'),
      listIds(strangerStream, 'mechanic'),
    ]).toEqual([[], [], []]);
  });

  test("an event contains only a kind and an id, and none of the record's data", async () => {
    const stream = await openStream(admin);
    await book(await makeCustomer(), '12:00', '2026-03-04');
    await waitUntilCaughtUp(stream);
    for (const { event, data } of stream.events()) {
      expect(event).toBe('change');
      expect(Object.keys(JSON.parse(data) as object)).toEqual(['kind', 'id']);
    }
    expect(stream.text()).not.toMatch(/Secret|4711|example\.com/);
  });

  test('a refused change sends no event', async () => {
    const before = await readLatestEventNumber();
    expect((await book(await makeCustomer(), '10:30', '2026-03-04')).statusCode).toBe(409);
    expect(await readLatestEventNumber()).toBe(before);
  });

  test('a client without a session gets 401 and no events', async () => {
    const response = await openEventStream(app.url, null);
    await response.ended;
    expect([response.status, response.text()]).toEqual([401, 'Please log in first.']);
  });
});
