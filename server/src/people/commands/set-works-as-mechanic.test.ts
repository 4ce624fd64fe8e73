import type { Mechanic, SessionUser } from '@curbwrench/contract/people/schemas';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  openSession,
  type Person,
} from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { prepareAppWithAdmin } from '@curbwrench/testing/app-with-admin';
import type { TestApp } from '@curbwrench/testing/start-app';
import { setWorksAsMechanic } from './set-works-as-mechanic.ts';

let app: TestApp;
let admin: Person;

prepareAppWithAdmin((prepared) => {
  ({ app, admin } = prepared);
});

const sendWorksAsMechanic = (
  works: boolean,
  person: { id: string } = admin,
  actor: Person = admin,
) => send(app, actor, 'POST', `/api/users/${person.id}/mechanic-work`, { works });

const change = (id: number, body: object, actor: Pick<Person, 'headers'> = admin) =>
  send(app, actor, 'PATCH', `/api/appointments/${id}`, body);

const changeStatus = (body: object, actor: Person = admin) =>
  send(app, actor, 'PATCH', '/api/mechanics/status', body);

const readOwnRecord = () => read<SessionUser>(app, admin, '/api/auth/user');

const listMechanicIds = async () =>
  (await read<Mechanic[]>(app, admin, '/api/mechanics')).map(({ id }) => id);

describe('an admin who also works as a mechanic', () => {
  test('gets back their previous status when marked as a mechanic again on the same day', async () => {
    for (const status of ['available', 'offline']) {
      await sendWorksAsMechanic(true);
      expect((await changeStatus({ status })).statusCode).toBe(200);
      await sendWorksAsMechanic(false);
      await sendWorksAsMechanic(true);
      expect(await readOwnRecord()).toMatchObject({ status });
    }
  });

  test('appears as a mechanic everywhere, and is still an admin', async () => {
    expect(await readOwnRecord()).toMatchObject({ worksAsMechanic: false, status: null });
    expect((await sendWorksAsMechanic(true)).json()).toMatchObject({
      role: 'admin',
      worksAsMechanic: true,
    });
    expect(await readOwnRecord()).toMatchObject({
      role: 'admin',
      worksAsMechanic: true,
      status: 'available',
    });
    expect(await listMechanicIds()).toEqual([admin.id]);
    expect((await send(app, admin, 'GET', '/api/admin/stats')).statusCode).toBe(200);
    expect((await changeStatus({ status: 'offline' })).json()).toMatchObject({
      id: admin.id,
      status: 'offline',
    });
    expect((await changeStatus({ status: 'available' })).statusCode).toBe(200);
    expect((await changeStatus({ location: { lat: 37.7, lng: -122.4 } })).statusCode).toBe(200);
    expect(await readOwnRecord()).toMatchObject({ status: 'available' });
  });

  test('can assign themselves, and start and complete their own job', async () => {
    await sendWorksAsMechanic(true);
    const id = await makeAppointment(app, { date: '2026-03-03' });
    const candidates = await read<{ mechanic: { id: string }; free: boolean }[]>(
      app,
      admin,
      `/api/appointments/${id}/candidates`,
    );
    expect(candidates).toMatchObject([{ mechanic: { id: admin.id }, free: true }]);
    expect((await change(id, { status: 'confirmed', mechanicId: admin.id })).statusCode).toBe(200);
    expect((await change(id, { status: 'in_progress' })).json()).toMatchObject({
      status: 'in_progress',
      mechanicId: admin.id,
    });
    expect(await readOwnRecord()).toMatchObject({ status: 'on_job' });
    expect((await changeStatus({ status: 'offline' })).statusCode).toBe(409);
    expect((await change(id, { status: 'completed' })).json()).toMatchObject({
      status: 'completed',
    });
    expect(await readOwnRecord()).toMatchObject({ status: 'available' });
  });

  test("can start and complete only their own jobs, not a colleague's", async () => {
    await sendWorksAsMechanic(true);
    const colleague = await makeMechanic(app);
    const id = await makeAppointment(app, {
      date: '2026-03-03',
      status: 'confirmed',
      mechanic_id: colleague.id,
    });
    const start = await change(id, { status: 'in_progress' });
    expect([start.statusCode, start.body]).toEqual([
      403,
      "You don't have permission to start this job.",
    ]);
    await change(id, { status: 'in_progress' }, colleague);
    expect((await change(id, { status: 'completed' })).statusCode).toBe(403);
  });

  test('has the permissions of both roles, so they can decline and cancel a job', async () => {
    await sendWorksAsMechanic(true);
    const id = await makeAppointment(app, {
      date: '2026-03-03',
      status: 'confirmed',
      mechanic_id: admin.id,
    });
    const declined = await change(id, { status: 'unassigned', reason: 'The van is in the shop' });
    expect(declined.json()).toMatchObject({ status: 'unassigned', mechanicId: null });
    expect((await change(id, { status: 'cancelled', reason: null })).statusCode).toBe(200);
  });

  test('gets holds for appointments that have none when marked as a mechanic, and loses them when the mark is removed', async () => {
    const pendingId = await makeAppointment(app, { date: '2026-03-05' });
    const readHolder = async () =>
      (
        await app.store.kysely
          .selectFrom('appointments')
          .select('held_mechanic_id')
          .where('id', '=', pendingId)
          .executeTakeFirstOrThrow()
      ).held_mechanic_id;
    await sendWorksAsMechanic(true);
    expect(await readHolder()).toBe(admin.id);
    expect((await sendWorksAsMechanic(false)).json()).toMatchObject({ worksAsMechanic: false });
    expect(await readHolder()).toBeNull();
    expect(await listMechanicIds()).toEqual([]);
    expect(await readOwnRecord()).toMatchObject({ status: null, worksAsMechanic: false });
  });
});

