import type { Mechanic, User } from '@curbwrench/contract/people/schemas';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../database/connection/transaction.ts';
import { lockDays } from '../../database/locks.ts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  openSession,
  isSessionOpen,
  type Person,
} from '@curbwrench/testing/builders';
import { testDatabaseKind } from '@curbwrench/testing/database';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { prepareAppWithAdmin } from '@curbwrench/testing/app-with-admin';
import type { TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';
import { changeRole } from './change-role.ts';
import { changeActivation } from './change-activation.ts';

let app: TestApp;
let admin: Person;

prepareAppWithAdmin((prepared) => {
  ({ app, admin } = prepared);
});

const setActive = (active: boolean, person: { id: string }, actor: Person = admin) =>
  send(app, actor, 'POST', `/api/users/${person.id}/activation`, { active });

async function listActiveAdmins(): Promise<string[]> {
  const rows = await app.store.kysely
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('active', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

const describeOnServer = testDatabaseKind === 'postgres' ? describe : () => {};

describe('deactivation', () => {
  test('signs a person out immediately and prevents sign-in, but keeps them in the history @people.deactivation', async () => {
    const customer = await makePerson(app, 'customer');
    const appointmentId = await makeAppointment(app, {
      date: '2026-03-05',
      customer_id: customer.id,
    });
    expect((await setActive(false, customer)).json()).toMatchObject({
      id: customer.id,
      active: false,
    });
    expect((await send(app, customer, 'GET', '/api/auth/user')).statusCode).toBe(401);
    expect(await isSessionOpen(app, customer.headers.cookie)).toBe(false);
    // Even a new session does not work.
    const headers = await openSession(app, customer.id);
    expect((await send(app, { headers }, 'GET', '/api/auth/user')).statusCode).toBe(401);

    const foundUsers = await read<User[]>(app, admin, `/api/users?search=${customer.email}`);
    expect(foundUsers).toMatchObject([{ id: customer.id, active: false }]);
    const url = `/api/appointments/${appointmentId}`;
    const details = await read<{ customer: User }>(app, admin, url);
    expect(details.customer.id).toBe(customer.id);
    const events = await app.store.kysely
      .selectFrom('outbox')
      .select(['kind', 'subject_id'])
      .execute();
    expect(events).toEqual([{ kind: 'user', subject_id: customer.id }]);
  });

  test('ends with reactivation, after which the person can sign in again @people.deactivation', async () => {
    const customer = await makePerson(app, 'customer');
    await setActive(false, customer);
    expect((await setActive(true, customer)).json()).toMatchObject({ active: true });
    // Their previous session is no longer valid.
    expect((await send(app, customer, 'GET', '/api/auth/user')).statusCode).toBe(401);
    const newSession = { headers: await openSession(app, customer.id) };
    expect(await read(app, newSession, '/api/auth/user')).toMatchObject({ id: customer.id });
  });

  test('is refused to anyone but an admin, and for unknown people; reactivating an active person changes nothing', async () => {
    const customer = await makePerson(app, 'customer');
    const advisor = await makePerson(app, 'service_advisor');
    expect((await setActive(false, customer, advisor)).statusCode).toBe(403);
    expect((await setActive(false, { id: 'nobody-there' })).statusCode).toBe(404);
    const before = await app.store.kysely.selectFrom('outbox').select('id').orderBy('id').execute();
    expect((await setActive(true, customer)).statusCode).toBe(200);
    expect(
      await app.store.kysely.selectFrom('outbox').select('id').orderBy('id').execute(),
    ).toEqual(before);
  });
});

describe('the last admin', () => {
  test('cannot be deactivated, even if there are deactivated admins', async () => {
    const other = await makePerson(app, 'admin');
    expect((await setActive(false, other)).statusCode).toBe(200);
    const refused = await setActive(false, admin);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'There must be at least one active admin.',
    ]);
    expect(await listActiveAdmins()).toEqual([admin.id]);
  });

  test('remains active if two admins deactivate or demote each other at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const other = await makePerson(app, 'admin');
      const outcomes = await Promise.all([
        changeActivation(app, admin, other.id, false),
        round % 2 === 0
          ? changeActivation(app, other, admin.id, false)
          : changeRole(app, other, admin.id, 'customer'),
      ]);
      // One of the two is no longer an admin, or no longer signed in, when their command runs.
      const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code]));
      expect([['not_allowed'], ['not_signed_in']]).toContainEqual(refusals);
      const remainingAdmins = await listActiveAdmins();
      expect(remainingAdmins).toHaveLength(1);
      if (remainingAdmins[0] === other.id) admin = other;
    }
  });
});

