import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listEntriesAbout,
  readLastEntryAbout,
  readFullTrail,
} from '@curbwrench/testing/audit-trail';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  openSession,
} from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { sealAudit } from './changes.ts';
import { verifyAuditTrail } from './chain-queries.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { setPositions } from '../mechanics/changes.ts';
import type { Database } from '../database/schema.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

function inTestTransaction<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return inTransaction(app.store, work);
}

describe('an audit entry', () => {
  test('for a new row contains its values; personal values are stored separately', async () => {
    const customer = await makePerson(app, 'customer');
    const serviceId = await makeService(app);
    const vehicleId = await makeVehicle(app, customer.id, { plate_number: '7XYZ123' });
    const id = await makeAppointment(app, {
      date: '2026-03-05',
      customer_id: customer.id,
      vehicle_id: vehicleId,
      service_id: serviceId,
      price: '89.50',
      address: '12 Hidden Lane',
      notes: 'Ring twice',
    });
    expect(await listEntriesAbout(app, 'appointment', id)).toMatchObject([
      {
        actor_id: null,
        action: 'created',
        before: null,
        after: {
          customer_id: customer.id,
          vehicle_id: vehicleId,
          service_id: serviceId,
          declined_by: [],
          date: '2026-03-05',
          start_time: '10:00:00',
          end_time: '11:00:00',
          status: 'pending',
          cancellation_cutoff_hours: 24,
          source: 'customer',
        },
        personal_fields: ['notes', 'address'],
        secret_fields: [],
        personal_before: null,
        personal_after: { address: '12 Hidden Lane', notes: 'Ring twice' },
      },
      {
        action: 'changed',
        before: null,
        after: { kind: 'service', position: 1, service_id: serviceId, unit_price: 89.5 },
      },
    ]);
    expect(await readLastEntryAbout(app, 'vehicle', vehicleId)).toMatchObject({
      after: { make: 'Honda', model: 'Civic', year: 2019 },
      personal_after: { plate_number: '7XYZ123' },
    });
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(e)::text as text from audit_entries e
    `.execute(app.store.kysely);
    const chainedText = rows.map(({ text }) => text).join();
    expect(chainedText).toContain(customer.id);
    expect(chainedText).not.toMatch(/Hidden Lane|Ring twice|7XYZ123|@example\.com/);
  });

  test('for a change contains only the changed fields, with old and new values', async () => {
    const mechanic = await makeMechanic(app);
    const id = await makeAppointment(app, { date: '2026-03-05', notes: 'Ring twice' });
    await app.store.kysely
      .updateTable('appointments')
      .set({ status: 'confirmed', mechanic_id: mechanic.id, notes: null, date: '2026-03-05' })
      .where('id', '=', id)
      .execute();
    expect(await readLastEntryAbout(app, 'appointment', id)).toMatchObject({
      action: 'changed',
      before: { status: 'pending' },
      after: { status: 'confirmed', mechanic_id: mechanic.id },
      personal_fields: ['notes'],
      personal_before: { notes: 'Ring twice' },
      personal_after: null,
    });
  });

  test('for a deleted row contains its last values', async () => {
    const customer = await makePerson(app, 'customer');
    const id = await makeVehicle(app, customer.id, { vin: '1HGCM82633A004352' });
    await app.store.kysely.deleteFrom('vehicles').where('id', '=', id).execute();
    expect(await readLastEntryAbout(app, 'vehicle', id)).toMatchObject({
      action: 'deleted',
      before: { make: 'Honda', customer_id: customer.id },
      after: null,
      personal_before: { vin: '1HGCM82633A004352' },
      personal_after: null,
    });
  });

  test('is not written for internal columns, frequent updates, or updates that change nothing', async () => {
    const mechanic = await makeMechanic(app);
    const id = await makeAppointment(app, { date: '2026-03-06' });
    const before = await countEntries();
    const now = new Date();
    await inTestTransaction(async (trx) => {
      const position = { mechanicId: mechanic.id, lat: 37.7, lng: -122.4 };
      await setPositions(trx, [position], getCurrentTime(app));
      await sql`update mechanics set available = available, skills = skills`.execute(trx);
      await sql`update appointments set held_mechanic_id = ${mechanic.id} where id = ${id}`.execute(
        trx,
      );
      await sql`update appointments set updated_at = ${now}, status = status where id = ${id}`.execute(
        trx,
      );
      await sql`update sessions set updated_at = ${now}, expires_at = ${now}`.execute(trx);
    });
    expect(await countEntries()).toBe(before);
  });

  test('is rolled back with its transaction', async () => {
    const id = await makeService(app);
    const before = await countEntries();
    const change = inTestTransaction(async (trx) => {
      await sql`update services set price = 1 where id = ${id}`.execute(trx);
      throw new Error('Never mind.');
    });
    await expect(change).rejects.toThrow('Never mind.');
    expect(await countEntries()).toBe(before);
  });

  test("records a change to a mechanic's hours or time off as a change to the mechanic", async () => {
    const mechanic = await makeMechanic(app);
    await inTestTransaction(async (trx) => {
      await sql`delete from working_hours where mechanic_id = ${mechanic.id} and weekday = 5`.execute(
        trx,
      );
      await sql`insert into time_off (mechanic_id, during, reason)
        values (${mechanic.id}, '[2026-03-09,2026-03-11)', 'Dentist')`.execute(trx);
    });
    expect((await listEntriesAbout(app, 'mechanic', mechanic.id)).slice(-2)).toMatchObject([
      { action: 'changed', before: { weekday: 5, starts: '08:00:00' }, after: null },
      { action: 'changed', before: null, personal_after: { reason: 'Dentist' } },
    ]);
  });

  test('for a secret says only that it changed @data.audit-columns', async () => {
    const person = await makePerson(app, 'customer');
    const now = new Date();
    const secrets = [
      'hash-of-a-password',
      'hash-of-another',
      'otp-seed',
      'backup-code',
      'id-token',
    ];
    await app.store.kysely
      .insertInto('credentials')
      .values({
        id: `account-${person.id}`,
        subject: person.id,
        provider_id: 'credential',
        account_id: person.id,
        password: 'hash-of-a-password',
        id_token: 'id-token',
        created_at: now,
        updated_at: now,
      })
      .execute();
    await inTestTransaction(async (trx) => {
      await sql`update credentials set password = 'hash-of-another' where account_id = ${person.id}`.execute(
        trx,
      );
      await sql`insert into two_factors (id, account_id, secret, backup_codes)
        values (${person.id}, ${person.id}, 'otp-seed', 'backup-code')`.execute(trx);
      await sql`update accounts set two_factor_enabled = true where id = ${person.id}`.execute(trx);
    });
    expect((await listEntriesAbout(app, 'user', person.id)).slice(2)).toMatchObject([
      { action: 'changed', after: { provider_id: 'credential' }, secret_fields: ['password'] },
      { action: 'changed', before: null, after: null, secret_fields: ['password'] },
      { action: 'changed', secret_fields: ['secret', 'backup_codes'] },
      { before: { two_factor_enabled: false }, after: { two_factor_enabled: true } },
    ]);
    const { cookie } = await openSession(app, person.id);
    const trail = await readFullTrail(app);
    expect(trail).toContain(person.id);
    for (const secret of [...secrets, cookie.split('=')[1]?.slice(0, 20) ?? '']) {
      expect(trail).not.toContain(secret);
    }
  });

  async function countEntries(): Promise<number> {
    await sealAudit(app.store.kysely);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from audit_entries
    `.execute(app.store.kysely);
    return rows[0]?.count ?? 0;
  }
});

test('an update that changes nothing uses no entry number, even when sealed in a batch with real changes', async () => {
  const services = await Promise.all([makeService(app), makeService(app), makeService(app)]);
  await sealAudit(app.store.kysely);
  await inTestTransaction(async (trx) => {
    for (const [index, id] of services.entries()) {
      const price = index === 1 ? sql`price` : sql`price + 1`;
      await sql`update services set price = ${price} where id = ${id}`.execute(trx);
    }
  });
  const [first, unchanged, last] = await Promise.all(
    services.map(async (id) => (await listEntriesAbout(app, 'service', id)).slice(1)),
  );
  expect(unchanged).toEqual([]);
  expect(last?.map(({ number }) => number)).toEqual(first?.map(({ number }) => number + 1));
  expect(await verifyAuditTrail(app.store.kysely)).toMatchObject({ isIntact: true });
});

test('concurrent changes form one chain without gaps', async () => {
  const rounds = Array.from({ length: 30 }, (_, round) =>
    sql`insert into services (name, description, price, duration, created_at)
      select ${`Round ${round} `} || n, '', n, 60, now() from generate_series(1, 40) n`.execute(
      app.store.kysely,
    ),
  );
  await Promise.all(rounds);
  await Promise.all([sealAudit(app.store.kysely), sealAudit(app.store.kysely)]);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_entries where after ->> 'name' like 'Round %'
  `.execute(app.store.kysely);
  expect(rows).toEqual([{ count: 1200 }]);
  expect(await verifyAuditTrail(app.store.kysely)).toMatchObject({ isIntact: true });
});
