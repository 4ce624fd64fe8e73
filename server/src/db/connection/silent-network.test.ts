import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, testDatabaseKind, type TestDatabase } from '../../testing/database.ts';
import { TcpProxy } from '../../testing/tcp-proxy.ts';
import { ChannelListeners } from './channel-listeners.ts';
import { ConnectionLostError } from './errors.ts';
import { PostgresListener } from './postgres-listener.ts';
import { PostgresSource } from './postgres-source.ts';
import { openDatabase } from './store.ts';

// The embedded database has no network.
const onServer = testDatabaseKind === 'postgres' ? describe : () => {};
onServer('connections that the network forgets', () => {
  let database: TestDatabase;
  let direct: string;
  let proxy: TcpProxy;
  let url: string;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    direct = database.url ?? '';
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });
  afterAll(() => database.drop());

  async function throughProxy(): Promise<void> {
    proxy = await TcpProxy.to(Number(new URL(direct).port));
    ends.push(() => proxy.close());
    const address = new URL(direct);
    address.port = String(proxy.port);
    url = address.href;
  }

  async function startSource(silentAfterMs: number): Promise<PostgresSource> {
    await throughProxy();
    const source = await PostgresSource.start(url, 3, silentAfterMs);
    ends.push(() => source.close());
    return source;
  }

  test('an answer that never comes is given up, and no other old connection is trusted then', async () => {
    const source = await startSource(300);
    const sessions = await Promise.all([source.acquire(), source.acquire(), source.acquire()]);
    const [one, ...others] = sessions;
    for (const other of others) source.release(other);
    proxy.freeze();
    // Several at once: all of them fail with their connection.
    const asked = [one.query('select 1', [], true), one.query('select 2', [], true)];
    for (const answer of asked) await expect(answer).rejects.toBeInstanceOf(ConnectionLostError);
    source.release(one, true);
    const next = await source.acquire();
    expect((await next.query('select 3 as three', [], false)).rows).toEqual([{ three: 3 }]);
    source.release(next);
  });

  test('whoever lifted the limit of a statement waits as long as it takes, and only they', async () => {
    const source = await startSource(400);
    const session = await source.acquire();
    await session.query('begin', [], false);
    await session.query('set local statement_timeout = 0', [], false);
    const { rows } = await session.query('select 1 as slept from pg_sleep(0.8)', [], false);
    expect(rows).toEqual([{ slept: 1 }]);
    await session.query('rollback', [], false);
    source.release(session);
    const again = await source.acquire();
    const slow = again.query('select pg_sleep(0.8)', [], false);
    await expect(slow).rejects.toBeInstanceOf(ConnectionLostError);
    source.release(again, true);
  });

  test('the listener notices, comes back and says that something may have been missed', async () => {
    await throughProxy();
    const listeners = new ChannelListeners();
    const listener = new PostgresListener(url, listeners, {
      askEveryMs: 100,
      answersWithinMs: 200,
    });
    ends.push(() => listener.close());
    const onNotify = vi.fn<() => void>();
    listeners.add('forgotten', onNotify);
    await listener.hear('forgotten');
    proxy.freeze();
    await vi.waitFor(() => expect(onNotify).toHaveBeenCalled(), { timeout: 10_000 });
    const before = onNotify.mock.calls.length;
    await sql`select pg_notify('forgotten', '')`.execute(database.store.kysely);
    await vi.waitFor(() => expect(onNotify.mock.calls.length).toBeGreaterThan(before));
  });

  test('closing does not wait for an answer that never comes', async () => {
    await throughProxy();
    const listener = new PostgresListener(url, new ChannelListeners());
    await listener.hear('closing');
    proxy.freeze();
    await listener.close();
  });

  test('a commit is on the disk, even where the server prefers speed', async () => {
    const name = new URL(direct).pathname.slice(1);
    const kysely = database.store.kysely;
    await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(kysely);
    const store = await openDatabase({ kind: 'postgres', url: direct });
    ends.push(() => store.close());
    const { rows } = await sql`select current_setting('synchronous_commit') as commit`.execute(
      store.kysely,
    );
    expect(rows).toEqual([{ commit: 'on' }]);
  });
});
