import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '@curbwrench/testing/database';
import { waitFor } from '@curbwrench/testing/wait-for';
import { isConnectionLost } from './errors.ts';
import type { Store } from './store.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  store = database.store;
});
afterAll(() => database.drop());

async function notify(channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(store.kysely);
}

describe('listen', () => {
  test('a listener receives the committed notifications of its own channel only', async () => {
    const onNotify = vi.fn<() => void>();
    const onOther = vi.fn<() => void>();
    const stopFunctions = [
      await store.listen('mine', onNotify),
      await store.listen('other', onOther),
    ];
    await inTransaction(store, async (trx) => {
      await sql`select pg_notify('mine', '')`.execute(trx);
    });
    await waitFor(() => expect(onNotify).toHaveBeenCalledTimes(1));
    expect(onOther).not.toHaveBeenCalled();
    for (const stop of stopFunctions) await stop();
  });

  test('a notification that is rolled back is not received', async () => {
    const onNotify = vi.fn<() => void>();
    const stop = await store.listen('rolled_back', onNotify);
    const failing = inTransaction(store, async (trx) => {
      await sql`select pg_notify('rolled_back', '')`.execute(trx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    // Notifications arrive in order: when the second one is received, the first would have been received too.
    await notify('rolled_back');
    await waitFor(() => expect(onNotify).toHaveBeenCalled());
    expect(onNotify).toHaveBeenCalledTimes(1);
    await stop();
  });

  test('every listener of a channel is called until it stops listening', async () => {
    const firstListener = vi.fn<() => void>();
    const secondListener = vi.fn<() => void>();
    const [stopFirst, stopSecond] = await Promise.all([
      store.listen('shared', firstListener),
      store.listen('shared', secondListener),
    ]);
    await notify('shared');
    await waitFor(() =>
      expect(firstListener.mock.calls.length + secondListener.mock.calls.length).toBe(2),
    );
    await stopFirst();
    await notify('shared');
    await waitFor(() => expect(secondListener).toHaveBeenCalledTimes(2));
    expect(firstListener).toHaveBeenCalledTimes(1);
    await stopSecond();
    await stopSecond();
  });

  test('a channel name that would need quotes is rejected', async () => {
    await expect(store.listen('a; drop table users', () => {})).rejects.toThrow(
      'Not a channel name',
    );
  });
});

// The embedded database has no network connections.
const describeOnServer = testDatabaseKind === 'postgres' ? describe : () => {};
describeOnServer('when the server terminates connections', () => {
  test('the listener reconnects and reports that notifications may have been missed', async () => {
    const onNotify = vi.fn<() => void>();
    const stop = await store.listen('broken', onNotify);
    await terminateConnections(`query like 'listen %'`);
    await vi.waitFor(() => expect(onNotify).toHaveBeenCalledTimes(1), { timeout: 10_000 });
    await notify('broken');
    await waitFor(() => expect(onNotify).toHaveBeenCalledTimes(2));
    await stop();
  });

  test('idle connections are replaced', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => sql`select pg_sleep(0.01)`.execute(store.kysely)),
    );
    await terminateConnections('true');
    await waitFor(async () => {
      expect((await sql`select 1 as one`.execute(store.kysely)).rows).toEqual([{ one: 1 }]);
    });
  });

  test('a transaction in progress fails with a ConnectionLostError', async () => {
    const transaction = inTransaction(store, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      const other = await createTestDatabase();
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.store.kysely);
      await other.drop();
      await sql`select 1`.execute(trx);
    });
    await expect(transaction).rejects.toSatisfy(isConnectionLost);
    expect((await sql`select 1 as one`.execute(store.kysely)).rows).toEqual([{ one: 1 }]);
  });

  /** Terminates this database's other connections that satisfy the SQL condition. */
  async function terminateConnections(condition: string): Promise<void> {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and ${sql.raw(condition)}
    `.execute(store.kysely);
  }
});
