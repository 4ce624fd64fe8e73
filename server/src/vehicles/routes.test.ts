import { displayId } from '@curbwrench/contract/fields/display-id';
import {
  vehicleLimits,
  type KnownMake,
  type Vehicle,
  type VehicleVisit,
} from '@curbwrench/contract/vehicles/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makeMechanic,
  makePerson,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { nextPage, read, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  customer = await makePerson(app, 'customer');
});

const add = (details: object, actor = customer) =>
  send(app, actor, 'POST', '/api/vehicles', {
    make: 'Honda',
    model: 'Fit',
    year: 2019,
    ...details,
  });

test("the booking form's fields are enough to add a vehicle; other fields have defaults @vehicles.booking-form", async () => {
  const added = await add({ vin: ' ' });
  expect(added.statusCode).toBe(201);
  const vehicle = added.json<Vehicle>();
  expect(vehicle).toEqual({
    id: vehicle.id,
    customerId: customer.id,
    make: 'Honda',
    model: 'Fit',
    year: 2019,
    type: 'Sedan',
    plateNumber: null,
    vin: null,
    color: null,
    isActive: true,
    lastService: null,
  });
  expect(await read(app, customer, '/api/vehicles')).toEqual([vehicle]);
});

test('a vehicle is added only once, no matter how often the request is repeated @vehicles.retry', async () => {
  const addWith = (key: string, details: object) =>
    send(
      app,
      customer,
      'POST',
      '/api/vehicles',
      { make: 'Honda', model: 'Fit', year: 2019, ...details },
      { 'idempotency-key': key },
    );
  const replies = await Promise.all([addWith('car', {}), addWith('car', {})]);
  replies.push(await addWith('car', {}));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  const other = await addWith('car', { model: 'Civic' });
  expect([other.statusCode, other.body]).toEqual([
    422,
    'That key was already used for a different vehicle.',
  ]);
  expect(await read(app, customer, '/api/vehicles')).toEqual([replies[0]?.json()]);
});

test("a model year can be from 1900 to next year in the business's time zone @vehicles.years", async () => {
  for (const [year, status] of [
    [1899, 400],
    [1900, 201],
    [2027, 201],
    [2028, 400],
  ] as const) {
    expect([year, (await add({ year })).statusCode]).toEqual([year, status]);
  }
  // New Year's Eve in Los Angeles is already next year in UTC.
  app.clock.set(new Date('2027-01-01T07:59:00Z'));
  expect((await add({ year: 2028 })).body).toBe('Year must be valid');
  app.clock.set(new Date('2027-01-01T08:00:00Z'));
  const added = await add({ year: 2028 });
  expect(added.statusCode).toBe(201);
  const { id } = added.json<Vehicle>();
  const refused = await send(app, customer, 'PATCH', `/api/vehicles/${id}`, { year: 2029 });
  expect([refused.statusCode, refused.body]).toEqual([400, 'Year must be valid']);
});

test("the office gets suggestions of its customers' makes and models, the most frequent first @vehicles.suggestions", async () => {
  const advisor = await makePerson(app, 'service_advisor');
  for (const [make, model] of [
    ['Zastava', 'Yugo'],
    ['Zastava', 'Skala'],
    ['zastava', 'skala'],
    ['Zastava', 'Skala'],
    ['Zastava', 'Florida'],
  ]) {
    await add({ make, model });
  }
  const removed = (await add({ make: 'Zastava', model: 'Koral' })).json<Vehicle>();
  await send(app, customer, 'DELETE', `/api/vehicles/${removed.id}`);
  const known = await read<KnownMake[]>(app, advisor, '/api/vehicles/makes');
  expect(known.filter(({ make }) => /zastava/i.test(make))).toEqual([
    { make: 'Zastava', models: ['Skala', 'Florida', 'Yugo'] },
  ]);
});

test('a customer cannot see which makes and models others drive @vehicles.suggestions', async () => {
  const refused = await send(app, customer, 'GET', '/api/vehicles/makes');
  expect(refused.statusCode).toBe(403);
});

