import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, type ConnectionBuilder, type Transaction, type TransactionBuilder } from 'kysely';
import { OuterHandleInTransactionError } from './errors.ts';

/** A transaction running in this asynchronous context, and the one around it, of another store. */
interface Scope {
  store: object;
  isOpen: boolean;
  outer: Scope | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Throws OuterHandleInTransactionError if this code runs inside a transaction of the store. Work
 * started by a transaction that has ended is allowed again.
 */
export function refuseInsideTransaction(store: object): void {
  for (let scope = scopes.getStore(); scope !== undefined; scope = scope.outer) {
    if (scope.store === store && scope.isOpen) throw new OuterHandleInTransactionError();
  }
}

/**
 * A Kysely whose own `transaction()` and `connection()` are visible to the guard too, for
 * third-party code that doesn't use inTransaction.
 */
export class ScopedKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return scoped(super.transaction());
  }

  override connection(): ConnectionBuilder<DB> {
    const builder = super.connection();
    const execute = builder.execute.bind(builder);
    builder.execute = <T>(work: (connection: Kysely<DB>) => Promise<T>) =>
      execute((connection) => runInScope(connection, () => work(connection)));
    return builder;
  }
}

function scoped<DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  builder.execute = <T>(work: (trx: Transaction<DB>) => Promise<T>) =>
    execute((trx) => runInScope(trx, () => work(trx)));
  builder.setAccessMode = (mode) => scoped(setAccessMode(mode));
  builder.setIsolationLevel = (level) => scoped(setIsolationLevel(level));
  return builder;
}

/** Runs the work of a transaction, given its handle, so that the guard detects it. */
export async function runInScope<DB, T>(handle: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  // Every handle on a store shares its adapter, whatever plugins or schema it has.
  const store = handle.getExecutor().adapter;
  const scope: Scope = { store, isOpen: true, outer: scopes.getStore() };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}
