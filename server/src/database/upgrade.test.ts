import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { password } from '@curbwrench/testing/accounts';
import { Browser } from '@curbwrench/testing/browser';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { createSnapshot } from '@curbwrench/testing/database-snapshot';
import { demoMorning } from '@curbwrench/testing/demo-day';
import { generateSchemaSource } from '@curbwrench/testing/schema-source';
import {
  fillWithShortDemo,
  snapshotAddress,
  snapshotEmail,
  addUsageToDemo,
} from '@curbwrench/testing/snapshot-business';
import { startApp } from '@curbwrench/testing/start-app';
import { sealAudit } from '../audit/changes.ts';
import { verifyAuditTrail } from '../audit/chain-queries.ts';
import { listAuditEntries } from '../audit/queries.ts';
import { scriptQuery } from './connection/store-dialect.ts';
import { migrate, readMigrations } from './migrator.ts';

/*
 * Upgrades populated databases of older versions. Each file in `testing/src/snapshots/` contains a business's database
 * as of the migration that the file is named after, and never changes. With WRITE_SNAPSHOT=1 in the environment, a
 * file is written for the newest migration.
 */

const snapshots = new URL('../../../testing/src/snapshots/', import.meta.url);

/** From this migration on, the table `users` is called `people`, and `accounts` is called `credentials`. */
const peopleAndAccounts = '0010';

/** Tables that a migration renamed: the old name and the new name of each. */
const renamedTables = new Map([
  ['mails', 'emails'],
  ['mail_views', 'email_views'],
  ['message_texts', 'message_templates'],
  ['customer_sources', 'external_customer_ids'],
]);

if (process.env['WRITE_SNAPSHOT'] === '1') await writeSnapshot();

describe.each(listSnapshots())('upgrading a database from %s', (snapshot) => {
  test('keeps every row and produces the schema of a new database', async () => {
    const database = await loadSnapshot(snapshot);
    const before = Object.fromEntries(
      Object.entries(await countRows(database)).map(([table, count]) => [
        renamedTables.get(table) ?? table,
        count,
      ]),
    );
    const { kysely } = database.store;
    const renamedCounts =
      snapshot < peopleAndAccounts ? await countPeopleAndAccounts(database) : {};
    const { users: _, ...otherCounts } = before;
    await migrate(kysely);
    const after = await countRows(database);
    // A dropped table would be missing, so a migration that drops one must change this test. Migrations register
    // their tables and columns in `audit_tables` and `audit_columns`.
    const expected = {
      ...otherCounts,
      ...renamedCounts,
      audit_columns: after['audit_columns'],
      audit_tables: after['audit_tables'],
    };
    expect({ ...after, ...expected }).toEqual(after);
    const newDatabase = await createTestDatabase();
    expect(await generateSchemaSource(database.store.kysely)).toBe(
      await generateSchemaSource(newDatabase.store.kysely),
    );
    await newDatabase.drop();
    await database.drop();
  });

  test("keeps the audit trail's hash chain intact, and customers can sign in and see their records", async () => {
    const database = await loadSnapshot(snapshot);
    await migrate(database.store.kysely);
    await sealAudit(database.store.kysely);
    const report = await verifyAuditTrail(database.store.kysely);
    expect(report).toMatchObject({ isIntact: true });
    expect(report.isIntact && report.entries).toBeGreaterThan(10);

    const app = await startApp({ now: demoMorning, database });
    const browser = new Browser(app);
    const signedIn = await browser.post('/api/account/sign-in', { email: snapshotEmail, password });
    expect(signedIn.statusCode).toBe(200);
    const appointments = await browser.send('GET', '/api/appointments');
    expect(appointments.json()).toMatchObject([
      { location: JSON.stringify({ address: snapshotAddress }) },
    ]);
    const suggested = await browser.send('GET', '/api/places?q=');
    expect(suggested.json()).toMatchObject({
      suggestions: [{ address: snapshotAddress, source: 'earlier' }],
    });
    await app.stop();
    await database.drop();
  });
});

test('upgrading gives each appointment line items that add up to its price and duration', async () => {
  const database = await loadNewestSnapshotBefore('0011');
  const { kysely } = database.store;
  const before = await sql`
    select id, price::numeric, included_in, end_time - start_time as duration from appointments order by id
  `.execute(kysely);
  await migrate(kysely);
  const after = await sql`
    select a.id, sum(l.quantity * l.unit_price)::numeric(10, 2) as price, max(l.included_in) as included_in,
      sum(l.duration) * interval '1 minute' as duration
    from appointments a join appointment_lines l on l.appointment_id = a.id
    group by a.id order by a.id
  `.execute(kysely);
  expect(before.rows.length).toBeGreaterThan(100);
  expect(after.rows).toEqual(before.rows);
  const otherLines = await sql<{ text: string }>`
    select distinct kind || ' ' || description as text from appointment_lines where kind <> 'service'
  `.execute(kysely);
  expect(otherLines.rows.map(({ text }) => text).toSorted()).toEqual([
    'discount Small Fleet plan discount',
    'fee Call-out fee, North side',
  ]);
  await database.drop();
});

