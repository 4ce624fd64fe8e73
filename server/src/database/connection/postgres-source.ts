import pg from 'pg';
import { ConnectionLostError, StatementError } from './errors.ts';
import { PreparedNames } from './prepared-names.ts';
import { versionProblem } from './server-version.ts';
import type { Answer, Session, SessionSource } from './session.ts';
import { isStalePlan } from './stale-plan.ts';
import { decoderOf, encodeParameter } from './values.ts';

/** How the server sees us in pg_stat_activity. */
export const applicationName = 'curbwrench';

/** The database of a server can't be used as it is; the message says why, without its password. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

/** What every connection is set to, by the server's own names. */
const sessionSettings = {
  DateStyle: 'ISO, YMD',
  TimeZone: 'UTC',
  // The slowest honest statement is a report; past this, somebody waits for nothing.
  statement_timeout: '10s',
  // Shorter, so that a stuck lock answers before the statement as a whole does.
  lock_timeout: '5s',
  // A transaction never waits for the network; this frees what a lost process held, so that a
  // booking of the same day waits for it no longer than for any other lock.
  idle_in_transaction_session_timeout: '5s',
  // The server's side of a connection that nobody is at any more.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  // Our statements are few, prepared, and answered from indexes whatever the values. Left to
  // itself the server plans some of them anew each time, which takes longer than running them.
  plan_cache_mode: 'force_generic_plan',
  // What we read is in memory or on a disk without a head to move; the old default makes the
  // planner read whole tables where twenty look-ups would do.
  random_page_cost: '1.1',
  // Compiling a plan takes longer than any of ours runs; a wrong estimate must not bring it about.
  jit: 'off',
};

/** What was answered with success must be on the disk, even where the server's default is speed. */
const durableCommit = `set_config('synchronous_commit', case current_setting('synchronous_commit')
  when 'off' then 'on' else current_setting('synchronous_commit') end, false)`;

const setSession = `select ${Object.keys(sessionSettings)
  .map((name, index) => `set_config('${name}', $${index + 1}, false)`)
  .join(', ')}, ${durableCommit}`;

/**
 * The server ends a statement after 10 s (above). When nothing at all has come two seconds later,
 * nobody is at the other end: a router forgot the connection, or a machine is gone.
 */
const usuallySilentAfterMs = 12_000;

/** To connect, and to wait for a connection while all are in use. */
const connectWithinMs = 5_000;
const queueAtMostMs = 10_000;

/** The settings of a connection to the server, for the pool and for the listener. */
export function connectionSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // We never ask for the binary format, so every value is text.
    types: { getTypeParser: (type: number) => decoderOf(type) },
  };
}

