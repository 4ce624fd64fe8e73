import type { SetupChecklist, SetupStep } from '@curbwrench/contract/business/schemas';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { afterEach, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let admin: Person;

beforeEach(async () => {
  app = await startApp({ business: { phone: null, address: null } });
  admin = await makePerson(app, 'admin');
});
afterEach(() => app.stop());

const path = '/api/business/setup-checklist';
const readChecklist = () => read<SetupChecklist>(app, admin, path);
const change = (body: object) => send(app, admin, 'PATCH', path, body);

async function listSteps(key: 'isDone' | 'isChecked'): Promise<SetupStep[]> {
  const { steps } = await readChecklist();
  return steps.filter((entry) => entry[key]).map(({ step }) => step);
}

test('a new business has no completed steps, and each step is completed by adding its data @business.checklist', async () => {
  expect(await readChecklist()).toMatchObject({ isShown: true });
  expect(await listSteps('isDone')).toEqual([]);

  const services = [
    { name: 'Brakes', description: 'Pads and rotors.', price: '200', duration: 120 },
    { name: 'Battery', description: 'A new battery.', price: '150', duration: 45 },
  ];
  const added = await send(app, admin, 'POST', '/api/services/several', { services });
  expect(added.statusCode).toBe(201);
  expect(added.json()).toMatchObject(services.map(({ name }) => ({ name })));
  expect(await listSteps('isDone')).toEqual(['services']);

  await send(app, admin, 'POST', `/api/users/${admin.id}/mechanic-work`, { works: true });
  await send(app, admin, 'POST', '/api/service-areas', {
    name: 'Town',
    zips: ['94105'],
    circle: null,
    days: ['mon'],
    tripFee: '0',
  });
  expect(await listSteps('isDone')).toEqual(['services', 'mechanics', 'areas']);

  const settings = await read<object>(app, admin, '/api/business/settings');
  await send(app, admin, 'PATCH', '/api/business/settings', {
    ...settings,
    phone: '512 555 0142',
    address: '12 Depot Lane',
  });
  await change({ step: 'hours', isChecked: true });
  expect(await listSteps('isDone')).toHaveLength(5);
});

test('inviting a mechanic completes the mechanics step; inviting an advisor does not @business.checklist', async () => {
  await send(app, admin, 'POST', '/api/invitations', {
    email: 'an@example.com',
    role: 'service_advisor',
  });
  expect(await listSteps('isDone')).toEqual([]);
  await send(app, admin, 'POST', '/api/invitations', {
    email: 'mo@example.com',
    role: 'mechanic',
  });
  expect(await listSteps('isDone')).toEqual(['mechanics']);
});

test('a step can be checked off and unchecked, and the checklist hidden and shown again @business.checklist', async () => {
  await Promise.all([
    change({ step: 'areas', isChecked: true }),
    change({ step: 'areas', isChecked: true }),
    change({ step: 'mechanics', isChecked: true }),
  ]);
  expect(await listSteps('isChecked')).toEqual(['mechanics', 'areas']);
  await change({ step: 'areas', isChecked: false });
  expect(await listSteps('isChecked')).toEqual(['mechanics']);

  expect((await change({ isShown: false })).json()).toMatchObject({ isShown: false });
  expect((await change({ isShown: true })).json()).toMatchObject({ isShown: true });
});

test('an unknown checklist step is refused and changes nothing @business.checklist', async () => {
  const refused = await change({ step: 'taxes', isChecked: true });
  expect(refused.statusCode).toBe(400);
  expect(await listSteps('isChecked')).toEqual([]);
});

test('if one of several new services is refused, none is added @services.several', async () => {
  const countServices = async () => (await read<unknown[]>(app, null, '/api/services')).length;
  const before = await countServices();
  const valid = { name: 'Brakes', description: 'Pads and rotors.', price: '200', duration: 120 };
  for (const services of [[], [valid, { ...valid, duration: 0 }], Array(51).fill(valid)]) {
    const refused = await send(app, admin, 'POST', '/api/services/several', { services });
    expect(refused.statusCode).toBe(400);
  }
  expect(await countServices()).toBe(before);
});

test("a new mechanic's working hours default to the business hours @hours.first", async () => {
  const settings = await read<{ businessHours: unknown[] }>(app, admin, '/api/business/settings');
  const businessHours = [null, { opens: '07:00', closes: '15:00' }, null, null, null, null, null];
  await send(app, admin, 'PATCH', '/api/business/settings', { ...settings, businessHours });
  await send(app, admin, 'POST', `/api/users/${admin.id}/mechanic-work`, { works: true });
  const rows = await app.store.kysely
    .selectFrom('working_hours')
    .select(['weekday', 'starts', 'ends'])
    .where('mechanic_id', '=', admin.id)
    .execute();
  expect(rows).toEqual([{ weekday: 1, starts: '07:00:00', ends: '15:00:00' }]);
});
