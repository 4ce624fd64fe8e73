import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isReferenceMissing, isSerializationFailure } from './errors.ts';
import { runInScope } from './transaction-scope.ts';

/** The number of attempts after the first one. */
const maximumRetries = 3;

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws or when
 * `mayCommit` returns false for its result.
 *
 * If the database aborts the transaction in favor of another transaction (40001, 40P01), or rejects a reference to a
 * row that another transaction has removed (23503), all of `work` is retried, up to three times. After any other error,
 * nothing is retried. So `work` must not do anything that can't be repeated, and must never wait for the network.
 *
 * Inside `work` only `trx` may be used: the outer handle throws OuterHandleInTransactionError.
 */
export async function inTransaction<DB, T>(
  database: Kysely<DB> | { kysely: Kysely<DB> },
  work: (trx: Transaction<DB>) => Promise<T>,
  mayCommit: (result: T) => boolean = () => true,
): Promise<T> {
  const kysely = 'kysely' in database ? database.kysely : database;
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt(kysely, work, mayCommit);
    } catch (error) {
      const mayRetry = isSerializationFailure(error) || isReferenceMissing(error);
      if (retries === maximumRetries || !mayRetry) throw error;
      // The pause is random, since the same two transactions would otherwise collide again.
      await pause(Math.random() * 10 * (retries + 1));
    }
  }
}

async function attempt<DB, T>(
  kysely: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<T>,
  mayCommit: (result: T) => boolean,
): Promise<T> {
  const trx = await kysely.startTransaction().execute();
  try {
    const result = await runInScope(trx, () => work(trx));
    await (mayCommit(result) ? trx.commit() : trx.rollback()).execute();
    return result;
  } catch (error) {
    await trx.rollback().execute();
    throw error;
  }
}
