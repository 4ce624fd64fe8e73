import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  makeService,
  makeVehicle,
  openSession,
} from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { erasePersonalValues, sealAudit } from './changes.ts';
import { notSignedIn, setActor } from '../database/actor-changes.ts';
import { verifyAuditTrail } from './chain-queries.ts';
import { getSqlState } from '../database/connection/errors.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { getCurrentMoment } from '../application/transaction.ts';
import { setPositions } from '../mechanics/changes.ts';
import type { Database } from '../database/schema.ts';

let site: TestApp;

beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.stop());

/** An entry together with its personal values. */
interface Entry {
  number: number;
  actor_id: string | null;
  action: string;
  before: object | null;
  after: object | null;
  personal_fields: string[];
  secret_fields: string[];
  personal_before: object | null;
  personal_after: object | null;
}

/** Returns the entries about one object, oldest first. */
async function listEntriesAbout(subject: string, id: string | number): Promise<Entry[]> {
  await sealAudit(site.store.kysely);
  const { rows } = await sql<Entry>`
    select number, actor_id, action, e.before, e.after, personal_fields, secret_fields,
      p.before as personal_before, p.after as personal_after
    from audit_entries e left join audit_personal p on entry_number = number
    where subject = ${subject} and subject_id = ${String(id)} order by number
  `.execute(site.store.kysely);
  return rows;
}

async function readLastEntryAbout(subject: string, id: string | number): Promise<Entry> {
  const entry = (await listEntriesAbout(subject, id)).at(-1);
  if (!entry) throw new Error(`The trail has no entry about ${subject} ${id}.`);
  return entry;
}

/** Returns everything in the trail as one string. */
async function readWholeTrail(): Promise<string> {
  await sealAudit(site.store.kysely);
  const { rows } = await sql<{ text: string }>`
    select concat(
      (select jsonb_agg(to_jsonb(e)) from audit_entries e),
      (select jsonb_agg(to_jsonb(p)) from audit_personal p)
    ) as text
  `.execute(site.store.kysely);
  return rows[0]?.text ?? '';
}

function inTestTransaction<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return inTransaction(site.store, work);
}