test('upgrading marks time off with the reason "Sick" as a sick day only if it is within one day', async () => {
  const database = await loadNewestSnapshotBefore('0012');
  const { kysely } = database.store;
  await sql`
    insert into time_off (mechanic_id, during, reason)
    select user_id, during, reason
    from (select user_id from mechanics order by user_id limit 1) mechanic, (values
      ('[2030-03-04 09:00,2030-03-05 00:00)'::tsrange, 'Sick'),
      ('[2030-03-06 09:00,2030-03-08 00:00)', 'Sick'),
      ('[2030-03-11 09:00,2030-03-12 00:00)', 'Vacation')
    ) entries (during, reason)
  `.execute(kysely);
  await migrate(kysely);
  const { rows } = await sql`
    select lower(during)::date as date from time_off where sick and during >> '[2030-01-01,2030-01-02)'
  `.execute(kysely);
  expect(rows).toEqual([{ date: '2030-03-04' }]);
  await database.drop();
});

test('upgrading marks a change that can still be undone as made by the office', async () => {
  const database = await loadNewestSnapshotBefore('0021');
  const { kysely } = database.store;
  await migrateTo(database, '0020_customer_files.sql');
  await sql`
    insert into undoable_changes (appointment_id, event_id, before, events, due_at)
    select id, 1, '{}', '[]', now() from appointments limit 1
  `.execute(kysely);
  await migrate(kysely);
  const { rows } = await sql`select kind from undoable_changes`.execute(kysely);
  expect(rows).toEqual([{ kind: 'dispatch' }]);
  await database.drop();
});

test('upgrading keeps the name call_out_fee in existing entries of the audit trail, and records later changes as trip_fee', async () => {
  const database = await loadNewestSnapshotBefore('0038');
  const { kysely } = database.store;
  await sql`update service_areas set call_out_fee = 11`.execute(kysely);
  await migrate(kysely);
  await sql`update service_areas set trip_fee = 12`.execute(kysely);
  await sealAudit(kysely);
  const { rows } = await sql`
    select before, after from audit_entries where subject = 'service_area' and action = 'changed'
  `.execute(kysely);
  expect(rows).toContainEqual({ before: { trip_fee: 11 }, after: { trip_fee: 12 } });
  expect(rows).toContainEqual({
    before: { call_out_fee: expect.any(Number) as number },
    after: { call_out_fee: 11 },
  });
  expect(await verifyAuditTrail(kysely)).toMatchObject({ isIntact: true });
  await database.drop();
});

test('upgrading keeps the name message_text in existing entries of the audit trail, which are found together with later ones', async () => {
  const database = await loadNewestSnapshotBefore('0040');
  const { kysely } = database.store;
  await migrateTo(database, '0039_email_html.sql');
  await sql`
    insert into message_texts (kind, channel, body, updated_at) values ('moved', 'sms', 'First', now())
  `.execute(kysely);
  await sql`
    insert into outbox (kind, subject_id, at) values ('message_text', 'moved.sms', now())
  `.execute(kysely);
  await migrate(kysely);
  await sql`update message_templates set body = 'Second' where id = 'moved.sms'`.execute(kysely);
  await sealAudit(kysely);
  const page = await listAuditEntries(kysely, {
    subject: 'message_template',
    subjectId: 'moved.sms',
  });
  expect(page?.rows).toMatchObject([
    { subject: 'message_template', changes: [{ before: 'First', after: 'Second' }] },
    { subject: 'message_text', changes: [{ before: null, after: 'First' }] },
  ]);
  const { rows } = await sql`
    select kind from outbox where subject_id = 'moved.sms'
  `.execute(kysely);
  expect(rows).toEqual([{ kind: 'message_template' }]);
  expect(await verifyAuditTrail(kysely)).toMatchObject({ isIntact: true });
  await database.drop();
});

test('upgrading keeps the promised arrival and its source, and all other details', async () => {
  const database = await loadNewestSnapshotBefore('0043');
  const { kysely } = database.store;
  await migrateTo(database, '0041_verified_emails.sql');
  const time = '2026-03-04T18:05:00.000Z';
  await sql`
    insert into appointment_events (appointment_id, kind, at, detail)
    select id, 'started', now(), ${JSON.stringify({ promisedAt: time, promisedBy: 'router', sentAt: time })}::jsonb
    from appointments limit 1
  `.execute(kysely);
  await migrate(kysely);
  const { rows } = await sql`
    select detail from appointment_events where kind = 'started' order by id desc limit 1
  `.execute(kysely);
  expect(rows).toEqual([
    { detail: { promisedArrival: time, arrivalSource: 'router', sentAt: time } },
  ]);
  await database.drop();
});