test('a change affects only the given fields @vehicles.changes', async () => {
  const id = await makeVehicle(app, customer.id, { vin: 'VIN1', plate_number: 'P1', type: 'Van' });
  const before = await read<Vehicle>(app, customer, `/api/vehicles/${id}`);
  for (const change of [{ make: 'Kia' }, { year: 1901 }, { isActive: false }, { type: 'Truck' }]) {
    const changed = await send(app, customer, 'PATCH', `/api/vehicles/${id}`, change);
    Object.assign(before, change);
    expect(changed.json()).toEqual(before);
  }
  const cleared = await send(app, customer, 'PATCH', `/api/vehicles/${id}`, {
    vin: null,
    plateNumber: '',
  });
  expect(cleared.json()).toMatchObject({ vin: null, plateNumber: null });
});

test('each text field of a vehicle is stored as entered, both when added and when changed', async () => {
  const createTexts = (prefix: string) =>
    Object.fromEntries(
      Object.keys(vehicleLimits).map((name, index) => [name, `${prefix} ${index}`]),
    );
  const added = await add(createTexts('added'));
  expect(added.json()).toMatchObject(createTexts('added'));
  const { id } = added.json<Vehicle>();
  await send(app, customer, 'PATCH', `/api/vehicles/${id}`, createTexts('changed'));
  expect(await read(app, customer, `/api/vehicles/${id}`)).toMatchObject(createTexts('changed'));
});

test("the office can add a customer's vehicle, but must specify the customer", async () => {
  const advisor = await makePerson(app, 'service_advisor');
  const mechanic = await makeMechanic(app);
  for (const details of [
    {},
    { customerId: 'nobody' },
    { customerId: mechanic.id },
    { customerId: advisor.id },
  ]) {
    const refused = await add(details, advisor);
    expect([refused.statusCode, refused.body]).toEqual([400, 'Please select a customer']);
  }
  expect((await add({ customerId: customer.id }, advisor)).json()).toMatchObject({
    customerId: customer.id,
  });
  const otherCustomer = await makePerson(app, 'customer');
  expect((await add({ customerId: otherCustomer.id })).json()).toMatchObject({
    customerId: customer.id,
  });
});

test('a vehicle with an open appointment cannot be removed, and the refusal names the appointment @vehicles.in-use', async () => {
  const vehicleId = await makeVehicle(app, customer.id);
  const appointment = await makeAppointment(app, {
    date: '2026-03-05',
    customer_id: customer.id,
    vehicle_id: vehicleId,
  });
  const refused = await send(app, customer, 'DELETE', `/api/vehicles/${vehicleId}`);
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    `This vehicle still has an open appointment, ${displayId(appointment)}.`,
  ]);
  await send(app, customer, 'PATCH', `/api/appointments/${appointment}`, { status: 'cancelled' });
  expect((await send(app, customer, 'DELETE', `/api/vehicles/${vehicleId}`)).statusCode).toBe(204);
  expect(await read(app, customer, '/api/vehicles')).toEqual([]);
  expect(await read(app, customer, `/api/appointments/${appointment}`)).toMatchObject({
    vehicle: { make: 'Honda' },
  });
  for (const method of ['PATCH', 'DELETE'] as const) {
    const response = await send(
      app,
      customer,
      method,
      `/api/vehicles/${vehicleId}`,
      method === 'PATCH' ? { make: 'X' } : undefined,
    );
    expect([response.statusCode, response.body]).toEqual([404, 'Vehicle not found.']);
  }
});

test('a vehicle that is removed and booked at the same time is either removed or booked', async () => {
  const team = await makeTeam(app, 8);
  for (let round = 0; round < 6; round += 1) {
    const owner = await makePerson(app, 'customer');
    const vehicleId = await makeVehicle(app, owner.id);
    const [removed, booked] = await Promise.all([
      send(app, owner, 'DELETE', `/api/vehicles/${vehicleId}`),
      send(app, owner, 'POST', '/api/appointments', {
        vehicleId,
        serviceId: team.serviceId,
        date: '2026-03-04',
        startTime: '10:00',
        location: JSON.stringify({ address: '5 Elm Street' }),
      }),
    ]);
    expect([
      [204, 400],
      [409, 201],
    ]).toContainEqual([removed.statusCode, booked.statusCode]);
  }
});

