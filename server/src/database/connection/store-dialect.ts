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
import type { Answer, Session, SessionSource } from './session.ts';
import { isStalePlan } from './stale-plan.ts';
import { refuseInsideTransaction } from './transaction-scope.ts';

const scripts = new WeakSet<object>();

/** Marks SQL as a script: any number of statements, without parameters. */
export function scriptQuery(sql: string): CompiledQuery {
  const query = CompiledQuery.raw(sql);
  scripts.add(query);
  return query;
}

/** Kysely on top of a source of sessions: one driver for both databases. */
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

  // Kysely's own signature has no narrower type: an introspector takes any schema.
  createIntrospector(kysely: Kysely<never>): DatabaseIntrospector {
    return new PostgresIntrospector(kysely);
  }
}

export class StoreDriver implements Driver {
  readonly #source: SessionSource;
  readonly #dialect: StoreDialect;
  #inUse = 0;
  #closing: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(source: SessionSource, dialect: StoreDialect) {
    this.#source = source;
    this.#dialect = dialect;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<StoreConnection> {
    if (this.#closing !== undefined) throw new StoreClosedError();
    refuseInsideTransaction(this.#dialect.adapter);
    this.#inUse += 1;
    try {
      return new StoreConnection(await this.#source.acquire());
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  async releaseConnection(connection: StoreConnection): Promise<void> {
    this.#source.release(connection.session, connection.broken);
    this.#leave();
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
    await connection.control(`savepoint ${quoted(name)}`);
  }

  async rollbackToSavepoint(connection: StoreConnection, name: string): Promise<void> {
    await connection.control(`rollback to savepoint ${quoted(name)}`);
  }

  async releaseSavepoint(connection: StoreConnection, name: string): Promise<void> {
    await connection.control(`release savepoint ${quoted(name)}`);
  }

  /** Takes no more work, waits for running and queued work, then ends every session. */
  destroy(): Promise<void> {
    this.#closing ??= this.#idle().then(() => this.#source.close());
    return this.#closing;
  }

  #idle(): Promise<void> {
    if (this.#inUse === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #leave(): void {
    this.#inUse -= 1;
    if (this.#inUse === 0) this.#onIdle?.();
  }
}

/** One session, lent to one caller. */
export class StoreConnection implements DatabaseConnection {
  readonly session: Session;
  broken = false;
  #inTransaction = false;

  constructor(session: Session) {
    this.session = session;
  }

  async begin(sql: string): Promise<void> {
    await this.control(sql);
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    const { command } = await this.control('commit');
    // An earlier statement failed and its error was swallowed: nothing has been committed.
    if (command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    try {
      await this.control('rollback');
    } catch {
      // The caller needs the reason why the transaction failed. The database rolls back a discarded session.
      this.broken = true;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    let answer: Answer;
    try {
      answer = await this.#send(query);
    } catch (error) {
      // The tables changed under a cached plan. The session has dropped the plan; outside a
      // transaction the statement has had no effect yet and can be sent again.
      if (this.#inTransaction || !isStalePlan(error)) throw this.#noted(error);
      answer = await this.#watched(() => this.#send(query));
    }
    // The caller of Kysely names the row type; nothing between here and PostgreSQL checks it.
    return { rows: answer.rows as R[], ...affected(answer) };
  }

  #send(query: CompiledQuery): Promise<Answer> {
    return scripts.has(query)
      ? this.session.script(query.sql)
      : this.session.query(query.sql, query.parameters, true);
  }

  /** Sends a transaction's own statements: begin, commit, rollback, savepoints. */
  async control(sql: string): Promise<Answer> {
    const answer = await this.#watched(() => this.session.query(sql, [], false));
    if (answer.command === 'COMMIT') this.#inTransaction = false;
    return answer;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: read in pages.');
  }

  async #watched<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw this.#noted(error);
    }
  }

  #noted(error: unknown): unknown {
    if (isConnectionLost(error)) this.broken = true;
    // The stack of the call, instead of where the answer was received.
    if (error instanceof Error) Error.captureStackTrace(error);
    return error;
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function affected(answer: Answer): { numAffectedRows?: bigint } {
  if (answer.count === undefined || !changing.has(answer.command)) return {};
  return { numAffectedRows: BigInt(answer.count) };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
