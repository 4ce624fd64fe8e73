import pg from 'pg';
import { ConnectionLostError, StatementError } from './errors.ts';
import { PreparedNames } from './prepared-names.ts';
import { findVersionProblem } from './server-version.ts';
import type { StatementResult, Session, SessionSource } from './session.ts';
import { isStalePlan } from './stale-plan.ts';
import { getDecoder, encodeParameter } from './values.ts';

/** The application's name in pg_stat_activity. */
export const applicationName = 'curbwrench';

/**
 * Thrown if the database on a PostgreSQL server can't be used. The message says why, and never contains the password.
 */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

/** The server settings of every connection, by name. */
export const sessionSettings = {
  DateStyle: 'ISO, YMD',
  TimeZone: 'UTC',
  // The slowest legitimate statement is a report; nothing should take longer than this.
  statement_timeout: '10s',
  // Shorter than the statement timeout, so that waiting too long for a lock is reported as a lock timeout.
  lock_timeout: '5s',
  // Our transactions never wait for the network. If a process dies during a transaction, this timeout releases its
  // locks, within the time that others wait for a lock anyway.
  idle_in_transaction_session_timeout: '5s',
  // With these settings, the server detects a connection whose client no longer exists.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  // We have few statements, all of them prepared, and they use the same indexes for all values. By default, the
  // server plans some of them again each time, which takes longer than running them.
  plan_cache_mode: 'force_generic_plan',
  // Our data is in memory or on an SSD; the default, meant for hard disks, makes the planner read
  // entire tables where twenty index lookups would be enough.
  random_page_cost: '1.1',
  // JIT compilation takes longer than any of our statements; a wrong estimate must not trigger it.
  jit: 'off',
};

/** An acknowledged commit must be on disk, even if the server's default favors speed. */
const durableCommitSql = `set_config('synchronous_commit', case current_setting('synchronous_commit')
  when 'off' then 'on' else current_setting('synchronous_commit') end, false)`;

const sessionSettingsSql = `select ${Object.keys(sessionSettings)
  .map((name, index) => `set_config('${name}', $${index + 1}, false)`)
  .join(', ')}, ${durableCommitSql}`;

/**
 * The server ends a statement after 10 s (`statement_timeout`). If nothing has arrived two seconds later,
 * the connection is dead: a router dropped it, or the server's machine is down.
 */
const defaultSilenceTimeoutMs = 12_000;

/** How long connecting may take. */
const connectTimeoutMs = 5_000;
/** How long a caller waits for a connection while all are in use. */
const queueTimeoutMs = 10_000;

/** Returns the client settings of a connection to the server, for both the pool and the listener. */
export function connectionSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // We never request the binary format, so every value is text.
    types: { getTypeParser: (type: number) => getDecoder(type) },
  };
}

/**
 * A client with a separate time limit for connecting, since the pool's `connectionTimeoutMillis` also limits how long
 * callers wait for a free connection.
 */
class ShortTimeoutClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super({ ...settings, connectionTimeoutMillis: connectTimeoutMs });
  }
}

/**
 * A pool of connections to a PostgreSQL server. Whatever the network does, callers wait up to 10 s
 * for a connection and up to 12 s for the response to a statement. After that, the statement fails with a
 * ConnectionLostError.
 */
export class PostgresSource implements SessionSource {
  readonly #pool: pg.Pool;
  readonly #sessions = new WeakMap<pg.PoolClient, PostgresSession>();
  /** Incremented when a connection stops responding; older idle connections are then no longer trusted. */
  #generation = 0;

  readonly #silenceTimeoutMs: number;