test('the last service is the date of the last completed appointment', async () => {
  const vehicleId = await makeVehicle(app, customer.id);
  const { mechanics } = await makeTeam(app, 1);
  for (const [date, status] of [
    ['2026-01-10', 'completed'],
    ['2026-02-10', 'completed'],
    ['2026-03-01', 'cancelled'],
  ] as const) {
    await makeAppointment(app, {
      date,
      status,
      mechanic_id: mechanics[0].id,
      customer_id: customer.id,
      vehicle_id: vehicleId,
    });
  }
  expect(await read(app, customer, `/api/vehicles/${vehicleId}`)).toMatchObject({
    lastService: '2026-02-10',
  });
});

describe('the history of a vehicle', () => {
  test('describes what was done, when, by whom and at what mileage, newest first @vehicles.history @vehicles.mileage', async () => {
    const { mechanics, serviceId } = await makeTeam(app, 1);
    const vehicleId = await makeVehicle(app, customer.id);
    const makeJob = (mechanicId: string, date: string, status: 'completed' | 'in_progress') =>
      makeAppointment(app, {
        date,
        status,
        mechanic_id: mechanicId,
        customer_id: customer.id,
        vehicle_id: vehicleId,
        service_id: serviceId,
      });
    const firstMechanic = mechanics[0];
    const secondMechanic = await makeMechanic(app);
    const firstJobId = await makeJob(firstMechanic.id, '2026-01-10', 'completed');
    const secondJobId = await makeJob(secondMechanic.id, '2026-03-03', 'in_progress');
    await makeAppointment(app, {
      date: '2026-03-20',
      customer_id: customer.id,
      vehicle_id: vehicleId,
    });
    const complete = (mileage: unknown) =>
      send(app, secondMechanic, 'PATCH', `/api/appointments/${secondJobId}`, {
        status: 'completed',
        mileage,
      });
    for (const [mileage, message] of [
      [-1, 'Please enter the mileage using digits only.'],
      ['many', 'Please enter the mileage using digits only.'],
      [10.5, 'Please enter the mileage in whole miles.'],
      [2_000_001, 'That mileage is too high.'],
    ] as const) {
      const refused = await complete(mileage);
      expect([refused.statusCode, refused.body]).toEqual([400, message]);
    }
    expect((await complete(2_000_000)).statusCode).toBe(200);

    const url = `/api/vehicles/${vehicleId}/visits`;
    const advisor = await makePerson(app, 'service_advisor');
    const stranger = await makeMechanic(app);
    // Even the mechanic who was not assigned to the latest job may read the history.
    for (const viewer of [customer, advisor, firstMechanic]) {
      expect(await read<VehicleVisit[]>(app, viewer, url)).toMatchObject([
        {
          appointmentId: secondJobId,
          date: '2026-03-03',
          mechanic: { id: secondMechanic.id },
          mileage: 2e6,
        },
        {
          appointmentId: firstJobId,
          date: '2026-01-10',
          mechanic: { id: firstMechanic.id },
          mileage: null,
        },
      ]);
    }
    for (const viewer of [stranger, await makePerson(app, 'customer')]) {
      expect((await send(app, viewer, 'GET', url)).statusCode).toBe(404);
    }
    const page = await send(app, advisor, 'GET', `${url}?limit=1`);
    expect(page.json<VehicleVisit[]>().map(({ services }) => services.length)).toEqual([1]);
    expect(await read(app, advisor, nextPage(page) ?? '')).toMatchObject([
      { appointmentId: firstJobId },
    ]);
  });
});

test('a VIN that is probably mistyped is stored anyway @vehicles.vin', async () => {
  for (const vin of ['00000000000000000', 'IOQ', '1HGCM82633A004353']) {
    expect((await add({ vin })).json()).toMatchObject({ vin });
  }
});
