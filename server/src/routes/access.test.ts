import { callSchemas } from '@curbwrench/contract/call-schemas';
import { calls, pathOf, type CallName } from '@curbwrench/contract/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeCrew,
  makePerson,
  makeService,
  makeVehicle,
  openSession,
  type Crew,
  type Person,
} from '../testing/builders.ts';
import { read, send } from '../testing/requests.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/*
 * Decision D1's table, walked: every call, by every kind of reader, on an object that is there and
 * on one that is not. What is expected stands here in full; nothing of it is read from the code.
 */

const readers = [
  'nobody',
  'expired',
  'owner',
  'other customer',
  'assigned mechanic',
  'other mechanic',
  'advisor',
  'admin',
] as const;
type ReaderName = (typeof readers)[number];

/** Whoever has no part in the owner's appointment, and must learn nothing of it. */
const strangers: readonly ReaderName[] = ['nobody', 'expired', 'other customer', 'other mechanic'];

/** What only the owner's own records hold. */
const secrets = ['Ownerson', 'owner@', 'Secret Lane', 'gate code', 'OWN-777', 'owner-1'];

let site: TestApp;
let crew: Crew;
let people: Record<ReaderName, Person | null>;
let owner: Person;
let secondAdmin: Person;

beforeAll(async () => {
  site = await startApp();
  crew = await makeCrew(site, 3);
  owner = await makePerson(site, 'customer', { id: 'owner-1', lastName: 'Ownerson' });
  secondAdmin = await makePerson(site, 'admin');
  const [assigned, other] = crew.mechanics;
  people = {
    nobody: null,
    expired: {
      ...owner,
      headers: await openSession(site, owner.id, new Date(Date.now() - 1000)),
    },
    owner,
    'other customer': await makePerson(site, 'customer'),
    'assigned mechanic': assigned,
    'other mechanic': other ?? null,
    advisor: await makePerson(site, 'service_advisor'),
    admin: await makePerson(site, 'admin'),
  };
});
afterAll(() => site.stop());

/** Whatever a case left behind takes nobody's time in the next. */
beforeEach(async () => {
  await sql`update appointments set status = 'cancelled', hold_mechanic_id = null
    where status <> 'completed'`.execute(site.store.kysely);
});

/** The status each kind of reader gets, in the order of `readers`. */
type Statuses = readonly [number, number, number, number, number, number, number, number];

interface Walk {
  readonly name: string;
  readonly call: CallName;
  /** For an object that is there, which is the owner's, and the assigned mechanic's job. */
  readonly there: Statuses;
  /** What a path names: makes it, and answers its id. `turn` tells the readers' objects apart. */
  readonly make?: (turn: number) => Promise<string | number>;
  readonly missing?: string | number;
  readonly query?: string;
  readonly body?: (reader: ReaderName, id: string | number, turn: number) => object;
  /** What a missing object answers to those who may call at all; 404 unless said otherwise. */
  readonly notThere?: number;
}

const hour = (turn: number) => `${String(8 + turn).padStart(2, '0')}:00`;

/** The owner's appointment, confirmed with the assigned mechanic unless said otherwise. */
async function makeJob(turn: number, details: { date?: string; status?: 'in_progress' } = {}) {
  const vehicleId = await makeVehicle(site, owner.id, { plate_number: 'OWN-777' });
  return makeAppointment(site, {
    date: '2026-03-05',
    status: 'confirmed',
    start_time: hour(turn),
    end_time: hour(turn + 1),
    customer_id: owner.id,
    mechanic_id: crew.mechanics[0].id,
    vehicle_id: vehicleId,
    service_id: crew.serviceId,
    address: '7 Secret Lane',
    notes: 'The gate code is 4711.',
    ...details,
  });
}

/** A vehicle of the owner which the assigned mechanic has worked on. */
async function makeWorkedOnVehicle(turn: number): Promise<number> {
  const vehicleId = await makeVehicle(site, owner.id, { plate_number: 'OWN-777' });
  await makeAppointment(site, {
    date: '2026-03-02',
    status: 'completed',
    start_time: hour(turn),
    end_time: hour(turn + 1),
    customer_id: owner.id,
    mechanic_id: crew.mechanics[0].id,
    vehicle_id: vehicleId,
    service_id: crew.serviceId,
  });
  return vehicleId;
}

const forOwner = (reader: ReaderName) =>
  reader === 'advisor' || reader === 'admin' ? { customerId: owner.id } : {};

