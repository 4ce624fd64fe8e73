import type { Service } from '@curbwrench/contract/services/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makeMechanic,
  makePerson,
  makeService,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());

const brakes = {
  name: 'Brake pads',
  description: 'Front and rear pads.',
  price: '180',
  duration: 120,
};

test('a new service is visible to everyone @services.manage', async () => {
  const created = await send(app, admin, 'POST', '/api/services', {
    ...brakes,
    name: '  Brake pads ',
    laborHours: 1.5,
    skill: ' brakes ',
  });
  expect(created.statusCode).toBe(201);
  const service = created.json<Service>();
  expect(service).toEqual({
    id: service.id,
    name: 'Brake pads',
    description: 'Front and rear pads.',
    price: '180.00',
    duration: 120,
    laborHours: '1.50',
    skill: 'brakes',
  });
  expect(await read<Service[]>(app, admin, '/api/services')).toContainEqual(service);
  expect(await read(app, admin, `/api/services/${service.id}`)).toEqual(service);
  // Visitors do not see the labor hours or the required skill.
  const forVisitors = { ...service, laborHours: null, skill: null };
  expect(await read<Service[]>(app, null, '/api/services')).toContainEqual(forVisitors);
  expect(await read(app, null, `/api/services/${service.id}`)).toEqual(forVisitors);
});

test.each([
  ['0', '0.00'],
  [0, '0.00'],
  ['19.9', '19.90'],
  [89.95, '89.95'],
  [1.005e2, '100.50'],
  ['9999999.99', '9999999.99'],
])('a price of %s is stored as %s', async (price, stored) => {
  const created = await send(app, admin, 'POST', '/api/services', { ...brakes, price });
  expect(created.json()).toMatchObject({ price: stored });
});

test('a price above the maximum is refused for a new service and for a change', async () => {
  const { id } = (await send(app, admin, 'POST', '/api/services', brakes)).json<Service>();
  for (const [method, url] of [
    ['POST', '/api/services'],
    ['PATCH', `/api/services/${id}`],
  ] as const) {
    const refused = await send(app, admin, method, url, { ...brakes, price: '10000000.00' });
    expect([refused.statusCode, refused.body]).toEqual([400, 'Price must be 9,999,999.99 or less']);
  }
});

test('a change affects only the given fields @services.manage', async () => {
  const id = await makeService(app, { skill: 'brakes', labor_hours: '2' });
  const before = await read<Service>(app, admin, `/api/services/${id}`);
  for (const change of [
    { name: 'Other' },
    { price: '1.00' },
    { duration: 30 },
    { description: 'Ten or more.' },
  ]) {
    const changed = await send(app, admin, 'PATCH', `/api/services/${id}`, change);
    Object.assign(before, change);
    expect(changed.json()).toEqual(before);
  }
  const cleared = await send(app, admin, 'PATCH', `/api/services/${id}`, {
    skill: '',
    laborHours: null,
  });
  expect(cleared.json()).toMatchObject({ skill: null, laborHours: null });
});

test('a deleted service is no longer offered, but old appointments still show its name @services.archive', async () => {
  const id = await makeService(app, { name: 'Gone' });
  const appointment = await makeAppointment(app, { date: '2026-03-05', service_id: id });
  const deleted = await send(app, admin, 'DELETE', `/api/services/${id}`);
  expect([deleted.statusCode, deleted.body]).toEqual([204, '']);
  const offered = await read<Service[]>(app, null, '/api/services');
  expect(offered.some((service) => service.id === id)).toBe(false);
  expect(await read(app, admin, `/api/appointments/${appointment}`)).toMatchObject({
    service: { name: 'Gone' },
  });
  expect(await read(app, null, `/api/services/${id}`)).toMatchObject({ name: 'Gone' });
  for (const [method, payload] of [
    ['PATCH', { name: 'Back' }],
    ['DELETE', undefined],
  ] as const) {
    const refused = await send(app, admin, method, `/api/services/${id}`, payload);
    expect([refused.statusCode, refused.body]).toEqual([404, 'Service not found.']);
  }
});

test('only one of several concurrent requests to delete a service succeeds', async () => {
  const id = await makeService(app);
  const responses = await Promise.all(
    [1, 2, 3].map(() => send(app, admin, 'DELETE', `/api/services/${id}`)),
  );
  expect(sortedStatuses(responses)).toEqual([204, 404, 404]);
});

test('services are listed by name @services.list', async () => {
  const names = (await read<Service[]>(app, null, '/api/services')).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
});

test('if a service now requires a different skill, its holds move to mechanics who have that skill', async () => {
  const { mechanics, skill } = await makeTeam(app, 1);
  const painter = await makeMechanic(app, { skills: ['paint'] });
  const secondPainter = await makeMechanic(app, { skills: ['paint'] });
  const serviceId = await makeService(app, { skill: 'paint' });
  const ids: number[] = [];
  for (const [start_time, end_time] of [
    ['10:00', '10:30'],
    ['10:15', '10:45'],
  ] as const) {
    const holder = ids.length === 0 ? painter : secondPainter;
    const details = { date: '2026-03-05', service_id: serviceId, start_time, end_time };
    ids.push(await makeAppointment(app, { ...details, held_mechanic_id: holder.id }));
  }
  const readHoldMechanics = async () => {
    const rows = await app.store.kysely
      .selectFrom('appointments')
      .select('held_mechanic_id')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.held_mechanic_id);
  };
  const changeService = (change: object) =>
    send(app, admin, 'PATCH', `/api/services/${serviceId}`, change);

  expect((await changeService({ skill })).statusCode).toBe(200);
  // One mechanic has this skill, and their time can be held for only one of the two.
  expect(await readHoldMechanics()).toEqual([mechanics[0].id, null]);
  // No mechanic has this skill, so both appointments lose their hold.
  expect((await changeService({ skill: 'wings' })).statusCode).toBe(200);
  expect(await readHoldMechanics()).toEqual([null, null]);
  expect((await changeService({ skill: 'paint' })).statusCode).toBe(200);
  expect(new Set(await readHoldMechanics())).toEqual(new Set([painter.id, secondPainter.id]));
});
