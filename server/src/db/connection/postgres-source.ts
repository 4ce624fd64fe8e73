import pg from 'pg';
import { ConnectionLostError, StatementError, isConnectionLost, sqlStateOf } from './errors.ts';
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
      onConnect: async (client) => {
        await client.query(setSession, Object.values(sessionSettings));
      },
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
      const session = await source.acquire();
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
    const client = await this.#pool.connect();
    let session = this.#sessions.get(client);
    if (session === undefined) {
      session = new PostgresSession(client);
      this.#sessions.set(client, session);
    }
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
  #lost = false;

  constructor(client: pg.PoolClient) {
    this.client = client;
    // A connection that breaks while it is lent out says so here as well as in its statement.
    client.on('error', () => {
      this.#lost = true;
    });
  }

  async query(sql: string, parameters: readonly unknown[], prepared: boolean): Promise<Answer> {
    const name = prepared ? this.#names.nameFor(sql) : undefined;
    const values = parameters.map(encodeParameter);
    try {
      return await this.#send(name === undefined ? { text: sql, values } : { name, text: sql, values });
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
      const result: pg.QueryResult | pg.QueryResult[] = await this.client.query(statement);
      // A script of several statements answers with a list, although the types say otherwise.
      const last = Array.isArray(result) ? result.at(-1) : result;
      return { command: last?.command ?? '', count: last?.rowCount ?? undefined, rows: last?.rows ?? [] };
    } catch (error) {
      throw this.#translated(error);
    }
  }

  #translated(error: unknown): unknown {
    if (error instanceof pg.DatabaseError) {
      const { code = 'XX000', message, detail, constraint, table, column } = error;
      return new StatementError({ code, message, detail, constraint, table, column });
    }
    // Only the server has SQLSTATEs. Without one, it is the connection that failed.
    if (this.#lost || isConnectionLost(error) || sqlStateOf(error) === undefined) {
      const reason = error instanceof Error ? error.message : String(error);
      return new ConnectionLostError(`The connection to the database was lost: ${reason}.`);
    }
    return error;
  }
}

function refuseOldServer(answer: Answer): void {
  const [row] = answer.rows;
  const text = typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
  const major = Math.floor(Number(text) / 10_000);
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