describe('a mechanic', () => {
  test('cannot be deactivated while they have open jobs, and the refusal states how many', async () => {
    const mechanic = await makeMechanic(app);
    const jobs = [];
    for (const start of ['08:00', '10:00', '12:00']) {
      jobs.push(
        await makeAppointment(app, {
          date: '2026-03-05',
          start_time: start,
          end_time: `${start.slice(0, 2)}:30`,
          status: 'confirmed',
          mechanic_id: mechanic.id,
        }),
      );
    }
    const refused = await setActive(false, mechanic);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      expect.stringMatching(
        /^This person still has 3 open jobs, starting with #\d+. Please assign/,
      ),
    ]);
    expect(await isSessionOpen(app, mechanic.headers.cookie)).toBe(true);
    await sql`update appointments set status = 'cancelled'`.execute(app.store.kysely);
    expect((await setActive(false, mechanic)).statusCode).toBe(200);
  });

  test('who is deactivated loses their holds to other mechanics and cannot be assigned jobs until reactivated', async () => {
    const mechanic = await makeMechanic(app, { hours: ['09:00', '17:00'] });
    const other = await makeMechanic(app);
    const pendingId = await makeAppointment(app, {
      date: '2026-03-05',
      held_mechanic_id: mechanic.id,
    });
    const completedId = await makeAppointment(app, {
      date: '2026-03-02',
      status: 'completed',
      mechanic_id: mechanic.id,
    });
    await setActive(false, mechanic);
    const pending = await app.store.kysely
      .selectFrom('appointments')
      .select('held_mechanic_id')
      .where('id', '=', pendingId)
      .executeTakeFirstOrThrow();
    expect(pending.held_mechanic_id).toBe(other.id);
    const listMechanicIds = async () =>
      (await read<Mechanic[]>(app, admin, '/api/mechanics')).map(({ id }) => id);
    expect(await listMechanicIds()).toEqual([other.id]);
    const candidates = await read<{ mechanic: { id: string } }[]>(
      app,
      admin,
      `/api/appointments/${pendingId}/candidates`,
    );
    expect(candidates.map((candidate) => candidate.mechanic.id)).toEqual([other.id]);
    // Their name stays in the history.
    expect(await read(app, admin, `/api/appointments/${completedId}`)).toMatchObject({
      mechanic: { id: mechanic.id, email: mechanic.email },
    });
    expect(await read(app, admin, `/api/mechanics/${mechanic.id}`)).toMatchObject({
      id: mechanic.id,
    });

    await setActive(true, mechanic);
    expect((await listMechanicIds()).toSorted()).toEqual([mechanic.id, other.id].toSorted());
    const hours = await app.store.kysely
      .selectFrom('working_hours')
      .select('starts')
      .where('mechanic_id', '=', mechanic.id)
      .execute();
    expect(new Set(hours.map(({ starts }) => starts))).toEqual(new Set(['09:00:00']));
  });

  test('who is deactivated during bookings keeps no holds; one who is reactivated during bookings misses none', async () => {
    const mechanic = await makeMechanic(app);
    const serviceId = await makeService(app);
    const days = ['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-09'];
    const customers = await Promise.all(
      days.map(async () => {
        const customer = await makePerson(app, 'customer');
        return { customer, vehicleId: await makeVehicle(app, customer.id) };
      }),
    );
    for (const startTime of ['08:00', '10:00', '12:00', '14:00']) {
      const book = (date: string, index: number) => {
        const { customer, vehicleId } = customers[index] ?? {};
        return send(app, customer ?? null, 'POST', '/api/appointments', {
          vehicleId,
          serviceId,
          date,
          startTime,
          location: JSON.stringify({ address: '5 Elm Street' }),
        });
      };
      // Without a mechanic, bookings are accepted without a hold; with one, they hold the mechanic's time.
      const isDeactivation = startTime === '08:00' || startTime === '12:00';
      const responses = await Promise.all([
        ...days.map(book),
        setActive(!isDeactivation, mechanic),
      ]);
      expect(sortedStatuses(responses)).toEqual([200, 201, 201, 201, 201]);
      const { rows } = await sql<{ holder: string | null; active: boolean | null }>`
        select held_mechanic_id as holder, m.active
        from appointments left join mechanics m on m.person_id = held_mechanic_id
      `.execute(app.store.kysely);
      expect(new Set(rows.map(({ holder }) => holder))).toEqual(
        new Set([isDeactivation ? null : mechanic.id]),
      );
      expect(rows.filter(({ active }) => active === false)).toEqual([]);
    }
  });

  // The embedded database runs one transaction at a time, so transactions cannot interleave.
  describeOnServer('on a PostgreSQL server', () => {
    test('who is reactivated during a booking gets its hold, because the reactivation waits for the booking', async () => {
      const mechanic = await makeMechanic(app);
      await setActive(false, mechanic);
      const id = await makeAppointment(app, { date: '2026-03-05', status: 'cancelled' });
      let finish: (() => void) | undefined;
      const booking = inTransaction(app.store, async (trx) => {
        await lockDays(trx, ['2026-03-05']);
        await sql`update appointments set status = 'pending' where id = ${id}`.execute(trx);
        await new Promise<void>((resolve) => (finish = resolve));
      });
      await waitFor(() => expect(finish).toBeDefined());
      const reactivation = setActive(true, mechanic);
      const expectWaiting = async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event = 'advisory'
        `.execute(app.store.kysely);
        expect(rows).toHaveLength(1);
      };
      try {
        await vi.waitFor(expectWaiting, { timeout: 10_000 });
      } finally {
        finish?.();
        await booking;
      }
      expect((await reactivation).statusCode).toBe(200);
      const { held_mechanic_id: holder } = await app.store.kysely
        .selectFrom('appointments')
        .select('held_mechanic_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(holder).toBe(mechanic.id);
    });
  });

  test('cannot be deactivated and assigned a job at the same time: one of the two changes is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const mechanic = await makeMechanic(app);
      const id = await makeAppointment(app, {
        date: '2026-03-05',
        start_time: `${10 + round}:00`,
        end_time: `${11 + round}:00`,
      });
      const [assignment, deactivation] = await Promise.all([
        send(app, admin, 'PATCH', `/api/appointments/${id}`, {
          status: 'confirmed',
          mechanicId: mechanic.id,
        }),
        setActive(false, mechanic),
      ]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([assignment.statusCode, deactivation.statusCode]);
    }
  });
});
