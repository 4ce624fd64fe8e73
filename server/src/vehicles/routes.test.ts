import { displayId } from '@curbwrench/contract/fields/display-id';
import { vehicleLimits, type Vehicle } from '@curbwrench/contract/vehicles/schemas';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  makeAppointment,
  makeCrew,
  makeMechanic,
  makePerson,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
let customer: Person;

beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.stop());
beforeEach(async () => {
  site.clock.set(testMorning);
  customer = await makePerson(site, 'customer');
});

const add = (details: object, by = customer) =>
  send(site, by, 'POST', '/api/vehicles', { make: 'Honda', model: 'Fit', year: 2019, ...details });

test("the booking form's fields are enough to add a vehicle; the others have defaults @vehicles.booking-form", async () => {
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
    isActive: true,
    lastService: null,
  });
  expect(await read(site, customer, '/api/vehicles')).toEqual([vehicle]);
});

test("model years run from 1900 to next year, by the business's calendar @vehicles.years", async () => {
  for (const [year, status] of [
    [1899, 400],
    [1900, 201],
    [2027, 201],
    [2028, 400],
  ] as const) {
    expect([year, (await add({ year })).statusCode]).toEqual([year, status]);
  }
  // New Year's Eve in Los Angeles is already next year in UTC.
  site.clock.set(new Date('2027-01-01T07:59:00Z'));
  expect((await add({ year: 2028 })).body).toBe('Year must be valid');
  site.clock.set(new Date('2027-01-01T08:00:00Z'));
  const added = await add({ year: 2028 });
  expect(added.statusCode).toBe(201);
  const { id } = added.json<Vehicle>();
  const refused = await send(site, customer, 'PATCH', `/api/vehicles/${id}`, { year: 2029 });
  expect([refused.statusCode, refused.body]).toEqual([400, 'Year must be valid']);
});

test('a change affects only the given fields @vehicles.changes', async () => {
  const id = await makeVehicle(site, customer.id, { vin: 'VIN1', plate_number: 'P1', type: 'Van' });
  const before = await read<Vehicle>(site, customer, `/api/vehicles/${id}`);
  for (const change of [{ make: 'Kia' }, { year: 1901 }, { isActive: false }, { type: 'Truck' }]) {
    const changed = await send(site, customer, 'PATCH', `/api/vehicles/${id}`, change);
    Object.assign(before, change);
    expect(changed.json()).toEqual(before);
  }
  const cleared = await send(site, customer, 'PATCH', `/api/vehicles/${id}`, {
    vin: null,
    plateNumber: '',
  });
  expect(cleared.json()).toMatchObject({ vin: null, plateNumber: null });
});

test('each text of a vehicle is stored as it was written, when added and when changed', async () => {
  const createTexts = (prefix: string) =>
    Object.fromEntries(
      Object.keys(vehicleLimits).map((name, index) => [name, `${prefix} ${index}`]),
    );
  const added = await add(createTexts('added'));
  expect(added.json()).toMatchObject(createTexts('added'));
  const { id } = added.json<Vehicle>();
  await send(site, customer, 'PATCH', `/api/vehicles/${id}`, createTexts('changed'));
  expect(await read(site, customer, `/api/vehicles/${id}`)).toMatchObject(createTexts('changed'));
});

test("the office adds a customer's vehicle, and must name the customer", async () => {
  const advisor = await makePerson(site, 'service_advisor');
  const mechanic = await makeMechanic(site);
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
  const otherCustomer = await makePerson(site, 'customer');
  expect((await add({ customerId: otherCustomer.id })).json()).toMatchObject({
    customerId: customer.id,
  });
});

test('a vehicle with an open appointment cannot be removed, and the refusal names it @vehicles.in-use', async () => {
  const vehicleId = await makeVehicle(site, customer.id);
  const appointment = await makeAppointment(site, {
    date: '2026-03-05',
    customer_id: customer.id,
    vehicle_id: vehicleId,
  });
  const refused = await send(site, customer, 'DELETE', `/api/vehicles/${vehicleId}`);
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    `Appointment ${displayId(appointment)} is for this vehicle.`,
  ]);
  await send(site, customer, 'PATCH', `/api/appointments/${appointment}`, { status: 'cancelled' });
  expect((await send(site, customer, 'DELETE', `/api/vehicles/${vehicleId}`)).statusCode).toBe(204);
  expect(await read(site, customer, '/api/vehicles')).toEqual([]);
  expect(await read(site, customer, `/api/appointments/${appointment}`)).toMatchObject({
    vehicle: { make: 'Honda' },
  });
  for (const method of ['PATCH', 'DELETE'] as const) {
    const response = await send(
      site,
      customer,
      method,
      `/api/vehicles/${vehicleId}`,
      method === 'PATCH' ? { make: 'X' } : undefined,
    );
    expect([response.statusCode, response.body]).toEqual([404, 'There is no such vehicle.']);
  }
});

test('a vehicle that is removed and booked at the same time is either removed or booked', async () => {
  const crew = await makeCrew(site, 8);
  for (let round = 0; round < 6; round += 1) {
    const owner = await makePerson(site, 'customer');
    const vehicleId = await makeVehicle(site, owner.id);
    const [removed, booked] = await Promise.all([
      send(site, owner, 'DELETE', `/api/vehicles/${vehicleId}`),
      send(site, owner, 'POST', '/api/appointments', {
        vehicleId,
        serviceId: crew.serviceId,
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
  const vehicleId = await makeVehicle(site, customer.id);
  const { mechanics } = await makeCrew(site, 1);
  for (const [date, status] of [
    ['2026-01-10', 'completed'],
    ['2026-02-10', 'completed'],
    ['2026-03-01', 'cancelled'],
  ] as const) {
    await makeAppointment(site, {
      date,
      status,
      mechanic_id: mechanics[0].id,
      customer_id: customer.id,
      vehicle_id: vehicleId,
    });
  }
  expect(await read(site, customer, `/api/vehicles/${vehicleId}`)).toMatchObject({
    lastService: '2026-02-10',
  });
});
