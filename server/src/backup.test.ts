import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { compareContents, readDatabase } from '@curbwrench/testing/database-contents';
import { testDatabaseKind } from '@curbwrench/testing/database';
import { createBusinessData, type BusinessData } from '@curbwrench/testing/business-data';
import { demoMorning } from '@curbwrench/testing/demo-day';
import { addUsageToDemo, fillWithShortDemo } from '@curbwrench/testing/snapshot-business';
import { makeTeam, makePerson, makeVehicle } from '@curbwrench/testing/builders';
import { runProgram, type ProgramResult } from '@curbwrench/testing/run-program';
import { send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { verifyAuditTrail } from './audit/chain-queries.ts';
import { sealAudit } from './audit/changes.ts';
import { migrate, readMigrations } from './database/migrator.ts';

/*
 * Runs the built commands on complete businesses, on both kinds of database.
 */

/** A business that is in use. */
let business: BusinessData;
/** The contents of the business's database when it was backed up. */
let contents: Awaited<ReturnType<typeof readDatabase>>;
/** The path of the business's backup. */
let backup: string;

beforeAll(async () => {
  business = await createBusinessData(testDatabaseKind);
  const database = await business.open();
  await migrate(database.store.kysely);
  const app = await startApp({ now: demoMorning, database, fill: fillWithShortDemo });
  await addUsageToDemo(app);
  contents = await readDatabase(database.store, { withAuditTrail: true });
  await app.stop();
  await database.drop();
  backup = join(business.folder, '..', 'business.tar.gz');
});
afterAll(() => business.remove());

const createDataForTest = async (): Promise<BusinessData> => {
  const data = await createBusinessData(testDatabaseKind);
  onTestFinished(() => data.remove());
  return data;
};

const backUp = (
  data: BusinessData,
  signal: AbortSignal,
  ...args: string[]
): Promise<ProgramResult> => runProgram('backup', data.environment, signal, args);

const restore = (data: BusinessData, signal: AbortSignal, file: string): Promise<ProgramResult> =>
  runProgram('restore', data.environment, signal, [file]);

const openForTest = async (data: BusinessData) => {
  const database = await data.open();
  onTestFinished(() => database.drop());
  return database;
};

/**
 * Ignores rate limits: opening a copy of the embedded database is like recovering from a crash, which may lose them.
 */
const listDiffs = (before: typeof contents, after: typeof contents) =>
  compareContents(before, after).filter(({ table }) => table !== 'rate_limits');

test('a restored backup has every row of the original and an intact audit trail @data.backup @data.restore', async ({
  signal,
}) => {
  expect(await backUp(business, signal, backup)).toMatchObject({ code: 0, stderr: '' });
  expect((await stat(backup)).mode & 0o777).toBe(0o600);

  const copy = await createDataForTest();
  expect(await restore(copy, signal, backup)).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^The backup from 20\S+Z was restored to .+\. You can now start the server\.\n$/,
    ) as string,
    stderr: '',
  });
  const { store } = await openForTest(copy);
  expect(await migrate(store.kysely)).toEqual([]);
  expect(listDiffs(contents, await readDatabase(store, { withAuditTrail: true }))).toEqual([]);
  expect(contents.size).toBeGreaterThan(30);
  expect(await verifyAuditTrail(store.kysely)).toMatchObject({ isIntact: true });
});

test('a backup is not restored over existing data @data.restore', async ({ signal }) => {
  const refused = await restore(business, signal, backup);
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toMatch(
    /^.+ is not empty\. A backup can only be restored into an empty .+\n$/,
  );
  const { store } = await openForTest(business);
  expect(listDiffs(contents, await readDatabase(store, { withAuditTrail: true }))).toEqual([]);
});

/**
 * Books and cancels until `isDone` returns true; adds each appointment's id to `cancelled` when its cancellation is
 * confirmed.
 */
async function bookUntil(app: TestApp, cancelled: number[], isDone: () => boolean): Promise<void> {
  const team = await makeTeam(app, 3);
  const admin = await makePerson(app, 'admin');
  while (!isDone()) {
    const customer = await makePerson(app, 'customer');
    const booked = await send(app, customer, 'POST', '/api/appointments', {
      vehicleId: await makeVehicle(app, customer.id),
      serviceId: team.serviceId,
      date: '2026-03-05',
      startTime: '10:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
    });
    const { id } = booked.json<{ id: number }>();
    const body = { status: 'cancelled', reason: 'Because.' };
    const cancellation = await send(app, admin, 'PATCH', `/api/appointments/${id}`, body);
    if (cancellation.statusCode !== 200) throw new Error(`${booked.body} ${cancellation.body}`);
    cancelled.push(id);
  }
}

