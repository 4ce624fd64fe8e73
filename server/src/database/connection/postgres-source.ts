import pg from 'pg';
import { ConnectionLostError, StatementError } from './errors.ts';
import { PreparedNames } from './prepared-names.ts';
import { versionProblem } from './server-version.ts';
import type { StatementResult, Session, SessionSource } from './session.ts';
import { isStalePlan } from './stale-plan.ts';
import { getDecoder, encodeParameter } from './values.ts';

/** Our name in pg_stat_activity. */
export const applicationName = 'curbwrench';

/** The server's database is unusable; the message says why, without the password. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

/** The settings of every connection, by the server's names. */
const sessionSettings = {
  DateStyle: 'ISO, YMD',
  TimeZone: 'UTC',
  // The slowest legitimate statement is a report; nothing should take longer than this.
  statement_timeout: '10s',
  // Shorter, so that a stuck lock fails before the statement as a whole does.
  lock_timeout: '5s',
  // A transaction never waits for the network; this frees the locks of a lost process, so that a
  // booking of the same day waits for them no longer than for any other lock.
  idle_in_transaction_session_timeout: '5s',
  // The server's side: detects a connection whose client is gone.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  // Our statements are few, prepared, and answered from indexes whatever the values. By default the
  // server plans some of them again each time, which takes longer than running them.
  plan_cache_mode: 'force_generic_plan',
  // Our data is in memory or on an SSD; the default, meant for hard disks, makes the planner read
  // whole tables where twenty index look-ups would do.
  random_page_cost: '1.1',
  // JIT compilation takes longer than any of our statements; a wrong estimate must not trigger it.
  jit: 'off',
};

/** An acknowledged commit must be on disk, even if the server's default favors speed. */
const setDurableCommit = `set_config('synchronous_commit', case current_setting('synchronous_commit')
  when 'off' then 'on' else current_setting('synchronous_commit') end, false)`;

const setSession = `select ${Object.keys(sessionSettings)
  .map((name, index) => `set_config('${name}', $${index + 1}, false)`)
  .join(', ')}, ${setDurableCommit}`;

/**
 * The server ends a statement after 10 s (above). If nothing at all has arrived two seconds later,
 * the connection is dead: a router dropped it, or a machine is gone.
 */
const defaultSilenceTimeoutMs = 12_000;

/** Limits for connecting, and for waiting for a connection while all are in use. */
const connectTimeoutMs = 5_000;
const queueTimeoutMs = 10_000;

/** Returns the settings of a connection to the server, for the pool and for the listener. */
export function connectionSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // We never ask for the binary format, so every value is text.
    types: { getTypeParser: (type: number) => getDecoder(type) },
  };
}

/** The pool has one time limit, which is for its queue; connecting has its own, shorter one. */
class ShortTimeoutClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super({ ...settings, connectionTimeoutMillis: connectTimeoutMs });
  }
}

/**
 * A pool of connections to a PostgreSQL server. A call waits at most 10 s for a connection and at
 * most 12 s for an answer to a statement, whatever the network does; then it fails with a
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
    // A dead idle connection is replaced when the next one is needed; without a listener its error
    // would crash the process.
    this.#pool.on('error', () => {});
  }

  /**
   * Connects once, so that a wrong address or an old server is detected at the start. Throws
   * DatabaseUnusableError.
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
        refuseOldServer(await session.script('show server_version_num'));
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
      return await this.#trustedSession(client);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async #connect(): Promise<PostgresSession> {
    return this.#trustedSession(await this.#pool.connect());
  }

  /** Returns the session of the pool's connection, or of another if that one is no longer trusted. */
  async #trustedSession(client: pg.PoolClient): Promise<PostgresSession> {
    const known = this.#sessions.get(client);
    if (known !== undefined) {
      if (known.generation === this.#generation) return known;
      client.connection.stream.destroy();
      client.release(true);
      return this.#connect();
    }
    const session = new PostgresSession(client, this.#generation, this.#silenceTimeoutMs, () => {
      this.#generation += 1;
    });
    try {
      await session.query(setSession, Object.values(sessionSettings), false);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#sessions.set(client, session);
    return session;
  }

  release(session: PostgresSession, broken = false): void {
    session.hasNoTimeLimit = false;
    session.client.release(broken);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

class PostgresSession implements Session {
  readonly client: pg.PoolClient;
  readonly #names = new PreparedNames();
  /** How many statements have no answer yet. */
  #pendingStatements = 0;
  #silenceTimer: NodeJS.Timeout | undefined;
  readonly generation: number;
  readonly #silenceTimeoutMs: number;
  readonly #onTimeout: () => void;
  /** Set when the server's own limit was lifted, for a migration or a load: then there is no limit. */
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
    // A connection that breaks while in use reports it here as well as in its statement; without a
    // listener its error would crash the process.
    client.on('error', () => {});
  }

  query(sql: string, parameters: readonly unknown[], prepared: boolean): Promise<StatementResult> {
    if (liftsTimeLimit.test(sql)) this.hasNoTimeLimit = true;
    const name = prepared ? this.#names.nameFor(sql) : undefined;
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
        if (result === undefined) return reject(new Error('The server answered nothing.'));
        resolve({
          command: result.command,
          count: result.rowCount ?? undefined,
          rows: result.rows,
        });
      });
    });
  }

  /** Restarts the timer for the server's next response; one timer covers all pending statements. */
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

  /** Fails all pending statements of this connection, as if it had been cut. */
  #failPending(): void {
    this.#onTimeout();
    this.client.connection.stream.destroy();
  }
}

const liftsTimeLimit = /^set (local )?statement_timeout = 0$/;

/**
 * Returns the last result: a script of several statements has a list of them, although the types
 * say otherwise.
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
  // Only the server has SQLSTATEs. Without one, the connection failed.
  return new ConnectionLostError(
    `The connection to the database failed: ${describeError(error)}.`,
    {
      cause: error,
    },
  );
}

function refuseOldServer(result: StatementResult): void {
  const [row] = result.rows;
  const isRow = typeof row === 'object' && row !== null && 'server_version_num' in row;
  const problem = versionProblem(isRow ? row.server_version_num : null);
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
  // Node tries every address of a name, and the message of its combined error is empty.
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message : String(error);
}