describe("an admin's mark as a mechanic", () => {
  test('cannot be removed, even by demotion or deactivation, while the admin has open jobs', async () => {
    await sendWorksAsMechanic(true);
    const other = await makePerson(app, 'admin');
    await makeAppointment(app, {
      date: '2026-03-05',
      status: 'confirmed',
      mechanic_id: admin.id,
    });
    const refusals = [
      await sendWorksAsMechanic(false),
      await send(app, other, 'POST', '/api/users/role', { userId: admin.id, role: 'customer' }),
      await send(app, other, 'POST', `/api/users/${admin.id}/activation`, { active: false }),
    ];
    for (const refused of refusals) {
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        expect.stringMatching(/^This person still has an open job, #\d+. Please assign/),
      ]);
    }
    expect(await readOwnRecord()).toMatchObject({ role: 'admin', worksAsMechanic: true });
  });

  test('is removed if the admin becomes a mechanic, who keeps their jobs', async () => {
    await makePerson(app, 'admin');
    await sendWorksAsMechanic(true);
    const jobId = await makeAppointment(app, {
      date: '2026-03-03',
      status: 'confirmed',
      mechanic_id: admin.id,
    });
    const changed = await send(app, admin, 'POST', '/api/users/role', {
      userId: admin.id,
      role: 'mechanic',
    });
    expect(changed.json()).toMatchObject({ role: 'mechanic', worksAsMechanic: false });
    const newSession = { headers: await openSession(app, admin.id) };
    expect((await change(jobId, { status: 'in_progress' }, newSession)).statusCode).toBe(200);
  });

  test('is removed on demotion, and does not return with the admin role', async () => {
    const other = await makePerson(app, 'admin');
    await sendWorksAsMechanic(true);
    const grantRole = (role: string) =>
      send(app, other, 'POST', '/api/users/role', { userId: admin.id, role });
    expect((await grantRole('service_advisor')).json()).toMatchObject({ worksAsMechanic: false });
    expect((await grantRole('admin')).json()).toMatchObject({
      role: 'admin',
      worksAsMechanic: false,
    });
    expect(await read(app, other, '/api/mechanics')).toEqual([]);
  });

  test('is removed on deactivation, and does not return on reactivation', async () => {
    const other = await makePerson(app, 'admin');
    await sendWorksAsMechanic(true);
    const setActive = (active: boolean) =>
      send(app, other, 'POST', `/api/users/${admin.id}/activation`, { active });
    expect((await setActive(false)).json()).toMatchObject({
      active: false,
      worksAsMechanic: false,
    });
    expect((await setActive(true)).json()).toMatchObject({ active: true, worksAsMechanic: false });
  });

  test('can be given only to admins, and only by admins', async () => {
    for (const role of ['customer', 'mechanic', 'service_advisor'] as const) {
      const person = await makePerson(app, role);
      const refused = await sendWorksAsMechanic(true, person);
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        'Only an admin can also work as a mechanic.',
      ]);
      expect((await sendWorksAsMechanic(true, admin, person)).statusCode).toBe(403);
    }
    expect((await sendWorksAsMechanic(true, { id: 'nobody-there' })).statusCode).toBe(404);
  });

  test('cannot be set by an admin who was just demoted, or for a deleted account', async () => {
    const formerAdmin = await makePerson(app, 'customer');
    const actor = { ...formerAdmin, role: 'admin' } as const;
    const outcome = await setWorksAsMechanic(app, actor, admin.id, true);
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'not_allowed' } });

    const deleted = await makePerson(app, 'admin');
    await sql`update people set deleted_at = now() where id = ${deleted.id}`.execute(
      app.store.kysely,
    );
    await sql`delete from accounts where id = ${deleted.id}`.execute(app.store.kysely);
    const reactivation = { active: true };
    for (const refused of [
      await sendWorksAsMechanic(true, deleted),
      await send(app, admin, 'POST', `/api/users/${deleted.id}/activation`, reactivation),
      await send(app, admin, 'POST', '/api/users/role', { userId: deleted.id, role: 'mechanic' }),
    ]) {
      expect([refused.statusCode, refused.body]).toEqual([404, 'Person not found.']);
    }
    const users = await read<{ id: string }[]>(app, admin, '/api/users');
    expect(users.map(({ id }) => id)).not.toContain(deleted.id);
  });

  test('can be set or removed twice without further changes', async () => {
    await sendWorksAsMechanic(true);
    await changeStatus({ status: 'available' });
    const readOutboxIds = () =>
      app.store.kysely.selectFrom('outbox').select('id').orderBy('id').execute();
    const afterSetting = await readOutboxIds();
    expect((await sendWorksAsMechanic(true)).statusCode).toBe(200);
    expect(await readOutboxIds()).toEqual(afterSetting);
    expect(await readOwnRecord()).toMatchObject({ status: 'available' });
    await sendWorksAsMechanic(false);
    const afterRemoval = await readOutboxIds();
    expect((await sendWorksAsMechanic(false)).statusCode).toBe(200);
    expect(await readOutboxIds()).toEqual(afterRemoval);
  });
});

test('an admin who does not work as a mechanic has no status to set, and cannot start jobs', async () => {
  const refused = await changeStatus({ status: 'available' });
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    "You don't have permission to do that.",
  ]);
  await sendWorksAsMechanic(true);
  await sendWorksAsMechanic(false);
  expect((await changeStatus({ status: 'available' })).statusCode).toBe(403);
  const id = await makeAppointment(app, { date: '2026-03-03' });
  expect((await change(id, { status: 'confirmed', mechanicId: admin.id })).statusCode).toBe(404);
});
