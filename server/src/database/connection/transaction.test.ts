import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  testDatabaseKind,
  type TestDatabase,
} from '@curbwrench/testing/database';
import { OuterHandleInTransactionError, StatementError, StoreClosedError } from './errors.ts';
import type { Store } from './store.ts';
import { inTransaction } from './transaction.ts';

/** A small table used only by this test, in addition to the product's tables. */
type Tables = {
  entries: { id: number };
};

let database: TestDatabase;
let store: Store;
let kysely: Kysely<Tables>;

beforeAll(async () => {
  database = await createTestDatabase();
  store = database.store;
  kysely = store.kysely.$extendTables<Tables>();
  await sql`create table entries (id int primary key)`.execute(kysely);
});
beforeEach(async () => {
  await sql`delete from entries`.execute(kysely);
});
afterAll(() => database.drop());

/** Creates a one-time signal: `received` resolves when `send` is called. */
function newSignal(): { received: Promise<void>; send(): void } {
  let send = (): void => {};
  const received = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { received, send };
}

async function readIds(): Promise<number[]> {
  const rows = await kysely.selectFrom('entries').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

describe('a transaction', () => {
  test('is committed when its function returns', async () => {
    const result = await inTransaction(kysely, async (trx) => {
      await trx
        .insertInto('entries')
        .values([{ id: 1 }, { id: 2 }])
        .execute();
      return 'done';
    });
    expect(result).toBe('done');
    expect(await readIds()).toEqual([1, 2]);
  });

  test('is rolled back when its function throws, and the store remains usable @data.rollback', async () => {
    const failing = inTransaction(kysely, async (trx) => {
      await trx.insertInto('entries').values({ id: 1 }).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await readIds()).toEqual([]);
  });

  test('is rolled back but returns its result if `mayCommit` rejects the result', async () => {
    const result = await inTransaction(
      kysely,
      async (trx) => {
        await trx.insertInto('entries').values({ id: 1 }).execute();
        return 'no';
      },
      (value) => value === 'yes',
    );
    expect(result).toBe('no');
    expect(await readIds()).toEqual([]);
  });

  test('is not reported as committed if a statement failed and its error was ignored @data.rollback', async () => {
    const transaction = inTransaction(kysely, async (trx) => {
      await trx.insertInto('entries').values({ id: 1 }).execute();
      await sql`select 1/0`.execute(trx).catch(() => {});
    });
    await expect(transaction).rejects.toThrow();
    expect(await readIds()).toEqual([]);
  });

  test('can roll back to a savepoint', async () => {
    const trx = await kysely.startTransaction().execute();
    await trx.insertInto('entries').values({ id: 1 }).execute();
    const saved = await trx.savepoint('here').execute();
    await expect(saved.insertInto('entries').values({ id: 1 }).execute()).rejects.toThrow();
    await saved.rollbackToSavepoint('here').execute();
    await trx.commit().execute();
    expect(await readIds()).toEqual([1]);
  });

  test('has the requested isolation level', async () => {
    const level = await kysely
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (trx) => {
        const { rows } = await sql<{ level: string }>`
          select current_setting('transaction_isolation') as level`.execute(trx);
        return rows[0]?.level;
      });
    expect(level).toBe('serializable');
  });

  test('runs eventually, even if many transactions wait for the same lock', async () => {
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 60 }, (_, id) =>
        inTransaction(kysely, async (trx) => {
          await sql`select pg_advisory_xact_lock(7)`.execute(trx);
          await trx.insertInto('entries').values({ id }).execute();
          order.push(id);
        }),
      ),
    );
    expect(await readIds()).toHaveLength(60);
    // One connection means one queue. Transactions in a pool may finish in a different order than they started.
    if (testDatabaseKind === 'embedded') expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('does not share its session with other statements until it ends', async () => {
    const begun = newSignal();
    const proceed = newSignal();
    const transaction = inTransaction(kysely, async (trx) => {
      await sql`create temporary table session_rows (id int) on commit drop`.execute(trx);
      begun.send();
      await proceed.received;
    });
    await begun.received;
    const otherStatement = sql`select * from session_rows`.execute(kysely);
    proceed.send();
    await expect(otherStatement).rejects.toThrow('does not exist');
    await transaction;
  });
});

