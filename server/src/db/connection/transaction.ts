import { setTimeout as pause } from 'node:timers/promises';
import { AbortedTransactionError, type Kysely, type Transaction } from 'kysely';
import { isSerializationFailure } from './errors.ts';
import { StoreConnection } from './store-dialect.ts';
import { inScope } from './transaction-scope.ts';

/** Attempts after the first. */
const mostRetries = 3;

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. `last`
 * gets what work returned and is for the statement that must be the last: it travels with the
 * commit, so that whatever it locks is not held while we wait for an answer. `opening` is SQL
 * without parameters that travels with the begin.
 *
 * Statements that are not awaited one by one (`Promise.all`) travel together, are run in the
 * order in which they were called, and each sees what the one before it did or waited for.
 *
 * When the database gives the transaction up in favour of another (40001, 40P01), the whole
 * of `work` runs again, at most three times more; nothing else is repeated. So `work` must
 * do nothing that can't be done twice, and must never wait for the network.
 *
 * Inside `work` only `trx` may be used: the outer handle throws OuterHandleInTransactionError.
 */
export async function inTransaction<DB, T>(
  database: Kysely<DB> | { kysely: Kysely<DB> },
  work: (trx: Transaction<DB>) => Promise<T>,
  last?: (trx: Transaction<DB>, result: T) => Promise<unknown>,
  opening?: string,
): Promise<T> {
  const kysely = 'kysely' in database ? database.kysely : database;
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt(kysely, work, last, opening);
    } catch (error) {
      if (retries === mostRetries || !isSerializationFailure(error)) throw error;
      // Apart from one another, or the same two would collide again.
      await pause(Math.random() * 10 * (retries + 1));
    }
  }
}

async function attempt<DB, T>(
  kysely: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<T>,
  last: ((trx: Transaction<DB>, result: T) => Promise<unknown>) | undefined,
  opening: string | undefined,
): Promise<T> {
  return kysely.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof StoreConnection)) throw new Error('Not a database of ours.');
    let ending: Promise<unknown> | undefined;
    try {
      const trx = connection.transaction(kysely, opening);
      const result = await inScope(trx, () => work(trx));
      ending = last?.(trx, result);
      ending?.catch(() => {});
      await connection.commit();
      return result;
    } catch (error) {
      await connection.rollback();
      // The commit only says that there is nothing to commit; the last statement knows why.
      if (error instanceof AbortedTransactionError) await ending;
      throw error;
    }
  });
}