const walks: readonly Walk[] = [
  // Open to everyone: services and slots.
  { name: 'the business', call: 'getBusiness', there: [200, 200, 200, 200, 200, 200, 200, 200] },
  { name: 'services: list', call: 'listServices', there: [200, 200, 200, 200, 200, 200, 200, 200] },
  {
    name: 'services: one',
    call: 'getService',
    there: [200, 200, 200, 200, 200, 200, 200, 200],
    make: () => makeService(site),
    missing: 999_999,
  },
  {
    name: 'slots of a day',
    call: 'listSlots',
    there: [200, 200, 200, 200, 200, 200, 200, 200],
    make: () => makeService(site),
    missing: 999_999,
    query: 'date=2026-03-05&serviceId=',
  },
  // Services are the admin's to change.
  {
    name: 'services: create',
    call: 'createService',
    there: [401, 401, 403, 403, 403, 403, 403, 201],
    body: () => ({ name: 'Brakes', description: 'Pads and discs.', price: 200, duration: 120 }),
  },
  {
    name: 'services: change',
    call: 'changeService',
    there: [401, 401, 403, 403, 403, 403, 403, 200],
    make: () => makeService(site),
    missing: 999_999,
    body: () => ({ price: '12.50' }),
  },
  {
    name: 'services: delete',
    call: 'deleteService',
    there: [401, 401, 403, 403, 403, 403, 403, 204],
    make: () => makeService(site),
    missing: 999_999,
  },
  // Appointments.
  { name: 'oneself', call: 'getSessionUser', there: [401, 401, 200, 200, 200, 200, 200, 200] },
  {
    name: 'appointments: list',
    call: 'listAppointments',
    there: [401, 401, 200, 200, 200, 200, 200, 200],
    make: makeJob,
  },
  {
    name: 'appointments: a page',
    call: 'listAppointments',
    there: [401, 401, 200, 200, 200, 200, 200, 200],
    make: makeJob,
    query: 'search=gate&status=confirmed&x=',
  },
  {
    name: 'appointments: counts',
    call: 'countAppointments',
    there: [401, 401, 200, 200, 200, 200, 200, 200],
    make: makeJob,
  },
  {
    name: 'appointments: one',
    call: 'getAppointment',
    there: [401, 401, 200, 404, 200, 404, 200, 200],
    make: makeJob,
    missing: 999_999,
  },
  {
    name: 'appointments: create',
    call: 'bookAppointment',
    there: [401, 401, 201, 400, 403, 403, 201, 201],
    make: () => makeVehicle(site, owner.id),
    missing: 999_999,
    notThere: 400,
    body: (reader, vehicleId, turn) => ({
      vehicleId,
      serviceId: crew.serviceId,
      date: '2026-03-09',
      startTime: hour(turn),
      location: JSON.stringify({ address: '7 Secret Lane' }),
      ...forOwner(reader),
    }),
  },
  {
    name: 'appointments: assign',
    call: 'changeAppointment',
    there: [401, 401, 403, 404, 403, 404, 200, 200],
    make: makeJob,
    missing: 999_999,
    body: () => ({ status: 'confirmed', mechanicId: crew.mechanics[2]?.id }),
  },
  {
    name: 'appointments: unassign or decline',
    call: 'changeAppointment',
    there: [401, 401, 403, 404, 200, 404, 200, 200],
    make: makeJob,
    missing: 999_999,
    body: () => ({ status: 'unassigned' }),
  },
  {
    name: 'appointments: reschedule',
    call: 'changeAppointment',
    there: [401, 401, 200, 404, 403, 404, 200, 200],
    make: makeJob,
    missing: 999_999,
    body: (_, __, turn) => ({ date: '2026-03-06', startTime: hour(turn) }),
  },
  {
    name: 'appointments: start',
    call: 'changeAppointment',
    there: [401, 401, 403, 404, 200, 404, 403, 403],
    make: (turn) => makeJob(turn, { date: '2026-03-03' }),
    missing: 999_999,
    body: () => ({ status: 'in_progress' }),
  },
  {
    name: 'appointments: complete',
    call: 'changeAppointment',
    there: [401, 401, 403, 404, 200, 404, 403, 403],
    make: async (turn) => {
      // One at a time: whatever job was under way makes room.
      await sql`update appointments set status = 'cancelled' where status = 'in_progress'`.execute(
        site.store.kysely,
      );
      return makeJob(turn, { date: '2026-03-03', status: 'in_progress' });
    },
    missing: 999_999,
    body: () => ({ status: 'completed' }),
  },
  {
    name: 'appointments: cancel',
    call: 'changeAppointment',
    there: [401, 401, 200, 404, 403, 404, 200, 200],
    make: makeJob,
    missing: 999_999,
    body: () => ({ status: 'cancelled' }),
  },
  {
    name: 'appointments: notes',
    call: 'changeAppointment',
    there: [401, 401, 200, 404, 403, 404, 403, 403],
    make: makeJob,
    missing: 999_999,
    body: () => ({ notes: 'The gate code is 4712.' }),
  },
  {
    name: 'appointments: candidates',
    call: 'listCandidates',
    there: [401, 401, 403, 403, 403, 403, 200, 200],
    make: makeJob,
    missing: 999_999,
  },
  // Mechanics.
  {
    name: 'mechanics: list',
    call: 'listMechanics',
    there: [401, 401, 403, 403, 403, 403, 200, 200],
  },
  {
    name: 'mechanics: one',
    call: 'getMechanic',
    there: [401, 401, 200, 404, 200, 404, 200, 200],
    make: async (turn) => {
      await makeJob(turn);
      return crew.mechanics[0].id;
    },
    missing: 'mechanic-999999',
  },
  {
    name: 'mechanics: status',
    call: 'changeMechanicStatus',
    there: [401, 401, 403, 403, 200, 200, 403, 403],
    body: () => ({ status: 'available', location: { lat: 37.7, lng: -122.4 } }),
  },
  // People.
  { name: 'users: list', call: 'listUsers', there: [401, 401, 403, 403, 403, 403, 200, 200] },
  {
    name: 'users: a customer',
    call: 'getUser',
    there: [401, 401, 200, 404, 200, 404, 200, 200],
    make: async (turn) => {
      await makeJob(turn);
      return owner.id;
    },
    missing: 'customer-999999',
  },
  {
    name: 'users: one of the staff',
    call: 'getUser',
    there: [401, 401, 404, 404, 404, 404, 404, 200],
    make: async () => secondAdmin.id,
    missing: 'admin-999999',
  },
  {
    name: 'users: a mechanic',
    call: 'getUser',
    there: [401, 401, 404, 404, 404, 404, 404, 200],
    make: async () => crew.mechanics[2]?.id ?? '',
    missing: 'mechanic-999999',
  },
  {
    name: 'users: role',
    call: 'changeRole',
    there: [401, 401, 403, 403, 403, 403, 403, 200],
    make: async () => (await makePerson(site, 'customer')).id,
    missing: 'customer-999999',
    body: (_, userId) => ({ userId, role: 'service_advisor' }),
  },
  // Vehicles.
  {
    name: 'vehicles: list',
    call: 'listVehicles',
    there: [401, 401, 200, 200, 200, 200, 200, 200],
    make: makeWorkedOnVehicle,
  },
  {
    name: "vehicles: a customer's",
    call: 'listVehicles',
    there: [401, 401, 200, 200, 200, 200, 200, 200],
    make: makeWorkedOnVehicle,
    query: 'customerId=owner-1&x=',
  },
  {
    name: 'vehicles: one',
    call: 'getVehicle',
    there: [401, 401, 200, 404, 200, 404, 200, 200],
    make: makeWorkedOnVehicle,
    missing: 999_999,
  },
  {
    name: 'vehicles: create',
    call: 'createVehicle',
    there: [401, 401, 201, 201, 403, 403, 201, 201],
    body: (reader) => ({ make: 'Fiat', model: 'Panda', year: 2012, ...forOwner(reader) }),
  },
  {
    name: 'vehicles: change',
    call: 'changeVehicle',
    there: [401, 401, 200, 404, 403, 403, 200, 200],
    make: makeWorkedOnVehicle,
    missing: 999_999,
    body: () => ({ model: 'Uno' }),
  },
  {
    name: 'vehicles: delete',
    call: 'deleteVehicle',
    there: [401, 401, 204, 404, 403, 403, 204, 204],
    make: makeWorkedOnVehicle,
    missing: 999_999,
  },
  // Money and figures.
  { name: 'payments: list', call: 'listPayments', there: [401, 401, 200, 200, 200, 200, 200, 200] },
  {
    name: 'payments: summary',
    call: 'summarisePayments',
    there: [401, 401, 200, 200, 200, 200, 200, 200],
  },
  { name: 'admin stats', call: 'getStats', there: [401, 401, 403, 403, 403, 403, 403, 200] },
];

