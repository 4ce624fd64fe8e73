import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTeam, makePerson, makeVehicle } from '@curbwrench/testing/builders';
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '@curbwrench/testing/database';
import { read, send } from '@curbwrench/testing/requests';
import { startApp } from '@curbwrench/testing/start-app';
import { verifyAuditTrail } from '../audit/chain-queries.ts';
import { erasePersonalValues, sealAudit } from '../audit/changes.ts';
import { getSqlState } from './connection/errors.ts';
import { scriptQuery } from './connection/store-dialect.ts';
import { openDatabase } from './connection/store.ts';
import { inTransaction } from './connection/transaction.ts';
import {
  lockDownSchema,
  grantRunTimeRights,
  prepareAsOwner,
  RunTimeRoleError,
} from './run-time-role.ts';

let database: TestDatabase;
/** Roles belong to the entire database server, so this name must be unique. */
const role = `cw_app_${randomBytes(6).toString('hex')}`;

beforeAll(async () => {
  database = await createTestDatabase();
  const db = database.store.kysely;
  await sql`create role ${sql.id(role)} login`.execute(db);
  await grantRunTimeRights(db, role);
  await makePerson({ store: database.store, authSecret: '' }, 'customer');
});
afterAll(async () => {
  const db = database.store.kysely;
  await sql`drop owned by ${sql.id(role)}`.execute(db);
  await sql`drop role ${sql.id(role)}`.execute(db);
  await database.drop();
});

/** Runs statements as the application's role. */
async function asApplication(...statements: readonly string[]): Promise<void> {
  await inTransaction(database.store, async (trx) => {
    await sql`set local role ${sql.id(role)}`.execute(trx);
    for (const statement of statements) await trx.executeQuery(scriptQuery(statement));
  });
}

