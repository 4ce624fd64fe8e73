import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAppointment,
  makeCrew,
  makePerson,
  makeVehicle,
  type Crew,
  type Person,
} from '../testing/builders.ts';
import { send } from '../testing/requests.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/*
 * What only the server decides is decided by the server, whatever a body claims: each call is made
 * once as it should be and once with claims beside, and leaves the same rows behind.
 */

let site: TestApp;
let customer: Person;
let victim: Person;
let admin: Person;
let crew: Crew;

beforeAll(async () => {
  site = await startApp();
  customer = await makePerson(site, 'customer');
  victim = await makePerson(site, 'customer');
  admin = await makePerson(site, 'admin');
  crew = await makeCrew(site, 4);
});
afterAll(() => site.stop());

/** Properties by every name a client might guess, ours and the database's. */
function claims(): Record<string, unknown> {
  const [mechanic] = crew.mechanics;
  return {
    id: 4242,
    userId: victim.id,
    role: 'admin',
    isAdmin: true,
    email: 'mine@example.com',
    customerId: victim.id,
    customer_id: victim.id,
    ownerId: victim.id,
    mechanicId: mechanic.id,
    mechanic_id: mechanic.id,
    holdMechanicId: mechanic.id,
    hold_mechanic_id: null,
    price: '0.01',
    amount: '0.01',
    endTime: '23:59',
    end_time: '23:59',
    status: 'completed',
    source: 'generated',
    cancelUntilHours: 0,
    cancel_until_hours: 0,
    createdAt: '2000-01-01T00:00:00Z',
    created_at: '2000-01-01T00:00:00Z',
    updatedAt: '2000-01-01T00:00:00Z',
    archivedAt: '2000-01-01T00:00:00Z',
    archived_at: '2000-01-01T00:00:00Z',
    payment: { status: 'completed' },
    attention: null,
    lastService: '2000-01-01',
    active: false,
    available: false,
    skills: ['everything'],
    lastActive: '2000-01-01T00:00:00Z',
    jobsToday: 99,
    emailVerified: true,
    sessionId: 'x',
    token: 'x',
  };
}

type Table = 'appointments' | 'vehicles' | 'services' | 'mechanics' | 'users' | 'payments';

/** What no two rows share, and what says whose time is held rather than that it is. */
const own = ['during', 'updated_at', 'start_time', 'hold_mechanic_id', 'created_at'];