/** Streams and sessions have tests of their own, beside their routes. */
const walkedElsewhere: readonly CallName[] = ['streamEvents', 'openDemoSession', 'signOut'];

test('every call is walked', () => {
  const walked = new Set([...walks.map(({ call }) => call), ...walkedElsewhere]);
  expect([...walked].toSorted()).toEqual(Object.keys(calls).toSorted());
});

test.each(walks)('$name', async (walk) => {
  const { method, path } = calls[walk.call];
  const isThere = walk.make ?? (async () => 0);
  for (const [turn, reader] of readers.entries()) {
    const ask = (id: string | number) =>
      send(
        site,
        people[reader],
        method,
        (path.includes(':id') ? pathOf(path, { id }) : path) +
          (walk.query ? `?${walk.query}${walk.query.endsWith('=') ? id : ''}` : ''),
        walk.body?.(reader, id, turn),
      );
    const id = await isThere(turn);
    const found = await ask(id);
    const expected = walk.there[turn];
    expect([reader, found.statusCode, found.body]).toEqual([reader, expected, found.body]);
    const hidden = [404, 400].includes(found.statusCode);

    // Another's object answers exactly like one that isn't there.
    if (walk.missing !== undefined) {
      const missing = await ask(walk.missing);
      const refusedAnyway = expected === 401 || expected === 403;
      // What a standing refuses, it refuses of an object that it may know of.
      const status =
        walk.call === 'changeAppointment' && expected === 403
          ? 404
          : refusedAnyway
            ? expected
            : (walk.notThere ?? 404);
      expect([reader, missing.statusCode]).toEqual([reader, status]);
      if (hidden) {
        expect([reader, missing.body, missing.headers['content-type']]).toEqual([
          reader,
          found.body,
          found.headers['content-type'],
        ]);
      }
    }

    // Strangers learn nothing, and a mechanic no e-mail address of a customer.
    if (strangers.includes(reader)) {
      for (const secret of secrets)
        expect([reader, found.body]).not.toEqual([reader, expect.stringContaining(secret)]);
    }
    if (reader === 'assigned mechanic') expect(found.body).not.toContain(owner.email);

    // A reply holds what the contract says, and nothing beside it.
    const reply = callSchemas[walk.call].reply;
    if (found.statusCode === 200 || found.statusCode === 201) {
      const body = found.json<unknown>();
      expect(reply?.parse(body)).toEqual(body);
    }
    if (found.statusCode === 204) expect([reply, found.body]).toEqual([null, '']);
  }
});