  private constructor(url: string, poolSize: number, silenceTimeoutMs: number) {
    this.#silenceTimeoutMs = silenceTimeoutMs;
    this.#pool = new pg.Pool({
      ...connectionSettings(url),
      Client: ShortTimeoutClient,
      connectionTimeoutMillis: queueTimeoutMs,
      max: poolSize,
      idleTimeoutMillis: 60_000,
    });
    // The pool replaces an idle connection that died; without a listener the connection's error
    // would crash the process.
    this.#pool.on('error', () => {});
  }

  /**
   * Creates the pool and connects once. Throws a DatabaseUnusableError if the URL is wrong or the server is
   * unreachable or too old.
   */
  static async start(
    url: string,
    poolSize: number,
    silenceTimeoutMs = defaultSilenceTimeoutMs,
  ): Promise<PostgresSource> {
    const source = new PostgresSource(url, poolSize, silenceTimeoutMs);
    try {
      const session = await source.#connect();
      try {
        throwIfTooOld(await session.script('show server_version_num'));
      } finally {
        source.release(session);
      }
      return source;
    } catch (error) {
      await source.close();
      throw error instanceof DatabaseUnusableError ? error : toUnusableError(url, error);
    }
  }

  async acquire(): Promise<PostgresSession> {
    try {
      const client = await this.#pool.connect();
      const session = this.#sessions.get(client);
      if (session?.generation === this.#generation) return session;
      return await this.#getTrustedSession(client);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async #connect(): Promise<PostgresSession> {
    return this.#getTrustedSession(await this.#pool.connect());
  }

  /** Returns the session of the pool's connection, or of a new one if that connection is no longer trusted. */
  async #getTrustedSession(client: pg.PoolClient): Promise<PostgresSession> {
    const knownSession = this.#sessions.get(client);
    if (knownSession !== undefined) {
      if (knownSession.generation === this.#generation) return knownSession;
      client.connection.stream.destroy();
      client.release(true);
      return this.#connect();
    }
    const session = new PostgresSession(client, this.#generation, this.#silenceTimeoutMs, () => {
      this.#generation += 1;
    });
    try {
      await session.query(sessionSettingsSql, Object.values(sessionSettings), false);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#sessions.set(client, session);
    return session;
  }

  release(session: PostgresSession, isBroken = false): void {
    session.hasNoTimeLimit = false;
    session.client.release(isBroken);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

class PostgresSession implements Session {
  readonly client: pg.PoolClient;
  readonly #names = new PreparedNames();
  /** How many statements have no response yet. */
  #pendingStatements = 0;
  #silenceTimer: NodeJS.Timeout | undefined;
  readonly generation: number;
  readonly #silenceTimeoutMs: number;
  readonly #onTimeout: () => void;
  /** Whether statements have no time limit, because a migration or a bulk load turned off the server's timeout. */
  hasNoTimeLimit = false;

  constructor(
    client: pg.PoolClient,
    generation: number,
    silenceTimeoutMs: number,
    onTimeout: () => void,
  ) {
    this.#silenceTimeoutMs = silenceTimeoutMs;
    this.client = client;
    this.generation = generation;
    this.#onTimeout = onTimeout;
    // A connection that breaks while in use emits this error in addition to failing its statement; without a
    // listener the error would crash the process.
    client.on('error', () => {});
  }

  query(
    sql: string,
    parameters: readonly unknown[],
    shouldPrepare: boolean,
  ): Promise<StatementResult> {
    if (noTimeLimitPattern.test(sql)) this.hasNoTimeLimit = true;
    const name = shouldPrepare ? this.#names.nameFor(sql) : undefined;
    const values = parameters.map(encodeParameter);
    return this.#send(name === undefined ? { text: sql, values } : { name, text: sql, values });
  }

  script(sql: string): Promise<StatementResult> {
    return this.#send({ text: sql });
  }

  #send(statement: pg.QueryConfig): Promise<StatementResult> {
    this.#pendingStatements += 1;
    this.#restartTimer();
    return new Promise((resolve, reject) => {
      this.client.query<object>(statement, (error: Error | null, results) => {
        this.#pendingStatements -= 1;
        this.#restartTimer();
        if (error) return reject(this.#toFailure(statement, error));
        const result = lastResult(results);
        if (result === undefined) return reject(new Error('The server returned no result.'));
        resolve({
          command: result.command,
          count: result.rowCount ?? undefined,
          rows: result.rows,
        });
      });
    });
  }

  /** Restarts the timer for the server's next response. One timer covers all pending statements. */
  #restartTimer(): void {
    this.#silenceTimer =
      this.#silenceTimer?.refresh() ??
      setTimeout(() => {
        if (this.#pendingStatements > 0 && !this.hasNoTimeLimit) this.#failPending();
      }, this.#silenceTimeoutMs).unref();
  }

  #toFailure(statement: pg.QueryConfig, error: Error): Error {
    const failure = toStoreError(error);
    if (isStalePlan(failure) && statement.text !== undefined) this.#names.forget(statement.text);
    return failure;
  }

  /** Fails all pending statements by destroying the connection. */
  #failPending(): void {
    this.#onTimeout();
    this.client.connection.stream.destroy();
  }
}

/** Matches a statement that turns off the time limit for statements. */
const noTimeLimitPattern = /^set (local )?statement_timeout = 0$/;

/**
 * Returns the last result. A script of several statements returns a list of results, although the types say
 * otherwise.
 */
function lastResult(
  results: pg.QueryResult<object> | pg.QueryResult<object>[],
): pg.QueryResult<object> | undefined {
  return Array.isArray(results) ? results.at(-1) : results;
}

function toStoreError(error: unknown): Error {
  if (error instanceof pg.DatabaseError) {
    const { code = 'XX000', message, detail, constraint, table, column } = error;
    return new StatementError({ code, message, detail, constraint, table, column });
  }
  // Only errors from the server have a SQLSTATE. Any other error is a failed connection.
  return new ConnectionLostError(
    `The connection to the database failed: ${describeError(error)}.`,
    {
      cause: error,
    },
  );
}

function throwIfTooOld(result: StatementResult): void {
  const [row] = result.rows;
  const isRow = typeof row === 'object' && row !== null && 'server_version_num' in row;
  const problem = findVersionProblem(isRow ? row.server_version_num : null);
  if (problem !== null) throw new DatabaseUnusableError(problem);
}

function toUnusableError(url: string, error: unknown): DatabaseUnusableError {
  const reason = describeError(error);
  return new DatabaseUnusableError(
    `The database at ${describeAddress(url)} can't be used: ${reason}. Check DATABASE_URL, and that the server is running.`,
    { cause: error },
  );
}

/** Returns the host, port and database of the URL; never its user or password. */
function describeAddress(url: string): string {
  if (!URL.canParse(url)) return 'the given DATABASE_URL (which is not a URL)';
  const { host, pathname } = new URL(url);
  return `${host === '' ? 'the local socket' : host}${pathname}`;
}

function describeError(error: unknown): string {
  // Node.js tries every address of a host name, and the message of the error that combines them is empty.
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message : String(error);
}