test('upgrading keeps the start of a job that can still be undone, and emails that were only stored', async () => {
  const database = await loadNewestSnapshotBefore('0042');
  const { kysely } = database.store;
  await migrateTo(database, '0041_verified_emails.sql');
  const at = '2026-03-03T17:00:00.000Z';
  const before = { available: true, switchedOn: '2026-03-03', switchedAt: at };
  await sql`
    insert into undoable_changes (appointment_id, kind, event_id, before, events, due_at)
    select id, 'start', 1, ${JSON.stringify(before)}::jsonb, '[]', now() from appointments
    where id not in (select appointment_id from undoable_changes) limit 1
  `.execute(kysely);
  await sql`
    insert into emails (recipient, subject, text, state, next_attempt_at, created_at)
    values ('stored@example.com', 'Invitation', 'Text', 'kept', now(), now())
  `.execute(kysely);
  await migrate(kysely);
  const starts = await sql`
    select before from undoable_changes where kind = 'start' and event_id = 1
  `.execute(kysely);
  expect(starts.rows).toEqual([
    { before: { available: true, availabilitySetOn: '2026-03-03', availabilitySetAt: at } },
  ]);
  const emails = await sql`
    select state from emails where recipient = 'stored@example.com'
  `.execute(kysely);
  expect(emails.rows).toEqual([{ state: 'stored' }]);
  await database.drop();
});

test('upgrading keeps the old names of settings in existing entries of the audit trail, and records later changes under the new names', async () => {
  const database = await loadNewestSnapshotBefore('0042');
  const { kysely } = database.store;
  await migrateTo(database, '0041_verified_emails.sql');
  await sql`update business set start_gap_minutes = 15`.execute(kysely);
  await migrate(kysely);
  await sql`update business set slot_interval_minutes = 60`.execute(kysely);
  await sealAudit(kysely);
  const page = await listAuditEntries(kysely, { subject: 'business' });
  expect(page?.rows.slice(0, 2).flatMap(({ changes }) => changes)).toMatchObject([
    { field: 'slot_interval_minutes', before: '15', after: '60' },
    { field: 'start_gap_minutes', after: '15' },
  ]);
  expect(await verifyAuditTrail(kysely)).toMatchObject({ isIntact: true });
  await database.drop();
});

/** Returns the names of all snapshots, from the oldest to the newest. */
function listSnapshots(): string[] {
  return readdirSync(snapshots).toSorted();
}

/**
 * Loads the newest snapshot that was written before a migration. One is enough for a test of that migration: older
 * snapshots pass through the same migrations, and the tests above upgrade all of them.
 */
async function loadNewestSnapshotBefore(migration: string): Promise<TestDatabase> {
  const name = listSnapshots().findLast((candidate) => candidate < migration);
  if (name === undefined) throw new Error(`No snapshot was written before ${migration}.`);
  return loadSnapshot(name);
}

/** Counts the rows of the tables that are renamed later, and returns the counts under the new table names. */
async function countPeopleAndAccounts({ store }: TestDatabase) {
  const { rows } = await sql<{ people: number; credentials: number; accounts: number }>`
    select count(*)::int as people, count(*) filter (where deleted_at is null)::int as accounts,
      (select count(*)::int from accounts) as credentials
    from users
  `.execute(store.kysely);
  return rows[0];
}

async function writeSnapshot(): Promise<void> {
  const newestMigration = (await readMigrations()).at(-1)?.name ?? '';
  const file = new URL(newestMigration, snapshots);
  if (existsSync(file))
    throw new Error(`${fileURLToPath(file)} already exists; snapshots are never changed.`);
  const app = await startApp({ now: demoMorning, fill: fillWithShortDemo });
  await addUsageToDemo(app);
  writeFileSync(file, await createSnapshot(app.store.kysely));
  await app.stop();
}

/** Creates a database at the migration that the snapshot is named after, and loads the snapshot's rows. */
async function loadSnapshot(name: string): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const { kysely } = database.store;
  await sql`drop schema public cascade`.execute(kysely);
  await sql`create schema public`.execute(kysely);
  await migrateTo(database, name);
  await kysely
    .connection()
    .execute((connection) =>
      connection.executeQuery(scriptQuery(readFileSync(new URL(name, snapshots), 'utf8'))),
    );
  return database;
}

/** Applies the migrations up to and including the given one. */
async function migrateTo({ store }: TestDatabase, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'curbwrench-earlier-'));
  for (const migration of await readMigrations()) {
    if (migration.name > name) continue;
    copyFileSync(
      new URL(`migrations/${migration.name}`, import.meta.url),
      join(folder, migration.name),
    );
  }
  await migrate(store.kysely, pathToFileURL(`${folder}/`));
  rmSync(folder, { recursive: true });
}

async function countRows({ store }: TestDatabase): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
  `.execute(store.kysely);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(name)}`.execute(store.kysely);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}