test('two backups taken concurrently during bookings are consistent and contain everything confirmed before they began @data.backup', async ({
  signal,
}) => {
  const data = await createDataForTest();
  const database = await openForTest(data);
  await migrate(database.store.kysely);
  const app = await startApp({ database });
  onTestFinished(() => app.stop());
  const cancelled: number[] = [];
  let isDone = false;
  let resolveStarted = (): void => {};
  const started = new Promise<void>((resolve) => {
    resolveStarted = resolve;
  });
  const booking = bookUntil(app, cancelled, () => {
    if (cancelled.length > 3) resolveStarted();
    return isDone;
  });
  await Promise.race([started, booking]);
  const confirmedBefore = cancelled.length;
  const folder = join(data.folder, '..');
  const backups = await Promise.all([1, 2].map(() => backUp(data, signal, folder)));
  isDone = true;
  await booking;
  expect(cancelled.length).toBeGreaterThan(confirmedBefore);

  const files = backups.map(({ stdout }) => /complete: (\S+) /.exec(stdout)?.[1] ?? '');
  expect(backups).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(new Set(files).size).toBe(2);
  for (const file of files) {
    const copy = await createDataForTest();
    expect(await restore(copy, signal, file)).toMatchObject({ code: 0, stderr: '' });
    const { kysely } = (await openForTest(copy)).store;
    await sealAudit(kysely);
    expect(await verifyAuditTrail(kysely)).toMatchObject({ isIntact: true });
    const rows = await kysely.selectFrom('appointments').select(['id', 'status']).execute();
    const cancelledIds = rows.filter(({ status }) => status === 'cancelled').map(({ id }) => id);
    expect(cancelledIds).toEqual(expect.arrayContaining(cancelled.slice(0, confirmedBefore)));
    // At most one appointment is open: the one being booked during the backup.
    expect(rows.length - cancelledIds.length).toBeLessThan(2);
    const counts = sql<object>`
      select reader, status, sum(count)::int as count from appointment_counts
      group by reader, status having sum(count) <> 0 order by reader, status`;
    const before = (await counts.execute(kysely)).rows;
    await sql`select rebuild_counts()`.execute(kysely);
    expect((await counts.execute(kysely)).rows).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  }
});

test('a backup from an older version is restored, and the next start migrates it @data.restore', async ({
  signal,
}) => {
  const data = await createDataForTest();
  const database = await data.open();
  const allMigrations = new URL('../../server/src/database/migrations/', import.meta.url);
  const olderMigrations = join(data.folder, '..', 'older');
  const newestMigration = (await readMigrations()).at(-1)?.name ?? '';
  await cp(allMigrations, olderMigrations, {
    recursive: true,
    filter: (path) => !path.endsWith(newestMigration),
  });
  await migrate(database.store.kysely, new URL(`file://${olderMigrations}/`));
  await database.drop();

  const file = `${olderMigrations}.tar.gz`;
  expect(await backUp(data, signal, file)).toMatchObject({ code: 0, stderr: '' });
  const copy = await createDataForTest();
  expect(await restore(copy, signal, file)).toMatchObject({ code: 0, stderr: '' });
  const { store } = await openForTest(copy);
  expect(await migrate(store.kysely)).toEqual([newestMigration]);
});

test('a backup never replaces a file, and is not written into the data folder @data.backup', async ({
  signal,
}) => {
  const before = await readFile(backup);
  expect(await backUp(business, signal, backup)).toEqual({
    code: 2,
    stdout: '',
    stderr: `${backup} already exists; a backup never replaces a file.\n`,
  });
  expect(before.equals(await readFile(backup))).toBe(true);

  await mkdir(join(business.folder, 'backups'), { recursive: true });
  const inside = join(business.folder, 'backups');
  expect((await backUp(business, signal, inside)).stderr).toBe(
    `${inside} is in the data folder; if that is lost, so is the backup. Write the backup somewhere else.\n`,
  );
  const missing = join(business.folder, '..', 'nowhere', 'a.tar.gz');
  expect((await backUp(business, signal, missing)).stderr).toMatch(/^There is no folder .+\n$/);
  expect((await backUp(business, signal)).stderr).toBe(
    'Please specify one file or folder to write the backup to.\n',
  );
});