/** Rows, but for what no two of them share. */
async function rowsOf(table: Table, key: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} order by ${sql.ref(key)}
  `.execute(site.store.kysely);
  const unshared = table === 'users' ? own : [...own, 'id'];
  return rows.map((row) => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => !unshared.includes(name))),
    held: row['hold_mechanic_id'] !== null,
    old: row['created_at'] instanceof Date && row['created_at'].getFullYear() < 2020,
  }));
}

test('in a booking', async () => {
  const vehicleId = await makeVehicle(site, customer.id);
  const booking = {
    vehicleId,
    serviceId: crew.serviceId,
    date: '2026-03-05',
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street' }),
    notes: 'As agreed.',
  };
  const plain = await send(site, customer, 'POST', '/api/appointments', booking);
  const claiming = await send(site, customer, 'POST', '/api/appointments', {
    ...claims(),
    ...booking,
  });
  expect([plain.statusCode, claiming.statusCode]).toEqual([201, 201]);
  const [one, two] = await rowsOf('appointments', 'id');
  expect(two).toEqual(one);
  expect(one).toMatchObject({
    customer_id: customer.id,
    mechanic_id: null,
    held: true,
    end_time: '11:00:00',
  });
});

test.each([
  ['assign', { status: 'confirmed' }],
  ['start', { status: 'in_progress' }],
  ['complete', { status: 'completed' }],
  ['cancel', { status: 'cancelled' }],
  ['reschedule', { date: '2026-03-06', startTime: '10:00' }],
  ['notes', { notes: 'Mine.' }],
])('in a change of an appointment, which takes nothing beside (%s)', async (_, change) => {
  const id = await makeAppointment(site, {
    date: '2026-03-05',
    customer_id: customer.id,
    service_id: crew.serviceId,
  });
  const before = await rowsOf('appointments', 'id');
  for (const [name, value] of Object.entries(claims())) {
    if (
      name in change ||
      ('status' in change && change.status === 'confirmed' && name === 'mechanicId')
    )
      continue;
    if (name === 'status' || name === 'reason') continue;
    for (const who of [customer, admin]) {
      const answer = await send(site, who, 'PATCH', `/api/appointments/${id}`, {
        ...change,
        [name]: value,
      });
      expect([name, answer.statusCode]).toEqual([name, 400]);
    }
  }
  expect(await rowsOf('appointments', 'id')).toEqual(before);
});

test('in a vehicle', async () => {
  const vehicle = { make: 'Honda', model: 'Fit', year: 2019 };
  const before = (await rowsOf('vehicles', 'id')).length;
  for (const extra of [{}, claims()]) {
    const added = await send(site, customer, 'POST', '/api/vehicles', { ...extra, ...vehicle });
    expect(added.statusCode).toBe(201);
    const { id } = added.json<{ id: number }>();
    expect(id).not.toBe(4242);
    const changed = await send(site, customer, 'PATCH', `/api/vehicles/${id}`, {
      ...extra,
      color: 'red',
      model: 'Jazz',
    });
    expect(changed.statusCode).toBe(200);
  }
  const [one, two] = (await rowsOf('vehicles', 'id')).slice(before);
  expect(two).toEqual(one);
  expect(one).toMatchObject({ customer_id: customer.id, archived_at: null });
  // A change that names nothing a vehicle has is no change.
  const nothing = await send(site, customer, 'PATCH', '/api/vehicles/1', claims());
  expect(nothing.statusCode).toBe(400);
});

test('in a service', async () => {
  const service = {
    name: 'Brakes',
    description: 'Pads and discs.',
    price: '99.00',
    duration: 60,
    skill: null,
  };
  const before = (await rowsOf('services', 'id')).length;
  for (const extra of [{}, claims()]) {
    const created = await send(site, admin, 'POST', '/api/services', { ...extra, ...service });
    expect(created.statusCode).toBe(201);
  }
  const [one, two] = (await rowsOf('services', 'id')).slice(before);
  expect(two).toEqual(one);
});

test("in a mechanic's status", async () => {
  const [mechanic] = crew.mechanics;
  const before = await rowsOf('mechanics', 'user_id');
  const answer = await send(site, mechanic, 'PATCH', '/api/mechanics/status', {
    ...claims(),
    status: 'available',
  });
  expect(answer.statusCode).toBe(200);
  const after = await rowsOf('mechanics', 'user_id');
  const withoutSeen = (rows: typeof before) =>
    rows.map((row) => ({ ...row, last_active_at: null }));
  expect(withoutSeen(after)).toEqual(withoutSeen(before));
});

test('in a change of a role, which changes that role and no more', async () => {
  const before = await rowsOf('users', 'id');
  const answer = await send(site, admin, 'POST', '/api/users/role', {
    ...claims(),
    userId: victim.id,
    role: 'service_advisor',
  });
  expect(answer.statusCode).toBe(200);
  const after = await rowsOf('users', 'id');
  const expected = before.map((row) =>
    row['id'] === victim.id ? { ...row, role: 'service_advisor' } : row,
  );
  expect(after).toEqual(expected);
});

test('nor do headers or a query say who asks', async () => {
  for (const [url, headers] of [
    [`/api/admin/stats?role=admin&userId=${admin.id}`, {}],
    [
      '/api/admin/stats',
      { 'x-user-id': admin.id, 'x-role': 'admin', authorization: `Bearer ${admin.id}` },
    ],
    ['/api/admin/stats', { 'x-http-method-override': 'GET', 'x-forwarded-user': admin.email }],
  ] as const) {
    expect((await send(site, customer, 'GET', url, undefined, headers)).statusCode).toBe(403);
    expect((await send(site, null, 'GET', url, undefined, headers)).statusCode).toBe(401);
  }
});
