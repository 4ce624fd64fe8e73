import type { User } from '@curbwrench/contract/people/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  type Person,
} from '@curbwrench/testing/builders';
import { nextPage, read, readPages, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin', { firstName: 'Zoe', lastName: 'Zuse' });
  for (let index = 0; index < 24; index += 1) {
    // Several people with the same name, distinguished only by their ids.
    await makePerson(app, index % 3 === 0 ? 'mechanic' : 'customer', {
      firstName: `First${index % 2}`,
      lastName: `Last${index % 4}`,
    });
  }
});
afterAll(() => app.stop());

const findUsers = async (query: string) => read<User[]>(app, admin, `/api/users?${query}`);

test('people are listed by name @people.list', async () => {
  const users = await findUsers('');
  const names = users.map(({ lastName, firstName, id }) => `${lastName} ${firstName} ${id}`);
  expect(users).toHaveLength(25);
  expect(names).toEqual(names.toSorted());
});

test('pages contain each person exactly once, even people with the same name', async () => {
  const pagedUsers = await readPages<User>(app, admin, '/api/users?limit=4');
  expect(pagedUsers).toEqual(await findUsers(''));
  const first = await send(app, admin, 'GET', '/api/users?limit=24');
  expect(await read(app, admin, nextPage(first) ?? '')).toHaveLength(1);
});

test('the list of people can be filtered by role', async () => {
  expect(new Set((await findUsers('role=mechanic')).map(({ role }) => role))).toEqual(
    new Set(['mechanic']),
  );
  expect(await findUsers('role=mechanic')).toHaveLength(8);
});

test('search finds people by name and email, ignoring case and treating wildcards literally @people.list', async () => {
  expect((await findUsers('search=zoe%20zu')).map(({ id }) => id)).toEqual([admin.id]);
  expect((await findUsers(`search=${admin.email.toUpperCase()}`)).map(({ id }) => id)).toEqual([
    admin.id,
  ]);
  expect(await findUsers('search=last1&role=customer')).not.toEqual([]);
  for (const text of ['zoe_zu', 'zoe%25', 'z%25oe%25zu', 'zoe%5Czu'])
    expect(await findUsers(`search=${text}`)).toEqual([]);
});

test("a mechanic sees the customer on their own job, but not the customer's email address @access.mechanic-view", async () => {
  const mechanic = await makeMechanic(app);
  const customer = await makePerson(app, 'customer');
  await makeAppointment(app, {
    date: '2026-03-05',
    status: 'confirmed',
    mechanic_id: mechanic.id,
    customer_id: customer.id,
  });
  const user = await read<User>(app, mechanic, `/api/users/${customer.id}`);
  expect([user.id, user.email, user.phone]).toEqual([
    customer.id,
    null,
    expect.stringContaining('+1 555'),
  ]);
});

test('everyone can read their own record, which includes a status for mechanics @people.own-record', async () => {
  const mechanic = await makeMechanic(app);
  expect(await read(app, mechanic, '/api/auth/user')).toMatchObject({
    id: mechanic.id,
    email: mechanic.email,
    status: 'available',
  });
  expect(await read(app, admin, '/api/auth/user')).toMatchObject({
    id: admin.id,
    role: 'admin',
    status: null,
  });
});
