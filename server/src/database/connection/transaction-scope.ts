import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, type ConnectionBuilder, type Transaction, type TransactionBuilder } from 'kysely';
import { OuterHandleInTransactionError } from './errors.ts';

/** A transaction in this asynchronous context. `outer` is the enclosing transaction, if any; it uses another store. */
interface Scope {
  store: object;
  isOpen: boolean;
  outer: Scope | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Throws OuterHandleInTransactionError if this code runs inside an open transaction of the store. After the
 * transaction has ended, work that was started in it may use the store again.
 */
export function throwIfInsideTransaction(store: object): void {
  for (let scope = scopes.getStore(); scope !== undefined; scope = scope.outer) {
    if (scope.store === store && scope.isOpen) throw new OuterHandleInTransactionError();
  }
}

/**
 * A Kysely whose `transaction()` and `connection()` also open a scope that `throwIfInsideTransaction` sees, for
 * third-party code that doesn't use inTransaction.
 */
export class ScopedKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return withScope(super.transaction());
  }

  override connection(): ConnectionBuilder<DB> {
    const builder = super.connection();
    const execute = builder.execute.bind(builder);
    builder.execute = <T>(work: (connection: Kysely<DB>) => Promise<T>) =>
      execute((connection) => runInScope(connection, () => work(connection)));
    return builder;
  }
}

/** Makes the builder run its transaction's work in a scope. */
function withScope<DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  builder.execute = <T>(work: (trx: Transaction<DB>) => Promise<T>) =>
    execute((trx) => runInScope(trx, () => work(trx)));
  builder.setAccessMode = (mode) => withScope(setAccessMode(mode));
  builder.setIsolationLevel = (level) => withScope(setIsolationLevel(level));
  return builder;
}

/** Runs `work`, which uses the transaction `handle`, in a scope that `throwIfInsideTransaction` sees. */
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
