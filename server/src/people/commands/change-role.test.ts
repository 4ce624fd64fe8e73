import type { Role } from '@curbwrench/contract/people/roles';
import { displayId } from '@curbwrench/contract/fields/display-id';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { describe, expect, test } from 'vitest';
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
import { read, send } from '@curbwrench/testing/requests';
import { prepareAppWithAdmin } from '@curbwrench/testing/app-with-admin';
import type { TestApp } from '@curbwrench/testing/start-app';
import { changeRole } from './change-role.ts';

let app: TestApp;
let admin: Person;

prepareAppWithAdmin((prepared) => {
  ({ app, admin } = prepared);
});

function grantRole(role: Role, person: { id: string }, actor = admin) {
  return send(app, actor, 'POST', '/api/users/role', { userId: person.id, role });
}

async function readRole({ id }: { id: string }): Promise<string> {
  const row = await app.store.kysely
    .selectFrom('accounts')
    .select('role')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.role;
}

async function readHold(id: number): Promise<string | null> {
  const row = await app.store.kysely
    .selectFrom('appointments')
    .select('held_mechanic_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.held_mechanic_id;
}

describe('the last admin', () => {
  test('cannot be demoted', async () => {
    for (const role of ['customer', 'mechanic', 'service_advisor'] as const) {
      const refused = await grantRole(role, admin);
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        'There must be at least one active admin.',
      ]);
    }
    expect((await grantRole('admin', admin)).statusCode).toBe(200);
    expect(await readRole(admin)).toBe('admin');
  });

  test('remains an admin if two admins demote each other at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await makePerson(app, 'admin');
      // Calls the command directly: over HTTP the second request may be refused before the command runs.
      const outcomes = await Promise.all([
        changeRole(app, admin, other.id, 'customer'),
        changeRole(app, other, admin.id, 'customer'),
      ]);
      // One of the two is no longer an admin, or no longer signed in, when their command runs.
      const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code]));
      expect([['not_allowed'], ['not_signed_in']]).toContainEqual(refusals);
      const roles = [await readRole(admin), await readRole(other)];
      expect(roles.toSorted()).toEqual(['admin', 'customer']);
      if (roles[1] === 'admin') admin = other;
    }
  });

  test('cannot demote themselves', async () => {
    const outcome = await changeRole(app, admin, admin.id, 'customer');
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'last_admin' } });
  });

  test('cannot be demoted if all other admins are deactivated', async () => {
    const other = await makePerson(app, 'admin');
    await send(app, admin, 'POST', `/api/users/${other.id}/activation`, { active: false });
    const refused = await grantRole('customer', admin);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'There must be at least one active admin.',
    ]);
  });

  test('can be demoted after another admin is added', async () => {
    const other = await makePerson(app, 'admin');
    expect((await grantRole('customer', admin)).statusCode).toBe(200);
    // The former admin's session ended when their role changed.
    expect((await grantRole('customer', other)).statusCode).toBe(401);
  });
});