describe('the table audit_columns', () => {
  test('classifies every existing column, and no others @data.audit-columns', async () => {
    const { rows } = await sql<{ table: string; column: string; missing: string }>`
      with known as (
        select table_name::text as t, column_name::text as c from information_schema.columns
        where table_schema = 'public'
      ), unaudited as (
        select table_name from audit_columns where column_name = '*' and reason is not null
      )
      select t as table, c as column, 'audit_columns' as missing from known
      where t not in (select table_name from unaudited)
        and not exists (select from audit_columns where table_name = t and column_name = c)
      union all
      select table_name, column_name, 'schema' from audit_columns
      where column_name <> '*'
        and not exists (select from known where t = table_name and c = column_name)
      union all
      select table_name, '*', 'schema' from unaudited where table_name not in (select t from known)
    `.execute(site.store.kysely);
    expect(rows).toEqual([]);
  });

  test('matches the trigger of every audited table', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      with classified as (
        select table_name,
          array_agg(column_name order by column_name) filter (where class <> 'plain') as not_plain,
          array_agg(column_name order by column_name) filter (where class <> 'personal') as not_personal,
          array_agg(column_name order by column_name) filter (where class = 'secret') as secret,
          array_agg(column_name order by column_name) filter (where class in ('ignored', 'secret')) as dropped
        from audit_columns where column_name <> '*' group by table_name
      ), attached as (
        select tgrelid::regclass::text as table_name, string_to_array(encode(tgargs, 'escape'), '\\000') as args
        from pg_trigger where tgname = 'audited' and tgenabled = 'O'
      ), compared as (
        select table_name, not_plain, not_personal, secret,
          -- The trigger keeps the ids that an entry needs, and the time that tells whether a session has expired.
          array(select unnest(dropped) except select unnest(array[id_column, owner_column, 'expires_at']) order by 1) as dropped,
          array(select unnest(except_plain) order by 1) as trigger_plain,
          array(select unnest(except_personal) order by 1) as trigger_personal,
          case when args[2] <> '' then array(select unnest(args[2]::text[]) order by 1) end as trigger_secret,
          array(select unnest(args[1]::text[]) order by 1) as trigger_dropped
        from classified full join attached using (table_name) full join audit_tables using (table_name)
      )
      select * from compared
      where (not_plain, not_personal, secret, dropped)
        is distinct from (trigger_plain, trigger_personal, trigger_secret, trigger_dropped)
    `.execute(site.store.kysely);
    expect(rows).toEqual([]);
  });

  test('must classify every column of a table before the table can be audited', async () => {
    const auditing = inTestTransaction(async (trx) => {
      await sql`alter table vehicles add column mileage integer`.execute(trx);
      await sql`select audit_table('vehicles', 'vehicle', 'id', 'customer_id')`.execute(trx);
    });
    await expect(auditing).rejects.toThrow('audit_columns does not classify mileage of vehicles.');
  });
});

describe('an audit entry', () => {
  test('for a new row contains its values; personal values are stored separately', async () => {
    const customer = await makePerson(site, 'customer');
    const serviceId = await makeService(site);
    const vehicleId = await makeVehicle(site, customer.id, { plate_number: '7XYZ123' });
    const id = await makeAppointment(site, {
      date: '2026-03-05',
      customer_id: customer.id,
      vehicle_id: vehicleId,
      service_id: serviceId,
      price: '89.50',
      address: '12 Hidden Lane',
      notes: 'Ring twice',
    });
    expect(await listEntriesAbout('appointment', id)).toMatchObject([
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
          cancel_until_hours: 24,
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
    expect(await readLastEntryAbout('vehicle', vehicleId)).toMatchObject({
      after: { make: 'Honda', model: 'Civic', year: 2019 },
      personal_after: { plate_number: '7XYZ123' },
    });
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(e)::text as text from audit_entries e
    `.execute(site.store.kysely);
    const chainedText = rows.map(({ text }) => text).join();
    expect(chainedText).toContain(customer.id);
    expect(chainedText).not.toMatch(/Hidden Lane|Ring twice|7XYZ123|@example\.com/);
  });

  test('for a change contains only the changed fields, with old and new values', async () => {
    const mechanic = await makeMechanic(site);
    const id = await makeAppointment(site, { date: '2026-03-05', notes: 'Ring twice' });
    await site.store.kysely
      .updateTable('appointments')
      .set({ status: 'confirmed', mechanic_id: mechanic.id, notes: null, date: '2026-03-05' })
      .where('id', '=', id)
      .execute();
    expect(await readLastEntryAbout('appointment', id)).toMatchObject({
      action: 'changed',
      before: { status: 'pending' },
      after: { status: 'confirmed', mechanic_id: mechanic.id },
      personal_fields: ['notes'],
      personal_before: { notes: 'Ring twice' },
      personal_after: null,
    });
  });

  test('for a deleted row contains its last values', async () => {
    const customer = await makePerson(site, 'customer');
    const id = await makeVehicle(site, customer.id, { vin: '1HGCM82633A004352' });
    await site.store.kysely.deleteFrom('vehicles').where('id', '=', id).execute();
    expect(await readLastEntryAbout('vehicle', id)).toMatchObject({
      action: 'deleted',
      before: { make: 'Honda', customer_id: customer.id },
      after: null,
      personal_before: { vin: '1HGCM82633A004352' },
      personal_after: null,
    });
  });

  test('is not written for internal columns, frequent updates, or updates that change nothing', async () => {
    const mechanic = await makeMechanic(site);
    const id = await makeAppointment(site, { date: '2026-03-06' });
    const before = await countEntries();
    const now = new Date();
    await inTestTransaction(async (trx) => {
      const position = { mechanicId: mechanic.id, lat: 37.7, lng: -122.4 };
      await setPositions(trx, [position], getCurrentMoment(site));
      await sql`update mechanics set available = available, skills = skills`.execute(trx);
      await sql`update appointments set hold_mechanic_id = ${mechanic.id} where id = ${id}`.execute(
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
    const id = await makeService(site);
    const before = await countEntries();
    const change = inTestTransaction(async (trx) => {
      await sql`update services set price = 1 where id = ${id}`.execute(trx);
      throw new Error('Never mind.');
    });
    await expect(change).rejects.toThrow('Never mind.');
    expect(await countEntries()).toBe(before);
  });

  test("records a change to a mechanic's hours or time off as a change to the mechanic", async () => {
    const mechanic = await makeMechanic(site);
    await inTestTransaction(async (trx) => {
      await sql`delete from working_hours where mechanic_id = ${mechanic.id} and weekday = 5`.execute(
        trx,
      );
      await sql`insert into time_off (mechanic_id, during, reason)
        values (${mechanic.id}, '[2026-03-09,2026-03-11)', 'Dentist')`.execute(trx);
    });
    expect((await listEntriesAbout('mechanic', mechanic.id)).slice(-2)).toMatchObject([
      { action: 'changed', before: { weekday: 5, starts: '08:00:00' }, after: null },
      { action: 'changed', before: null, personal_after: { reason: 'Dentist' } },
    ]);
  });

  test('for a secret says only that it changed @data.audit-columns', async () => {
    const person = await makePerson(site, 'customer');
    const now = new Date();
    const secrets = [
      'hash-of-a-password',
      'hash-of-another',
      'otp-seed',
      'backup-code',
      'id-token',
    ];
    await site.store.kysely
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
    expect((await listEntriesAbout('user', person.id)).slice(2)).toMatchObject([
      { action: 'changed', after: { provider_id: 'credential' }, secret_fields: ['password'] },
      { action: 'changed', before: null, after: null, secret_fields: ['password'] },
      { action: 'changed', secret_fields: ['secret', 'backup_codes'] },
      { before: { two_factor_enabled: false }, after: { two_factor_enabled: true } },
    ]);
    const { cookie } = await openSession(site, person.id);
    const trail = await readWholeTrail();
    expect(trail).toContain(person.id);
    for (const secret of [...secrets, cookie.split('=')[1]?.slice(0, 20) ?? '']) {
      expect(trail).not.toContain(secret);
    }
  });

  async function countEntries(): Promise<number> {
    await sealAudit(site.store.kysely);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from audit_entries
    `.execute(site.store.kysely);
    return rows[0]?.count ?? 0;
  }
});

describe('the actor of an entry', () => {
  test('is the person set in the transaction, but not in later transactions', async () => {
    const admin = await makePerson(site, 'admin');
    const id = await makeService(site);
    await inTestTransaction(async (trx) => {
      await setActor(trx, admin.id);
      await sql`update services set price = 12 where id = ${id}`.execute(trx);
    });
    await sql`update services set price = 13 where id = ${id}`.execute(site.store.kysely);
    expect(await listEntriesAbout('service', id)).toMatchObject([
      { actor_id: null },
      { actor_id: admin.id },
      { actor_id: null },
    ]);
  });

  test('is not read from a transaction setting: only set_audit_actor is trusted', async () => {
    const admin = await makePerson(site, 'admin');
    const id = await makeService(site);
    const changeWith = (...settings: readonly string[]) =>
      inTestTransaction(async (trx) => {
        for (const setting of settings) await sql.raw(setting).execute(trx);
        await sql`update services set price = 14 where id = ${id}`.execute(trx);
      });
    const claim = `set local curbwrench.actor = '${admin.id}'`;
    await expect(changeWith(claim)).rejects.toThrow('named by set_audit_actor alone');
    // Nor is a setting trusted that differs from the actor already set, or that has another transaction's proof.
    const other = await makePerson(site, 'admin');
    await expect(changeWith(`select set_audit_actor('${other.id}')`, claim)).rejects.toThrow(
      'named by set_audit_actor alone',
    );
    let proof: string | undefined;
    await inTestTransaction(async (trx) => {
      await setActor(trx, admin.id);
      const { rows } = await sql<{ proof: string }>`
        select current_setting('curbwrench.actor_proof') as proof
      `.execute(trx);
      proof = rows[0]?.proof;
    });
    expect(proof).toMatch(/^[0-9a-f]{64}$/);
    const replayed = changeWith(claim, `set local curbwrench.actor_proof = '${proof}'`);
    await expect(replayed).rejects.toThrow('named by set_audit_actor alone');
    expect(await listEntriesAbout('service', id)).toHaveLength(1);
  });

  test('cannot be a person who is not signed in', async () => {
    const admin = await makePerson(site, 'admin');
    await sql`delete from sessions where account_id = ${admin.id}`.execute(site.store.kysely);
    const naming = inTestTransaction((trx) => setActor(trx, admin.id));
    await expect(naming).rejects.toSatisfy((error) => getSqlState(error) === notSignedIn);
  });

  test("is the account's owner when the identity library writes", async () => {
    const person = await makePerson(site, 'customer');
    const { rows } = await sql<{ id: string }>`
      select id from sessions where account_id = ${person.id}
    `.execute(site.store.kysely);
    const sessionId = rows[0]?.id ?? '';
    await sql`delete from sessions where id = ${sessionId}`.execute(site.store.kysely);
    expect(await listEntriesAbout('user', person.id)).toMatchObject([
      { action: 'created', actor_id: person.id },
      { action: 'changed', actor_id: person.id, after: { role: 'customer' } },
    ]);
    expect(await listEntriesAbout('session', sessionId)).toMatchObject([
      { action: 'created', actor_id: person.id, after: { account_id: person.id } },
      { action: 'deleted', actor_id: person.id, before: { account_id: person.id } },
    ]);
  });

  test('is no one when an expired session is deleted', async () => {
    const person = await makePerson(site, 'customer');
    await sql`delete from sessions where account_id = ${person.id}`.execute(site.store.kysely);
    await openSession(site, person.id, new Date(Date.now() - 1000));
    const { rows } = await sql<{ id: string }>`
      delete from sessions where account_id = ${person.id} returning id
    `.execute(site.store.kysely);
    expect(await readLastEntryAbout('session', rows[0]?.id ?? '')).toMatchObject({
      action: 'deleted',
      actor_id: null,
    });
  });
});

describe('the run-time database role @data.run-time-role', () => {
  const attempts = [
    `update audit_entries set actor_id = 'someone else'`,
    `delete from audit_entries where number = 1`,
    `truncate audit_entries`,
    `insert into audit_entries select number + 1000000, at, actor_id, action, subject, subject_id,
      owner_id, before, after, personal_fields, secret_fields, personal_hash, hash
      from audit_entries limit 1`,
    `update audit_pending set actor_id = 'someone else'`,
    `truncate audit_pending`,
    `insert into audit_pending (at, table_name, operation, secret_fields)
      values (now(), 'people', 'INSERT', '{}')`,
    `update audit_personal set after = '{"email": "else@example.com"}'`,
    `update audit_personal set before = null, after = null, salt = null`,
    `update audit_personal set entry_number = entry_number + 1000000`,
    `delete from audit_personal`,
    `truncate audit_personal`,
    `insert into audit_personal (entry_number) values (1000000)`,
    `update audit_erasures set at = now()`,
    `delete from audit_erasures`,
    `truncate audit_erasures`,
  ];
  test.each(attempts)('may not run: %s', async (attempt) => {
    await makePerson(site, 'customer');
    const execution = sql.raw(attempt).execute(site.store.kysely);
    await expect(execution).rejects.toSatisfy((error) => getSqlState(error) === '42501');
  });
});

describe('erasing a person', () => {
  test("removes that person's values from the trail, and no one else's @data.erasure", async () => {
    const deletedPerson = await makePerson(site, 'customer', { firstName: 'Leaving' });
    const other = await makePerson(site, 'customer', { firstName: 'Staying' });
    const id = await makeAppointment(site, {
      date: '2026-03-09',
      customer_id: deletedPerson.id,
      address: '9 Vanishing Road',
    });
    await inTestTransaction(async (trx) => {
      // Changes made in the same transaction are recorded after the erasure, and without values.
      await sql`update people set first_name = 'Nobody', email = 'gone@invalid', deleted_at = now() where id = ${deletedPerson.id}`.execute(
        trx,
      );
      await erasePersonalValues(trx, deletedPerson.id);
      await sql`update appointments set address = 'Erased' where id = ${id}`.execute(trx);
    });
    // Later values are not recorded either.
    await sql`update people set phone = '+1 555 7777' where id = ${deletedPerson.id}`.execute(
      site.store.kysely,
    );
    const trail = await readWholeTrail();
    expect(trail).not.toMatch(/Leaving|Vanishing Road|555 7777|gone@invalid/);
    expect(trail).not.toContain(deletedPerson.email);
    expect(trail).toContain('Staying');
    expect(trail).toContain(other.email);

    expect(await listEntriesAbout('user', deletedPerson.id)).toMatchObject([
      {
        action: 'created',
        personal_fields: expect.arrayContaining(['name']) as unknown,
        personal_after: null,
      },
      { action: 'changed', after: { role: 'customer' }, personal_after: null },
      { action: 'changed', personal_fields: ['email', 'first_name'], personal_before: null },
      { action: 'erased' },
      { action: 'changed', personal_fields: ['phone'], personal_after: null },
    ]);
    expect(await verifyAuditTrail(site.store.kysely)).toMatchObject({ isIntact: true });
  });

  test('cannot be reverted: no values can be restored to the trail', async () => {
    const deletedPerson = await makePerson(site, 'customer');
    await markDeleted(deletedPerson.id);
    await inTestTransaction((trx) => erasePersonalValues(trx, deletedPerson.id));
    const restoration = sql`update audit_personal set after = '{"name": "Else"}' from audit_entries
      where number = entry_number and owner_id = ${deletedPerson.id}`.execute(site.store.kysely);
    await expect(restoration).rejects.toSatisfy((error) => getSqlState(error) === '42501');
  });

  test('has no further effect when repeated', async () => {
    const deletedPerson = await makePerson(site, 'customer');
    await markDeleted(deletedPerson.id);
    await inTestTransaction((trx) => erasePersonalValues(trx, deletedPerson.id));
    await inTestTransaction((trx) => erasePersonalValues(trx, deletedPerson.id));
    const actions = (await listEntriesAbout('user', deletedPerson.id)).map(({ action }) => action);
    expect(actions).toEqual(['created', 'changed', 'changed', 'erased']);
  });

  test('is refused for a person who is not deleted', async () => {
    const person = await makePerson(site, 'customer');
    const erasure = inTestTransaction((trx) => erasePersonalValues(trx, person.id));
    await expect(erasure).rejects.toThrow('Personal values are erased of deleted people alone.');
    expect(await readWholeTrail()).toContain(person.email);
  });

  test('is permanent: a deleted person stays deleted', async () => {
    const deletedPerson = await makePerson(site, 'customer');
    await markDeleted(deletedPerson.id);
    const undelete = sql`update people set deleted_at = null where id = ${deletedPerson.id}`;
    await expect(undelete.execute(site.store.kysely)).rejects.toThrow(
      'A deleted person stays deleted.',
    );
  });

  async function markDeleted(id: string): Promise<void> {
    await sql`update people set deleted_at = now() where id = ${id}`.execute(site.store.kysely);
  }
});

test('an update that changes nothing uses no entry number, even when sealed in a batch with real changes', async () => {
  const services = await Promise.all([makeService(site), makeService(site), makeService(site)]);
  await sealAudit(site.store.kysely);
  await inTestTransaction(async (trx) => {
    for (const [index, id] of services.entries()) {
      const price = index === 1 ? sql`price` : sql`price + 1`;
      await sql`update services set price = ${price} where id = ${id}`.execute(trx);
    }
  });
  const [first, unchanged, last] = await Promise.all(
    services.map(async (id) => (await listEntriesAbout('service', id)).slice(1)),
  );
  expect(unchanged).toEqual([]);
  expect(last?.map(({ number }) => number)).toEqual(first?.map(({ number }) => number + 1));
  expect(await verifyAuditTrail(site.store.kysely)).toMatchObject({ isIntact: true });
});

test('concurrent changes form one chain without gaps', async () => {
  const rounds = Array.from({ length: 30 }, (_, round) =>
    sql`insert into services (name, description, price, duration, created_at)
      select ${`Round ${round} `} || n, '', n, 60, now() from generate_series(1, 40) n`.execute(
      site.store.kysely,
    ),
  );
  await Promise.all(rounds);
  await Promise.all([sealAudit(site.store.kysely), sealAudit(site.store.kysely)]);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_entries where after ->> 'name' like 'Round %'
  `.execute(site.store.kysely);
  expect(rows).toEqual([{ count: 1200 }]);
  expect(await verifyAuditTrail(site.store.kysely)).toMatchObject({ isIntact: true });
});