describe('lists hold what their reader may see', () => {
  test('and no more', async () => {
    const mine = await makeJob(0);
    const unassigned = await makeAppointment(site, { date: '2026-03-05', customer_id: owner.id });
    const anothers = await makeAppointment(site, { date: '2026-03-05' });
    const seen = async (reader: ReaderName) => {
      const rows = await read<{ id: number }[]>(site, people[reader], '/api/appointments');
      return [mine, unassigned, anothers].filter((id) => rows.some((row) => row.id === id));
    };
    expect(await seen('owner')).toEqual([mine, unassigned]);
    expect(await seen('assigned mechanic')).toEqual([mine]);
    expect(await seen('other mechanic')).toEqual([]);
    expect(await seen('other customer')).toEqual([]);
    expect(await seen('advisor')).toEqual([mine, unassigned, anothers]);
    expect(await seen('admin')).toEqual([mine, unassigned, anothers]);
  });

  test('an advisor is listed customers only, whatever role they ask for', async () => {
    const rolesOf = async (url: string) => {
      const users = await read<{ role: string }[]>(site, people.advisor, url);
      return new Set(users.map(({ role }) => role));
    };
    expect(await rolesOf('/api/users')).toEqual(new Set(['customer']));
    expect(await rolesOf('/api/users?role=customer')).toEqual(new Set(['customer']));
    for (const role of ['admin', 'mechanic', 'service_advisor']) {
      expect(await rolesOf(`/api/users?role=${role}`)).toEqual(new Set());
    }
  });

  test('a mechanic finds no customer by an e-mail address they may not see', async () => {
    await makeJob(0);
    const search = async (text: string) =>
      read<unknown[]>(
        site,
        people['assigned mechanic'],
        `/api/appointments?status=confirmed&search=${text}`,
      );
    expect(await search('Ownerson')).toHaveLength(1);
    expect(await search('owner-1@example.com')).toEqual([]);
    expect(await search('example.com')).toEqual([]);
    expect(
      await read(site, owner, '/api/appointments?status=confirmed&search=example.com'),
    ).toHaveLength(1);
  });
});
