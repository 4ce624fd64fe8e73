import { mkdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { CompiledQuery, sql, type Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { ChannelListeners } from './channel-listeners.ts';
import { CopyRequests, removeOldCopies, type AppliedMigration } from './copy-requests.ts';
import { inDataFolder } from './data-folder.ts';
import { DatabaseCopyError } from './errors.ts';
import { EmbeddedMaintenance } from './embedded-maintenance.ts';
import { EmbeddedSource } from './embedded-source.ts';
import { lockFolder } from './folder-lock.ts';
import { PostgresListener } from './postgres-listener.ts';
import { PostgresSource } from './postgres-source.ts';
import type { SessionSource } from './session.ts';
import { StoreDialect } from './store-dialect.ts';
import { ScopedKysely } from './transaction-scope.ts';

/** Which database to open. */
export type StoreConfig =
  | {
      kind: 'embedded';
      /** The data folder, created if missing; or 'memory', whose data is lost when the store closes. */
      folder: string;
      /** A dumped data directory to start from; only for 'memory'. */
      dump?: Uint8Array;
    }
  | {
      kind: 'postgres';
      url: string;
      /** Maximum number of connections; default 10. */
      poolSize?: number;
    };

/** An open database. */
export interface Store {
  readonly kysely: Kysely<Database>;
  readonly kind: 'embedded' | 'postgres';

  /**
   * Calls `onNotify` after every NOTIFY on the channel, and whenever notifications may have been missed. So a
   * call means only that something may have changed. Returns a function that stops listening.
   */
  listen(channel: string, onNotify: () => void): Promise<() => Promise<void>>;
  /** Calls this process's listeners of a channel, as a notification would. */
  wake(channel: string): void;

  /** Returns the entire data directory as a tar archive; embedded database only. */
  dump(): Promise<Uint8Array>;

  /**
   * Resolves with the reason if the database stops permanently while it is open, as the embedded database does after a
   * failed write; it must then be opened again. Never resolves for a server, whose connections are restored.
   */
  readonly failed: Promise<Error>;

  /** Rejects new statements, waits for running statements, and closes. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Opens the configured database.
 *
 * Throws a FolderInUseError if another process has the data folder open, a LockUnsupportedError if the folder can't be
 * locked, a DataFolderError if the folder can't be created or written to, and a DatabaseUnusableError if the server
 * can't be reached or is too old.
 */
export function openDatabase(config: StoreConfig): Promise<Store> {
  return config.kind === 'embedded'
    ? openEmbedded(config.folder, config.dump)
    : openPostgres(config.url, config.poolSize ?? 10);
}

async function openEmbedded(folder: string, dump: Uint8Array | undefined): Promise<Store> {
  const location = folder === 'memory' ? folder : resolve(folder);
  let copyRequests: CopyRequests | null = null;
  const unlock =
    location === 'memory'
      ? async () => {}
      : await createAndLockFolder(location, (socket) => {
          if (copyRequests) copyRequests.handleConnection(socket);
          else socket.destroy();
        });
  const listeners = new ChannelListeners();
  try {
    if (location !== 'memory') await removeOldCopies(location);
    const source = await EmbeddedSource.start({ folder: location, dump }, (channel) =>
      listeners.notify(channel),
    );
    const { kysely, dialect } = createKysely(source);
    const execute = async (statement: string): Promise<void> => {
      await kysely.executeQuery(CompiledQuery.raw(statement));
    };
    copyRequests = new CopyRequests(location, (copy) => copyDatabase(kysely, source, copy));
    const maintenance = location === 'memory' ? undefined : new EmbeddedMaintenance(execute);
    return {
      kysely,
      kind: 'embedded',
      wake: (channel) => listeners.notify(channel),
      listen: listenWith(listeners, {
        listen: (channel) => execute(`listen ${channel}`),
        unlisten: (channel) => execute(`unlisten ${channel}`),
      }),
      dump: () => source.dump(),
      failed: source.failed,
      close: memoize(async () => {
        maintenance?.stop();
        await dialect.driver.destroy();
        await copyRequests?.stop();
        await unlock();
      }),
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Copies the files of an embedded database while no transaction is open, and returns its migrations. */
function copyDatabase(
  kysely: Kysely<Database>,
  source: EmbeddedSource,
  folder: string,
): Promise<readonly AppliedMigration[]> {
  return kysely.connection().execute(async (connection) => {
    // Without this, the copy's first start would have to replay everything written since the last checkpoint.
    await sql`checkpoint`.execute(connection);
    const { rows: migrationTables } = await sql`
      select where to_regclass('schema_migrations') is not null
    `.execute(connection);
    if (migrationTables.length === 0) throw new DatabaseCopyError('it is still empty');
    const { rows } = await sql<AppliedMigration>`
      select name, checksum from schema_migrations order by name
    `.execute(connection);
    await source.copy(folder);
    return rows;
  });
}

function createAndLockFolder(
  folder: string,
  onConnection: (socket: Socket) => void,
): Promise<() => Promise<void>> {
  return inDataFolder(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lockFolder(folder, onConnection);
  });
}

async function openPostgres(url: string, poolSize: number): Promise<Store> {
  const { kysely, dialect } = createKysely(await PostgresSource.start(url, poolSize));
  const listeners = new ChannelListeners();
  const listener = new PostgresListener(url, listeners);
  return {
    kysely,
    kind: 'postgres',
    wake: (channel) => listeners.notify(channel),
    listen: listenWith(listeners, listener),
    dump: () =>
      Promise.reject(new Error('Only the embedded database can be dumped here: use pg_dump.')),
    failed: new Promise(() => {}),
    close: memoize(async () => {
      // Closed in parallel, so that both stop accepting statements immediately.
      await Promise.all([dialect.driver.destroy(), listener.close()]);
    }),
  };
}

function createKysely(source: SessionSource): { kysely: Kysely<Database>; dialect: StoreDialect } {
  const dialect = new StoreDialect(source);
  return { kysely: new ScopedKysely<Database>({ dialect }), dialect };
}

function listenWith(
  listeners: ChannelListeners,
  subscriptions: {
    listen(channel: string): Promise<void>;
    unlisten(channel: string): Promise<void>;
  },
): Store['listen'] {
  return async (channel, onNotify) => {
    // A channel is an identifier and can't be a parameter; allow only names that need no quotes.
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(channel)) throw new Error(`Not a channel name: ${channel}`);
    // A separate function, so that the same listener may be added twice.
    const listener = (): void => onNotify();
    listeners.add(channel, listener);
    try {
      // Also sent for a channel's second listener, since the first listener's request may still be pending.
      await subscriptions.listen(channel);
    } catch (error) {
      listeners.remove(channel, listener);
      throw error;
    }
    return memoize(async () => {
      if (listeners.remove(channel, listener)) await subscriptions.unlisten(channel);
    });
  };
}

/** Returns a function that runs `work` on its first call; later calls return the same promise. */
function memoize(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