describe('the outer database handle inside a transaction', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a query', () => kysely.selectFrom('entries').select('id').execute()],
    ['the store itself', () => sql`select 1`.execute(store.kysely)],
    ['a second transaction', () => inTransaction(kysely, async () => {})],
    ['a handle with a schema', () => sql`select 1`.execute(kysely.withSchema('public'))],
  ])('cannot be used: %s', async (_, use) => {
    await expect(inTransaction(kysely, () => use())).rejects.toThrow(OuterHandleInTransactionError);
    await expect(store.kysely.transaction().execute(() => use())).rejects.toThrow(
      OuterHandleInTransactionError,
    );
    expect(await readIds()).toEqual([]);
  });

  test('can be used again by work that outlives the transaction', async () => {
    const committed = newSignal();
    const later = await inTransaction(kysely, async () => {
      const work = committed.received.then(() => readIds());
      return () => work;
    });
    committed.send();
    expect(await later()).toEqual([]);
  });

  test('cannot be used inside `connection()` either', async () => {
    const attempt = store.kysely.connection().execute(() => readIds());
    await expect(attempt).rejects.toThrow(OuterHandleInTransactionError);
  });

  test('can be used if it belongs to another store', async () => {
    const other = await createTestDatabase();
    await inTransaction(kysely, () => sql`select 1`.execute(other.store.kysely));
    await other.drop();
  });
});

describe('when the database aborts a transaction', () => {
  const abortError = (code: string): Error => new StatementError({ code, message: 'aborted' });

  test.each(['40001', '40P01', '23503'])(
    'the transaction is retried after %s, up to three times',
    async (code) => {
      let runs = 0;
      const work = async (): Promise<number> => {
        runs += 1;
        if (runs < 4) throw abortError(code);
        return runs;
      };
      expect(await inTransaction(kysely, work)).toBe(4);
      // Starts lower, so that the last attempt fails as well.
      runs = -1;
      await expect(inTransaction(kysely, work)).rejects.toThrow('aborted');
      expect(runs).toBe(3);
    },
  );

  // With one connection, two transactions cannot wait for each other.
  const describeOnServer = testDatabaseKind === 'postgres' ? describe : () => {};
  describeOnServer('on a server', () => {
    test('both transactions in a deadlock eventually succeed', async () => {
      await kysely
        .insertInto('entries')
        .values([{ id: 1 }, { id: 2 }])
        .execute();
      const locked = [newSignal(), newSignal()];
      const touch = (trx: Kysely<Tables>, id: number) =>
        trx.updateTable('entries').set({ id }).where('id', '=', id).execute();
      let runs = 0;
      const work = (first: number, second: number, index: number) =>
        inTransaction(kysely, async (trx) => {
          runs += 1;
          await touch(trx, first);
          locked[index]?.send();
          await Promise.all(locked.map((signal) => signal.received));
          await touch(trx, second);
        });
      await Promise.all([work(1, 2, 0), work(2, 1, 1)]);
      // The aborted transaction can deadlock with the other one again.
      expect(runs).toBeGreaterThan(2);
    });
  });

  test('the transaction is not retried after any other error', async () => {
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
      throw abortError('23P01');
    };
    await expect(inTransaction(kysely, work)).rejects.toThrow('aborted');
    expect(runs).toBe(1);
  });
});

describe('cached plans', () => {
  test('do not break statements after a table is altered', async () => {
    await sql`create table changing (a int)`.execute(kysely);
    await sql`insert into changing values (1)`.execute(kysely);
    const read = async () => (await sql`select * from changing`.execute(kysely)).rows;
    expect(await read()).toEqual([{ a: 1 }]);
    await sql`alter table changing add b text default 'new'`.execute(kysely);
    expect(await read()).toEqual([{ a: 1, b: 'new' }]);
  });

  test('are limited in number, and statements beyond the limit still run', async () => {
    for (let number = 0; number < 600; number += 1) {
      const { rows } = await sql`select ${sql.lit(number)}::int as number`.execute(kysely);
      expect(rows).toEqual([{ number }]);
    }
    const { rows } = await sql<{ kept: number }>`
      select count(*)::int as kept from pg_prepared_statements`.execute(kysely);
    expect(rows[0]?.kept).toBeLessThanOrEqual(500);
  });
});

test('closing the store waits for running transactions and rejects new statements', async () => {
  const closingDatabase = await createTestDatabase();
  let isClosed = false;
  const begun = newSignal();
  const proceed = newSignal();
  const running = inTransaction(closingDatabase.store, async (trx) => {
    begun.send();
    await proceed.received;
    return (await sql`select 1 as one`.execute(trx)).rows;
  });
  await begun.received;
  const closing = closingDatabase.store.close().then(() => {
    isClosed = true;
  });
  await expect(sql`select 1`.execute(closingDatabase.store.kysely)).rejects.toThrow(
    StoreClosedError,
  );
  expect(isClosed).toBe(false);
  proceed.send();
  expect(await running).toEqual([{ one: 1 }]);
  await closing;
  await closingDatabase.drop();
});