/** The pool's one time limit is for its queue; connecting has a shorter one of its own. */
class PromptClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super({ ...settings, connectionTimeoutMillis: connectWithinMs });
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
  /** Goes up when a connection fell silent: older ones that idle are not trusted any more. */
  #generation = 0;

  readonly #silentAfterMs: number;

  private constructor(url: string, poolSize: number, silentAfterMs: number) {
    this.#silentAfterMs = silentAfterMs;
    this.#pool = new pg.Pool({
      ...connectionSettings(url),
      Client: PromptClient,
      connectionTimeoutMillis: queueAtMostMs,
      max: poolSize,
      idleTimeoutMillis: 60_000,
    });
    // An idle connection that dies is simply replaced by the next one that is needed; without
    // a listener its error would end the process.
    this.#pool.on('error', () => {});
  }

  /**
   * Connects once, so that a wrong address or an old server is known at the start.
   * Throws DatabaseUnusableError.
   */
  static async start(
    url: string,
    poolSize: number,
    silentAfterMs = usuallySilentAfterMs,
  ): Promise<PostgresSource> {
    const source = new PostgresSource(url, poolSize, silentAfterMs);
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
      throw error instanceof DatabaseUnusableError ? error : unusable(url, error);
    }
  }

  async acquire(): Promise<PostgresSession> {
    try {
      const client = await this.#pool.connect();
      const known = this.#sessions.get(client);
      if (known?.generation === this.#generation) return known;
      return await this.#trusted(client);
    } catch (error) {
      throw translated(error);
    }
  }

  async #connect(): Promise<PostgresSession> {
    return this.#trusted(await this.#pool.connect());
  }

  /** The session of the pool's connection, or of another one if that is not trusted any more. */
  async #trusted(client: pg.PoolClient): Promise<PostgresSession> {
    const known = this.#sessions.get(client);
    if (known !== undefined) {
      if (known.generation === this.#generation) return known;
      client.connection.stream.destroy();
      client.release(true);
      return this.#connect();
    }
    const session = new PostgresSession(client, this.#generation, this.#silentAfterMs, () => {
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
    session.patient = false;
    session.client.release(broken);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

class PostgresSession implements Session {
  readonly client: pg.PoolClient;
  readonly #names = new PreparedNames();
  /** Statements that have no answer yet. */
  #awaited = 0;
  #silence: NodeJS.Timeout | undefined;
  readonly generation: number;
  readonly #silentAfterMs: number;
  readonly #onSilence: () => void;
  /** Whoever lifted the server's own limit, for a migration or a load, waits as long as it takes. */
  patient = false;

  constructor(
    client: pg.PoolClient,
    generation: number,
    silentAfterMs: number,
    onSilence: () => void,
  ) {
    this.#silentAfterMs = silentAfterMs;
    this.client = client;
    this.generation = generation;
    this.#onSilence = onSilence;
    // A connection that breaks while it is lent out says so here as well as in its statement;
    // without a listener its error would end the process.
    client.on('error', () => {});
  }

  query(sql: string, parameters: readonly unknown[], prepared: boolean): Promise<Answer> {
    if (liftsTheLimit.test(sql)) this.patient = true;
    const name = prepared ? this.#names.nameFor(sql) : undefined;
    const values = parameters.map(encodeParameter);
    return this.#send(name === undefined ? { text: sql, values } : { name, text: sql, values });
  }

  script(sql: string): Promise<Answer> {
    return this.#send({ text: sql });
  }

  #send(statement: pg.QueryConfig): Promise<Answer> {
    this.#awaited += 1;
    this.#listen();
    return new Promise((resolve, reject) => {
      this.client.query<object>(statement, (error: Error | null, result) => {
        this.#awaited -= 1;
        this.#listen();
        if (error) return reject(this.#failed(statement, error));
        const last = lastOf(result);
        if (last === undefined) return reject(new Error('The server answered nothing.'));
        resolve({ command: last.command, count: last.rowCount ?? undefined, rows: last.rows });
      });
    });
  }

  /** Begins to wait for the next sign of the server; one timer for all that is awaited. */
  #listen(): void {
    this.#silence =
      this.#silence?.refresh() ??
      setTimeout(() => {
        if (this.#awaited > 0 && !this.patient) this.#giveUp();
      }, this.#silentAfterMs).unref();
  }

  #failed(statement: pg.QueryConfig, error: Error): Error {
    const failure = translated(error);
    if (isStalePlan(failure) && statement.text !== undefined) this.#names.forget(statement.text);
    return failure;
  }

  /** Everything that waits for this connection fails now, as if it had been cut. */
  #giveUp(): void {
    this.#onSilence();
    this.client.connection.stream.destroy();
  }
}

const liftsTheLimit = /^set (local )?statement_timeout = 0$/;

/** A script of several statements answers with a list, although the types say otherwise. */
function lastOf(
  results: pg.QueryResult<object> | pg.QueryResult<object>[],
): pg.QueryResult<object> | undefined {
  return Array.isArray(results) ? results.at(-1) : results;
}

function translated(error: unknown): Error {
  if (error instanceof pg.DatabaseError) {
    const { code = 'XX000', message, detail, constraint, table, column } = error;
    return new StatementError({ code, message, detail, constraint, table, column });
  }
  // Only the server has SQLSTATEs. Without one, it is the connection that failed.
  return new ConnectionLostError(`The connection to the database failed: ${reasonOf(error)}.`, {
    cause: error,
  });
}

function refuseOldServer(answer: Answer): void {
  const [row] = answer.rows;
  const isRow = typeof row === 'object' && row !== null && 'server_version_num' in row;
  const problem = versionProblem(isRow ? row.server_version_num : null);
  if (problem !== null) throw new DatabaseUnusableError(problem);
}

function unusable(url: string, error: unknown): DatabaseUnusableError {
  const reason = reasonOf(error);
  return new DatabaseUnusableError(
    `The database at ${addressOf(url)} can't be used: ${reason}. Check DATABASE_URL, and that the server is running.`,
    { cause: error },
  );
}

/** Host, port and database of the URL; never its user or password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'the given DATABASE_URL (which is not a URL)';
  const { host, pathname } = new URL(url);
  return `${host === '' ? 'the local socket' : host}${pathname}`;
}

function reasonOf(error: unknown): string {
  // Node tries every address of a name, and its own message for that is empty.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
