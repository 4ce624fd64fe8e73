import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type {
  EmbeddedMessage,
  EmbeddedRequest,
  EmbeddedRows,
  EmbeddedWorkerData,
} from './embedded-messages.ts';
import { ConnectionLostError, DatabaseCopyError, StatementError } from './errors.ts';
import { PreparedNames } from './prepared-names.ts';
import type { StatementResult, Session, SessionSource } from './session.ts';
import { isStalePlan } from './stale-plan.ts';
import { getDecoder, encodeParameter } from './values.ts';

/** A request without its id. */
type RequestWithoutId<T = EmbeddedRequest> = T extends EmbeddedRequest ? Omit<T, 'id'> : never;

type Reply = Extract<EmbeddedMessage, { id: number }>;

interface PendingRequest {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/**
 * The embedded database, which runs in a worker thread. It has one session, which callers use one at a time, first
 * come, first served.
 */
export class EmbeddedSource implements SessionSource, Session {
  /** Resolves with the error if the engine stops without being closed. */
  readonly failed: Promise<Error>;
  #onFailed: (error: Error) => void = () => {};
  readonly #worker: Worker;
  readonly #inMemory: boolean;
  readonly #names = new PreparedNames();
  readonly #pending = new Map<number, PendingRequest>();
  readonly #onNotification: (channel: string) => void;
  #lastId = 0;
  #lostError: ConnectionLostError | undefined;
  #isClosing = false;
  #isAcquired = false;
  readonly #queue: (() => void)[] = [];

  private constructor(data: EmbeddedWorkerData, onNotification: (channel: string) => void) {
    this.#worker = new Worker(getWorkerFile(), {
      workerData: data,
      // Omits the process's own flags, some of which a worker thread rejects.
      execArgv: [],
    });
    this.#inMemory = data.folder === 'memory';
    this.#onNotification = onNotification;
    this.failed = new Promise((resolve) => {
      this.#onFailed = resolve;
    });
  }

  /** Starts the worker and waits until the database is ready. */
  static async start(
    data: EmbeddedWorkerData,
    onNotification: (channel: string) => void,
  ): Promise<EmbeddedSource> {
    const source = new EmbeddedSource(data, onNotification);
    await source.#waitUntilReady();
    return source;
  }

  #waitUntilReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (message: EmbeddedMessage) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'notification') this.#onNotification(message.channel);
        else if (message.kind === 'failed') fail(message.reason);
        else this.#handleReply(message);
      });
      const fail = (reason: string): void => {
        const lostError = this.#markLost(reason);
        void this.#worker.terminate();
        reject(lostError);
        if (!this.#isClosing) this.#onFailed(lostError);
      };
      this.#worker.on('error', (error) => fail(error.message));
      this.#worker.on('exit', () => fail('its thread ended'));
    });
  }

  acquire(): Promise<Session> {
    if (!this.#isAcquired) {
      this.#isAcquired = true;
      return Promise.resolve(this);
    }
    return new Promise((resolve) => {
      this.#queue.push(() => resolve(this));
    });
  }

  release(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#isAcquired = false;
    else next();
  }

  async query(
    sql: string,
    parameters: readonly unknown[],
    shouldPrepare: boolean,
  ): Promise<StatementResult> {
    const statementName = shouldPrepare ? this.#names.nameFor(sql) : undefined;
    try {
      return await this.#readRows({
        kind: 'query',
        sql,
        parameters: parameters.map(encodeParameter),
        statementName,
      });
    } catch (error) {
      if (isStalePlan(error)) this.#names.forget(sql);
      throw error;
    }
  }

  script(sql: string): Promise<StatementResult> {
    return this.#readRows({ kind: 'script', sql });
  }

  /** Returns the entire data directory as a tar archive. */
  async dump(): Promise<Uint8Array> {
    const reply = await this.#request({ kind: 'dump' });
    if (reply.kind !== 'dumped') throw new Error(`Expected a dump, got ${reply.kind}.`);
    return reply.dump;
  }

  /**
   * Copies the database's files into a new folder. The caller must have acquired the session, so that no
   * transaction is open. Throws a DatabaseCopyError if copying fails; the database keeps running.
   */
  async copy(folder: string): Promise<void> {
    const reply = await this.#request({ kind: 'copy', folder });
    if (reply.kind !== 'copied') throw new Error(`Expected a copy, got ${reply.kind}.`);
    if (reply.problem !== null) throw new DatabaseCopyError(reply.problem);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    // An in-memory database needs no clean shutdown.
    if (this.#lostError === undefined && !this.#inMemory) await this.#request({ kind: 'close' });
    this.#markLost('it was closed');
    await this.#worker.terminate();
  }

  async #readRows(request: RequestWithoutId): Promise<StatementResult> {
    const reply = await this.#request(request);
    if (reply.kind !== 'rows') throw new Error(`Expected rows, got ${reply.kind}.`);
    return toStatementResult(reply.result);
  }

  #request(request: RequestWithoutId): Promise<Reply> {
    if (this.#lostError !== undefined) return Promise.reject(this.#lostError);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id } satisfies EmbeddedRequest);
    });
  }

  #handleReply(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (reply.kind === 'rejected') pending?.reject(new StatementError(reply.errorData));
    else pending?.resolve(reply);
  }

  #markLost(reason: string): ConnectionLostError {
    this.#lostError ??= new ConnectionLostError(`The embedded database stopped: ${reason}.`);
    for (const pending of this.#pending.values()) pending.reject(this.#lostError);
    this.#pending.clear();
    return this.#lostError;
  }
}

function toStatementResult({ tag, fields, rows }: EmbeddedRows): StatementResult {
  const parts = tag.split(' ');
  const last = parts.at(-1);
  const columns = fields.map(({ name, type }) => ({ name, decode: getDecoder(type) }));
  return {
    command: parts[0] ?? '',
    count: parts.length > 1 && last !== undefined && /^\d+$/.test(last) ? Number(last) : undefined,
    rows: rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (const [index, { name, decode }] of columns.entries()) {
        const text = values[index];
        row[name] = text === null || text === undefined ? null : decode(text);
      }
      return row;
    }),
  };
}

/**
 * Returns the URL of the worker's file. A worker runs compiled code only, so tests, which run from `src`, use the
 * build.
 */
function getWorkerFile(): URL {
  const thisFile = new URL(import.meta.url);
  const compiled = thisFile.pathname.endsWith('.ts')
    ? thisFile.href.replace('/server/src/', '/server/dist/')
    : thisFile.href;
  const file = new URL('./embedded-worker.js', compiled);
  if (!existsSync(file)) {
    throw new Error(`${fileURLToPath(file)} is missing: run "npx tsc -b" first.`);
  }
  return file;
}
