import {
  AbortedTransactionError,
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { StoreClosedError, isConnectionLost } from './errors.ts';
import type { StatementResult, Session, SessionSource } from './session.ts';
import { isStalePlan } from './stale-plan.ts';
import { throwIfInsideTransaction } from './transaction-scope.ts';

const scripts = new WeakSet<object>();

/** Marks SQL as a script: any number of statements, without parameters. */
export function scriptQuery(sql: string): CompiledQuery {
  const query = CompiledQuery.raw(sql);
  scripts.add(query);
  return query;
}

/** The Kysely dialect for both kinds of database, on top of a source of sessions. */
export class StoreDialect implements Dialect {
  readonly adapter = new PostgresAdapter();
  readonly driver: StoreDriver;

  constructor(source: SessionSource) {
    this.driver = new StoreDriver(source, this);
  }

  createAdapter(): PostgresAdapter {
    return this.adapter;
  }

  createDriver(): StoreDriver {
    return this.driver;
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  // Kysely's own signature has no narrower type, since an introspector accepts any schema.
  createIntrospector(kysely: Kysely<never>): DatabaseIntrospector {
    return new PostgresIntrospector(kysely);
  }
}

export class StoreDriver implements Driver {
  readonly #source: SessionSource;
  readonly #dialect: StoreDialect;
  #connectionsInUse = 0;
  #closing: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(source: SessionSource, dialect: StoreDialect) {
    this.#source = source;
    this.#dialect = dialect;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<StoreConnection> {
    if (this.#closing !== undefined) throw new StoreClosedError();
    throwIfInsideTransaction(this.#dialect.adapter);
    this.#connectionsInUse += 1;
    try {
      return new StoreConnection(await this.#source.acquire());
    } catch (error) {
      this.#endUse();
      throw error;
    }
  }

  async releaseConnection(connection: StoreConnection): Promise<void> {
    this.#source.release(connection.session, connection.isBroken);
    this.#endUse();
  }

  async beginTransaction(
    connection: StoreConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    const access = settings.accessMode ? ` ${settings.accessMode}` : '';
    await connection.begin(`begin${isolation}${access}`);
  }

  async commitTransaction(connection: StoreConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: StoreConnection): Promise<void> {
    await connection.rollback();
  }

  async savepoint(connection: StoreConnection, name: string): Promise<void> {
    await connection.sendControl(`savepoint ${quoteIdentifier(name)}`);
  }

  async rollbackToSavepoint(connection: StoreConnection, name: string): Promise<void> {
    await connection.sendControl(`rollback to savepoint ${quoteIdentifier(name)}`);
  }

  async releaseSavepoint(connection: StoreConnection, name: string): Promise<void> {
    await connection.sendControl(`release savepoint ${quoteIdentifier(name)}`);
  }

  /** Rejects new work, waits for running and queued work, then ends every session. */
  destroy(): Promise<void> {
    this.#closing ??= this.#waitUntilIdle().then(() => this.#source.close());
    return this.#closing;
  }

  #waitUntilIdle(): Promise<void> {
    if (this.#connectionsInUse === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #endUse(): void {
    this.#connectionsInUse -= 1;
    if (this.#connectionsInUse === 0) this.#onIdle?.();
  }
}

/** One session, used by one caller at a time. */
export class StoreConnection implements DatabaseConnection {
  readonly session: Session;
  isBroken = false;
  #inTransaction = false;

  constructor(session: Session) {
    this.session = session;
  }

  async begin(sql: string): Promise<void> {
    await this.sendControl(sql);
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    const { command } = await this.sendControl('commit');
    // A previous statement failed and its error was ignored, so the database rolled back instead.
    if (command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    try {
      await this.sendControl('rollback');
    } catch {
      // Ignored, since the caller needs the error that made the transaction fail. Discarding the session makes
      // the database roll back.
      this.isBroken = true;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    let result: StatementResult;
    try {
      result = await this.#send(query);
    } catch (error) {
      // The tables changed after the plan was cached, and the session has dropped the plan. Outside a
      // transaction, the statement has had no effect and can be sent again.
      if (this.#inTransaction || !isStalePlan(error)) throw this.#noteFailure(error);
      result = await this.#noteFailures(() => this.#send(query));
    }
    // The caller declares the row type; nothing checks that it matches what PostgreSQL returns.
    return { rows: result.rows as R[], ...affectedRows(result) };
  }

  #send(query: CompiledQuery): Promise<StatementResult> {
    return scripts.has(query)
      ? this.session.script(query.sql)
      : this.session.query(query.sql, query.parameters, true);
  }

  /** Sends a statement that controls a transaction: begin, commit, rollback or a savepoint. */
  async sendControl(sql: string): Promise<StatementResult> {
    const result = await this.#noteFailures(() => this.session.query(sql, [], false));
    if (result.command === 'COMMIT') this.#inTransaction = false;
    return result;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: read in pages.');
  }

  async #noteFailures<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw this.#noteFailure(error);
    }
  }

  #noteFailure(error: unknown): unknown {
    if (isConnectionLost(error)) this.isBroken = true;
    // Replaces the stack, which shows where the response was received, with the stack of the call.
    if (error instanceof Error) Error.captureStackTrace(error);
    return error;
  }
}

const changingCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function affectedRows(result: StatementResult): { numAffectedRows?: bigint } {
  if (result.count === undefined || !changingCommands.has(result.command)) return {};
  return { numAffectedRows: BigInt(result.count) };
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
