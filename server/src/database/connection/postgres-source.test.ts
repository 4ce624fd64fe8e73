import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '@curbwrench/testing/database';
import { TcpProxy } from '@curbwrench/testing/tcp-proxy';
import { waitFor } from '@curbwrench/testing/wait-for';
import { ChannelListeners } from './channel-listeners.ts';
import { ConnectionLostError, isTimeout } from './errors.ts';
import { PostgresListener } from './postgres-listener.ts';
import { DatabaseUnusableError, PostgresSource } from './postgres-source.ts';
import { openDatabase } from './store.ts';

describe('opening a database that cannot be used', () => {
  test('fails with a message that names the server but not the password', async () => {
    const port = await findFreePort();
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

  test('fails with a DatabaseUnusableError if the address is not a URL', async () => {
    await expect(openDatabase({ kind: 'postgres', url: 'not a url' })).rejects.toThrow(
      DatabaseUnusableError,
    );
  });
});

// The embedded database has no separate sessions.
const describeOnServer = testDatabaseKind === 'postgres' ? describe : () => {};

describeOnServer('a session on a server', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test("has time limits and the application's name", async () => {
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

  test('ends a slow statement with a timeout error @data.timeouts', async () => {
    const slow = database.store.kysely.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '20ms'`.execute(trx);
      await sql`select pg_sleep(10)`.execute(trx);
    });
    await expect(slow).rejects.toSatisfy(isTimeout);
  });

  test('prepares a statement once and reuses its plan', async () => {
    await database.store.kysely.connection().execute(async (connection) => {
      for (let run = 0; run < 3; run += 1)
        await sql`select ${run}::int as kept_plan`.execute(connection);
      const { rows } = await sql`
        select count(*)::int as plans from pg_prepared_statements where statement like '%as kept_plan'
      `.execute(connection);
      expect(rows).toEqual([{ plans: 1 }]);
    });
  });
});

describeOnServer('connections that the network drops silently', () => {
  let database: TestDatabase;
  let directUrl: string;
  let proxy: TcpProxy;
  let proxyUrl: string;
  const cleanUps: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    directUrl = database.url ?? '';
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  });
  afterAll(() => database.drop());

  async function startProxy(): Promise<void> {
    proxy = await TcpProxy.to(Number(new URL(directUrl).port));
    cleanUps.push(() => proxy.close());
    const url = new URL(directUrl);
    url.port = String(proxy.port);
    proxyUrl = url.href;
  }

  async function startSource(responseTimeoutMs: number): Promise<PostgresSource> {
    await startProxy();
    const source = await PostgresSource.start(proxyUrl, 3, responseTimeoutMs);
    cleanUps.push(() => source.close());
    return source;
  }

  test('a statement without a response fails after the timeout, and older connections are not reused', async () => {
    const source = await startSource(1_500);
    const sessions = await Promise.all([source.acquire(), source.acquire(), source.acquire()]);
    const [frozenSession, ...otherSessions] = sessions;
    for (const session of otherSessions) source.release(session);
    proxy.freeze();
    // Several pending statements all fail with their connection.
    const results = [
      frozenSession.query('select 1', [], true),
      frozenSession.query('select 2', [], true),
    ];
    for (const result of results) await expect(result).rejects.toBeInstanceOf(ConnectionLostError);
    source.release(frozenSession, true);
    const next = await source.acquire();
    expect((await next.query('select 3 as three', [], false)).rows).toEqual([{ three: 3 }]);
    source.release(next);
  });

  test('only a session that turned off the statement timeout waits as long as needed', async () => {
    const source = await startSource(1_500);
    const session = await source.acquire();
    await session.query('begin', [], false);
    await session.query('set local statement_timeout = 0', [], false);
    const { rows } = await session.query('select 1 as slept from pg_sleep(3)', [], false);
    expect(rows).toEqual([{ slept: 1 }]);
    await session.query('rollback', [], false);
    source.release(session);
    const next = await source.acquire();
    const slow = next.query('select pg_sleep(3)', [], false);
    await expect(slow).rejects.toBeInstanceOf(ConnectionLostError);
    source.release(next, true);
  });

  test('the listener reconnects and reports that notifications may have been missed', async () => {
    await startProxy();
    const listeners = new ChannelListeners();
    const listener = new PostgresListener(proxyUrl, listeners, {
      intervalMs: 100,
      timeoutMs: 2_000,
    });
    cleanUps.push(() => listener.close());
    const onNotify = vi.fn<() => void>();
    listeners.add('test_channel', onNotify);
    await listener.listen('test_channel');
    proxy.freeze();
    await waitFor(() => expect(onNotify).toHaveBeenCalled());
    const before = onNotify.mock.calls.length;
    await sql`select pg_notify('test_channel', '')`.execute(database.store.kysely);
    await waitFor(() => expect(onNotify.mock.calls.length).toBeGreaterThan(before));
  });

  test('closing the listener does not wait for a response that never arrives', async () => {
    await startProxy();
    const listener = new PostgresListener(proxyUrl, new ChannelListeners());
    await listener.listen('closing');
    proxy.freeze();
    await listener.close();
  });

  test("commits wait until they are on disk, even if the server's default is synchronous_commit=off", async () => {
    const name = new URL(directUrl).pathname.slice(1);
    const kysely = database.store.kysely;
    await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(kysely);
    const store = await openDatabase({ kind: 'postgres', url: directUrl });
    cleanUps.push(() => store.close());
    const { rows } = await sql`select current_setting('synchronous_commit') as commit`.execute(
      store.kysely,
    );
    expect(rows).toEqual([{ commit: 'on' }]);
  });
});

/** Returns a port that was just released, so nothing listens on it. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
