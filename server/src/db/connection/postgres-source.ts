import pg from 'pg';
import { ConnectionLostError, StatementError } from './errors.ts';
import { PreparedNames } from './prepared-names.ts';
import type { Answer, Session, SessionSource } from './session.ts';
import { isStalePlan } from './stale-plan.ts';
import { decoderOf, encodeParameter } from './values.ts';

/** How the server sees us in pg_stat_activity. */
export const applicationName = 'curbwrench';

const oldestMajor = 15;

/** The database of a server can't be used as it is; the message says why, without its password. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

/** What every connection is set to, by the server's own names. */
const sessionSettings = {
  DateStyle: 'ISO, YMD',
  TimeZone: 'UTC',
  // The slowest honest statement is a report; past this, somebody waits for nothing.
  statement_timeout: '30s',
  // Shorter, so that a stuck lock answers before the statement as a whole does.
  lock_timeout: '10s',
  // A transaction never waits for the network; this frees what a lost process held.
  idle_in_transaction_session_timeout: '30s',
  // Our statements are few, prepared, and answered from indexes whatever the values. Left to
  // itself the server plans some of them anew each time, which takes longer than running them.
  plan_cache_mode: 'force_generic_plan',
  // What we read is in memory or on a disk without a head to move; the old default makes the
  // planner read whole tables where twenty look-ups would do.
  random_page_cost: '1.1',
};

const setSession = `select ${Object.keys(sessionSettings)
  .map((name, index) => `set_config('${name}', $${index + 1}, false)`)
  .join(', ')}`;

/** The settings of a connection to the server, for the pool and for the listener. */
export function connectionSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // We never ask for the binary format, so every value is text.
    types: { getTypeParser: (type: number) => decoderOf(type) },
  };
}

/** A pool of connections to a PostgreSQL server. */
export class PostgresSource implements SessionSource {
  readonly #pool: pg.Pool;
  readonly #sessions = new WeakMap<pg.PoolClient, PostgresSession>();

  private constructor(url: string, poolSize: number) {
    this.#pool = new pg.Pool({
      ...connectionSettings(url),
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
  static async start(url: string, poolSize: number): Promise<PostgresSource> {
    const source = new PostgresSource(url, poolSize);
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
      return await this.#connect();
    } catch (error) {
      throw translated(error);
    }
  }

  async #connect(): Promise<PostgresSession> {
    const client = await this.#pool.connect();
    const known = this.#sessions.get(client);
    if (known !== undefined) return known;
    const session = new PostgresSession(client);
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
    session.client.release(broken);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

class PostgresSession implements Session {
  readonly client: pg.PoolClient;
  readonly #names = new PreparedNames();

  constructor(client: pg.PoolClient) {
    this.client = client;
    // A connection that breaks while it is lent out says so here as well as in its statement;
    // without a listener its error would end the process.
    client.on('error', () => {});
  }

  async query(sql: string, parameters: readonly unknown[], prepared: boolean): Promise<Answer> {
    const name = prepared ? this.#names.nameFor(sql) : undefined;
    const values = parameters.map(encodeParameter);
    try {
      return await this.#send(
        name === undefined ? { text: sql, values } : { name, text: sql, values },
      );
    } catch (error) {
      if (isStalePlan(error)) this.#names.forget(sql);
      throw error;
    }
  }

  script(sql: string): Promise<Answer> {
    return this.#send({ text: sql });
  }

  async #send(statement: pg.QueryConfig): Promise<Answer> {
    try {
      const result = lastOf(await this.client.query<object>(statement));
      return { command: result.command, count: result.rowCount ?? undefined, rows: result.rows };
    } catch (error) {
      throw translated(error);
    }
  }
}

/** A script of several statements answers with a list, although the types say otherwise. */
function lastOf(
  results: pg.QueryResult<object> | pg.QueryResult<object>[],
): pg.QueryResult<object> {
  if (!Array.isArray(results)) return results;
  const last = results.at(-1);
  if (last === undefined) throw new Error('The server answered a script with nothing.');
  return last;
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
  const major = isRow ? Math.floor(Number(row.server_version_num) / 10_000) : 0;
  if (major >= oldestMajor) return;
  throw new DatabaseUnusableError(
    `The database server is PostgreSQL ${major}; Curbwrench needs ${oldestMajor} or newer.`,
  );
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