describe('the application', () => {
  test.each([
    `update audit_entries set actor_id = 'else'`,
    `delete from audit_entries`,
    `truncate audit_entries`,
    `insert into audit_entries select * from audit_entries limit 1`,
    `delete from audit_pending`,
    `update audit_pending set actor_id = 'else'`,
    `insert into audit_pending (at, table_name, operation, secret_fields) values (now(), 'people', 'INSERT', '{}')`,
    `update audit_tables set except_plain = '{}'`,
    `update audit_personal set after = null, salt = null`,
    `delete from audit_personal`,
    `truncate audit_personal`,
    `insert into audit_personal (entry_number) values (100)`,
    `insert into audit_erasures (person_id, at) values ('customer-1', now())`,
    `update audit_columns set class = 'ignored'`,
    `delete from schema_migrations`,
    `alter table audit_entries disable trigger user`,
    `alter table audit_personal disable trigger only_erased`,
    `drop trigger unchangeable on audit_entries`,
    `alter table audit_entries drop column hash`,
    `drop table audit_entries`,
    `alter table appointments disable trigger audited`,
    `drop trigger audited on people`,
    `truncate people cascade`,
    `set session_replication_role = replica`,
    `create or replace function refuse_audit_change() returns trigger language sql as ''`,
    `alter function audit_change() reset search_path`,
    `select audit_table('people', 'user', 'id', events => 'delete')`,
    `select * from audit_key`,
    `select audit_actor_proof('customer-1')`,
    `create table public.planted_rows (id text)`,
    `create function public.jsonb_build_array(bigint) returns jsonb language sql as 'select null'`,
    `create schema planted_schema`,
    `select set_config('curbwrench.actor', 'customer-1', true);
      update people set phone = '+1 555 0199'`,
    `select erase_personal_values(id) from people`,
    `update people set deleted_at = now(); select erase_personal_values(id) from people;
      update people set deleted_at = null`,
  ])('may not %s', async (statement) => {
    const attempt = asApplication(statement);
    await expect(attempt).rejects.toSatisfy((error) => getSqlState(error) === '42501');
  });

  test('may not forge entries by attaching the audit trigger to its own table @data.run-time-role', async () => {
    const forgery = asApplication(
      'create temp table planted_rows (id text) on commit drop',
      `create constraint trigger audited after insert on planted_rows for each row
        execute function audit_change('user', 'id', '', '', '', '{}', '{id}', '')`,
    );
    await expect(forgery).rejects.toSatisfy((error) => getSqlState(error) === '42501');
  });

  test("may change rows, which are still audited, and may erase a person's data", async () => {
    await asApplication(
      `insert into people (id, name, email, created_at, updated_at)
        values ('role-1', 'Some One', 'one@example.com', now(), now())`,
      `update people set phone = '+1 555 0101' where id = 'role-1'`,
      `update people set deleted_at = now() where id = 'role-1'`,
    );
    await inTransaction(database.store, async (trx) => {
      await sql`set local role ${sql.id(role)}`.execute(trx);
      await erasePersonalValues(trx, 'role-1');
    });
    await asApplication('select seal_audit(1000)');
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries where subject_id = 'role-1' order by number
    `.execute(database.store.kysely);
    const actions = rows.map(({ action }) => action);
    expect(actions).toEqual(['created', 'changed', 'changed', 'erased']);
    expect(await verifyAuditTrail(database.store.kysely)).toMatchObject({ isIntact: true });
  });
});

test("a role that could assume the owner's rights is rejected @data.run-time-role", async () => {
  const { rows } = await sql<{ owner: string }>`select current_user::text as owner`.execute(
    database.store.kysely,
  );
  const grant = grantRunTimeRights(database.store.kysely, rows[0]?.owner ?? '');
  await expect(grant).rejects.toThrow(RunTimeRoleError);
  const lockDown = lockDownSchema(database.store.kysely, rows[0]?.owner ?? '');
  await expect(lockDown).rejects.toThrow('has the rights of the MIGRATION_DATABASE_URL role');
});

describe('lockDownSchema', () => {
  const db = () => database.store.kysely;

  test("revokes the role's right to create objects in the schema public", async () => {
    await sql`grant create on schema public to public, ${sql.id(role)}`.execute(db());
    await lockDownSchema(db(), role);
    const creation = asApplication('create table public.planted_rows (id text)');
    await expect(creation).rejects.toSatisfy((error) => getSqlState(error) === '42501');
  });

  test.each([
    ['another schema', 'create schema elsewhere', 'drop schema elsewhere', 'the schema elsewhere'],
    ['any new schema', '', '', 'the database'],
  ])('rejects a role that may create objects in %s', async (_, createSql, dropSql, location) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db());
    const grantTarget = createSql === '' ? `database "${rows[0]?.name}"` : 'schema elsewhere';
    if (createSql) await sql.raw(createSql).execute(db());
    await sql.raw(`grant create on ${grantTarget} to "${role}"`).execute(db());
    try {
      const lockDown = lockDownSchema(db(), role);
      await expect(lockDown).rejects.toThrow(RunTimeRoleError);
      await expect(lockDown).rejects.toThrow(
        `may create objects in ${location}, so it could change`,
      );
    } finally {
      await sql.raw(`revoke create on ${grantTarget} from "${role}"`).execute(db());
      if (dropSql) await sql.raw(dropSql).execute(db());
    }
  });

  test('rejects a role that owns objects in the database', async () => {
    await sql`create function planted() returns int language sql as 'select 1'`.execute(db());
    await sql`alter function planted() owner to ${sql.id(role)}`.execute(db());
    try {
      await expect(lockDownSchema(db(), role)).rejects.toThrow('owns objects in this database');
    } finally {
      await sql`drop function planted()`.execute(db());
    }
  });
});

test("a role that has rights on the audit trail's tables through PUBLIC is rejected", async () => {
  const db = database.store.kysely;
  await sql`grant insert on audit_pending to public`.execute(db);
  try {
    const grant = grantRunTimeRights(db, role);
    await expect(grant).rejects.toThrow('has rights on the table audit_pending');
  } finally {
    await sql`revoke insert on audit_pending from public`.execute(db);
  }
});

test("every function that runs with the owner's rights looks up names only in pg_catalog", async () => {
  const { rows } = await sql<{ name: string; path: string | null }>`
    select proname as name, (
      select setting from unnest(proconfig) as setting where setting like 'search_path=%'
    ) as path
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where prosecdef and nspname not in ('pg_catalog', 'information_schema')
    order by name
  `.execute(database.store.kysely);
  expect(rows.map(({ name }) => name)).toContain('seal_entries');
  expect(rows.filter(({ path }) => path !== 'search_path=pg_catalog, pg_temp')).toEqual([]);
});

test("functions that run with the owner's rights work with only pg_catalog in the search path", async () => {
  // An unqualified name would not be found. One change and one erasure call all of these functions.
  await asApplication(
    'set local search_path = pg_catalog',
    `insert into public.people (id, name, email, created_at, updated_at)
      values ('path-1', 'Some One', 'path@example.com', now(), now())`,
    `select public.set_audit_actor('path-2')`,
    `update public.people set deleted_at = now() where id = 'path-1'`,
    `select public.erase_personal_values('path-1')`,
    `select public.seal_audit(1000)`,
  );
});

const describeOnServer = testDatabaseKind === 'postgres' ? describe : () => {};

describeOnServer('with a separate role on a PostgreSQL server', () => {
  test('the application works and cannot change the audit trail @data.run-time-role', async () => {
    const { url } = database;
    if (url === undefined) throw new Error('A database on a server has a URL.');
    const applicationUrl = new URL(url);
    applicationUrl.username = role;
    const store = await openDatabase({ kind: 'postgres', url: applicationUrl.href, poolSize: 4 });
    let prepareCalls = 0;
    await prepareAsOwner(store, url, async (owner) => {
      expect(owner).not.toBe(store);
      prepareCalls += 1;
    });
    expect(prepareCalls).toBe(1);

    const app = await startApp({ database: { store, url, drop: async () => {} } });
    try {
      const team = await makeTeam(app, 1);
      const customer = await makePerson(app, 'customer');
      const admin = await makePerson(app, 'admin');
      const vehicleId = await makeVehicle(app, customer.id);
      const booked = await send(app, customer, 'POST', '/api/appointments', {
        vehicleId,
        serviceId: team.serviceId,
        date: '2026-03-05',
        startTime: '10:00',
        location: JSON.stringify({ address: '5 Elm Street' }),
      });
      expect(booked.statusCode).toBe(201);
      const { id } = booked.json<{ id: number }>();
      const cancelled = await send(app, admin, 'PATCH', `/api/appointments/${id}`, {
        status: 'cancelled',
        reason: 'Because.',
      });
      expect(cancelled.statusCode).toBe(200);
      await sealAudit(store.kysely);
      const trail = await read<{ actor: { id: string } }[]>(
        app,
        admin,
        `/api/audit?subject=appointment&subjectId=${id}`,
      );
      // The cancellation, the line item and the booking.
      expect(trail.map(({ actor }) => actor.id)).toEqual([admin.id, customer.id, customer.id]);

      const forgery = sql`update audit_entries set actor_id = ${customer.id}`.execute(store.kysely);
      await expect(forgery).rejects.toSatisfy((error) => getSqlState(error) === '42501');
      expect(await verifyAuditTrail(store.kysely)).toMatchObject({ isIntact: true });
    } finally {
      await app.stop();
      await store.close();
    }
  });
});

/** Runs a built program with this database URL and returns its exit code and its standard error. */
function runProgram(url: string, program: string): Promise<{ code: unknown; stderr: string }> {
  const file = fileURLToPath(new URL(`../../dist/${program}.js`, import.meta.url));
  const env = {
    ...process.env,
    DEMO: 'off',
    PORT: '0',
    DATABASE_URL: url,
    AUTH_SECRET: randomBytes(32).toString('hex'),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
}

describeOnServer('with a role that has no rights', () => {
  let url: string;
  const roleWithoutRights = `cw_bare_${randomBytes(6).toString('hex')}`;

  beforeAll(async () => {
    await sql`create role ${sql.id(roleWithoutRights)} login`.execute(database.store.kysely);
    const roleUrl = new URL(database.url ?? '');
    roleUrl.username = roleWithoutRights;
    roleUrl.password = '';
    url = roleUrl.href;
  });
  afterAll(async () => {
    await sql`drop role ${sql.id(roleWithoutRights)}`.execute(database.store.kysely);
  });

  test('the server exits and says which role may migrate the database', async () => {
    expect(await runProgram(url, 'main')).toEqual({
      code: 1,
      stderr:
        "The role in DATABASE_URL isn't allowed to migrate this database; set MIGRATION_DATABASE_URL to a URL with the owner's role, or make this role the owner (docs/operations.md).\n",
    });
  }, 60_000);

  test('verify-audit exits and reports that the role may not read the audit trail', async () => {
    expect(await runProgram(url, 'verify-audit')).toEqual({
      code: 2,
      stderr: "The role in DATABASE_URL may not read this database's audit trail.\n",
    });
  }, 60_000);
});
