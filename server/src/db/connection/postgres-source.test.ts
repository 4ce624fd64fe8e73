import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, testDatabaseKind, type TestDatabase } from '../../testing/database.ts';
import { isTimeout } from './errors.ts';
import { DatabaseUnusableError } from './postgres-source.ts';
import { openDatabase } from './store.ts';

describe('a server that can not be used', () => {
  test('is named in one sentence, without its password', async () => {
    const port = await freePort();
    const opening = openDatabase({
      kind: 'postgres',
      url: `postgres://somebody:hunter2@127.0.0.1:${port}/curbwrench`,
    });
    await expect(opening).rejects.toThrow(DatabaseUnusableError);
    await expect(opening).rejects.toThrow(
      new RegExp(
        `^The database at 127\\.0\\.0\\.1:${port}/curbwrench can't be used: .*ECONNREFUSED`,
      ),
    );
    await expect(opening).rejects.not.toThrow('hunter2');
  });

  test('and so is an address that is none', async () => {
    await expect(openDatabase({ kind: 'postgres', url: 'not a url' })).rejects.toThrow(
      DatabaseUnusableError,
    );
  });
});

// The embedded database has no sessions of its own.

const onServer = testDatabaseKind === 'postgres' ? describe : () => {};

onServer('a session on a server', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('is limited in time and says who it is', async () => {
    const { rows } = await sql`
      select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('TimeZone') as zone,
        current_setting('application_name') as application
    `.execute(database.store.kysely);
    expect(rows).toEqual([
      { statement: '10s', lock: '5s', idle: '5s', zone: 'UTC', application: 'curbwrench' },
    ]);
  });

  test('ends a statement that takes too long, with an error that says so', async () => {
    const slow = database.store.kysely.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '20ms'`.execute(trx);
      await sql`select pg_sleep(10)`.execute(trx);
    });
    await expect(slow).rejects.toSatisfy(isTimeout);
  });

  test('keeps the plans of statements by name', async () => {
    await database.store.kysely.connection().execute(async (one) => {
      for (let run = 0; run < 3; run += 1) await sql`select ${run}::int as kept_plan`.execute(one);
      const { rows } = await sql`
        select count(*)::int as plans from pg_prepared_statements where statement like '%as kept_plan'
      `.execute(one);
      expect(rows).toEqual([{ plans: 1 }]);
    });
  });
});

/** A port at which nobody listens: one that was just given back. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