describe('a mechanic', () => {
  test('cannot get a different role until their open jobs are reassigned', async () => {
    const mechanic = await makeMechanic(app);
    const other = await makeMechanic(app);
    const first = await makeAppointment(app, {
      date: '2026-03-05',
      status: 'confirmed',
      mechanic_id: mechanic.id,
    });
    const second = await makeAppointment(app, {
      date: '2026-03-06',
      status: 'confirmed',
      mechanic_id: mechanic.id,
    });
    const refused = await grantRole('customer', mechanic);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      `This person still has 2 open jobs, starting with ${displayId(first)}. Please assign them to someone else first.`,
    ]);
    for (const id of [first, second]) {
      await send(app, admin, 'PATCH', `/api/appointments/${id}`, {
        status: 'confirmed',
        mechanicId: other.id,
      });
    }
    expect((await grantRole('customer', mechanic)).json()).toMatchObject({ role: 'customer' });
    expect(await read<Mechanic[]>(app, admin, '/api/mechanics')).toHaveLength(1);
  });

  test('who gets a different role loses their holds, which move to other mechanics if possible', async () => {
    const mechanic = await makeMechanic(app, { skills: ['brakes'] });
    const other = await makeMechanic(app);
    const generalId = await makeAppointment(app, {
      date: '2026-03-05',
      held_mechanic_id: mechanic.id,
    });
    const brakesId = await makeAppointment(app, {
      date: '2026-03-06',
      service_id: await makeService(app, { skill: 'brakes' }),
      held_mechanic_id: mechanic.id,
    });
    expect((await grantRole('service_advisor', mechanic)).statusCode).toBe(200);
    expect(await readHold(generalId)).toBe(other.id);
    expect(await readHold(brakesId)).toBeNull();
    const appointment = await read<{ attention: string }>(
      app,
      admin,
      `/api/appointments/${brakesId}`,
    );
    expect(appointment.attention).toBe('no_mechanic_free');
    const assigned = await send(app, admin, 'PATCH', `/api/appointments/${generalId}`, {
      status: 'confirmed',
      mechanicId: mechanic.id,
    });
    expect(assigned.statusCode).toBe(404);
  });

  test('who is new works Monday through Friday from 8 AM to 6 PM, and gets holds for appointments that have none', async () => {
    const customer = await makePerson(app, 'customer');
    const vehicleId = await makeVehicle(app, customer.id);
    const serviceId = await makeService(app);
    // If there are no mechanics, a booking is accepted without a hold.
    const booked = await send(app, customer, 'POST', '/api/appointments', {
      vehicleId,
      serviceId,
      date: '2026-03-05',
      startTime: '17:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
    });
    const { id } = booked.json<{ id: number }>();
    const overlappingId = await makeAppointment(app, {
      date: '2026-03-05',
      start_time: '17:30',
      end_time: '18:30',
    });
    const weekendId = await makeAppointment(app, { date: '2026-03-07' });
    expect(await readHold(id)).toBeNull();

    const person = await makePerson(app, 'customer');
    expect((await grantRole('mechanic', person)).statusCode).toBe(200);
    const hours = await app.store.kysely
      .selectFrom('working_hours')
      .selectAll()
      .where('mechanic_id', '=', person.id)
      .orderBy('weekday')
      .execute();
    expect(hours.map(({ weekday, starts, ends }) => [weekday, starts, ends])).toEqual(
      [1, 2, 3, 4, 5].map((weekday) => [weekday, '08:00:00', '18:00:00']),
    );
    const holders = [await readHold(id), await readHold(overlappingId), await readHold(weekendId)];
    expect(holders.filter((mechanicId) => mechanicId !== null)).toEqual([person.id]);
    const newSession = { headers: await openSession(app, person.id) };
    expect(await read(app, newSession, '/api/auth/user')).toMatchObject({
      role: 'mechanic',
      status: 'available',
    });
  });

  test('who gets the role back has their previous hours and skills', async () => {
    const mechanic = await makeMechanic(app, { skills: ['brakes'], hours: ['10:00', '14:00'] });
    await grantRole('customer', mechanic);
    await grantRole('mechanic', mechanic);
    expect(await read(app, admin, `/api/mechanics/${mechanic.id}`)).toMatchObject({
      skills: ['brakes'],
      status: 'offline',
    });
    const hours = await app.store.kysely.selectFrom('working_hours').selectAll().execute();
    expect(new Set(hours.map(({ starts }) => starts))).toEqual(new Set(['10:00:00']));
  });

  test('cannot be demoted and assigned a job at the same time: one of the two changes is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const mechanic = await makeMechanic(app);
      const id = await makeAppointment(app, {
        date: '2026-03-05',
        start_time: `${10 + round}:00`,
        end_time: `${11 + round}:00`,
      });
      const [assignment, demotion] = await Promise.all([
        send(app, admin, 'PATCH', `/api/appointments/${id}`, {
          status: 'confirmed',
          mechanicId: mechanic.id,
        }),
        grantRole('customer', mechanic),
      ]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([assignment.statusCode, demotion.statusCode]);
    }
  });
});

describe('giving a role', () => {
  test('is refused if the admin who gives it has just been demoted', async () => {
    const person = await makePerson(app, 'customer');
    const formerAdmin = { ...person, role: 'admin' as const };
    const other = await makePerson(app, 'customer');
    expect(await changeRole(app, formerAdmin, other.id, 'mechanic')).toMatchObject({
      ok: false,
      refusal: { code: 'not_allowed' },
    });
    expect(await readRole(other)).toBe('customer');
  });

  test('is refused for an unknown person', async () => {
    const unknown = await grantRole('customer', { id: 'nobody-there' });
    expect([unknown.statusCode, unknown.body]).toEqual([404, 'Person not found.']);
  });

  test('changes nothing if the person already has the role', async () => {
    const person = await makePerson(app, 'customer');
    const before = await app.store.kysely.selectFrom('outbox').select('id').orderBy('id').execute();
    expect((await grantRole('customer', person)).statusCode).toBe(200);
    expect(
      await app.store.kysely.selectFrom('outbox').select('id').orderBy('id').execute(),
    ).toEqual(before);
  });

  test('ends all of the person’s sessions; the next one has the new permissions @people.roles', async () => {
    const person = await makePerson(app, 'customer');
    const otherSession = await openSession(app, person.id);
    const bystander = await makePerson(app, 'customer');
    expect((await send(app, person, 'GET', '/api/admin/stats')).statusCode).toBe(403);
    await grantRole('admin', person);
    for (const { cookie } of [person.headers, otherSession]) {
      expect((await send(app, { headers: { cookie } }, 'GET', '/api/auth/user')).statusCode).toBe(
        401,
      );
    }
    expect(await isSessionOpen(app, bystander.headers.cookie)).toBe(true);
    const newSession = { headers: await openSession(app, person.id) };
    expect((await send(app, newSession, 'GET', '/api/admin/stats')).statusCode).toBe(200);
  });

  test('sends events about the person, the mechanic and the time slots', async () => {
    const person = await makePerson(app, 'customer');
    await grantRole('mechanic', person);
    const events = await app.store.kysely
      .selectFrom('outbox')
      .select(['kind', 'subject_id'])
      .orderBy('id')
      .execute();
    expect(events.slice(0, 2)).toEqual([
      { kind: 'user', subject_id: person.id },
      { kind: 'mechanic', subject_id: person.id },
    ]);
    const days = events.filter(({ kind }) => kind === 'slot').map((event) => event.subject_id);
    expect(days, 'one event for all days').toEqual(['2026-03-03']);
  });

  test('is refused for a deactivated person', async () => {
    const person = await makePerson(app, 'customer');
    await send(app, admin, 'POST', `/api/users/${person.id}/activation`, { active: false });
    const refused = await grantRole('mechanic', person);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'This person is deactivated. Please reactivate them first.',
    ]);
    expect(await read<Mechanic[]>(app, admin, '/api/mechanics')).toEqual([]);
  });
});
