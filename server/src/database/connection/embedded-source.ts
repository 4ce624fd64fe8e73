import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type {
  EmbeddedMessage,
  EmbeddedRequest,
  EmbeddedRows,
  EmbeddedWorkerData,
} from './embedded-messages.ts';
import { ConnectionLostError, StatementError } from './errors.ts';
import { PreparedNames } from './prepared-names.ts';
import type { Answer, Session, SessionSource } from './session.ts';
import { isStalePlan } from './stale-plan.ts';
import { decoderOf, encodeParameter } from './values.ts';

/** A request without its number. */
type Question<T = EmbeddedRequest> = T extends EmbeddedRequest ? Omit<T, 'id'> : never;

type Reply = Extract<EmbeddedMessage, { id: number }>;

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/**
 * The embedded database, running in a worker thread. It has one session, which is lent to one
 * caller at a time, in the order of their requests.
 */
export class EmbeddedSource implements SessionSource, Session {
  /** Resolves if the engine stops without being closed. */
  readonly failed: Promise<Error>;
  #onFailed: (error: Error) => void = () => {};
  readonly #worker: Worker;
  readonly #inMemory: boolean;
  readonly #names = new PreparedNames();
  readonly #waiting = new Map<number, Waiting>();
  readonly #onNotification: (channel: string) => void;
  #questions = 0;
  #lost: ConnectionLostError | undefined;
  #closing = false;
  #lent = false;
  readonly #queue: (() => void)[] = [];

  private constructor(data: EmbeddedWorkerData, onNotification: (channel: string) => void) {
    this.#worker = new Worker(workerFile(), {
      workerData: data,
      // Not the process's own flags: a thread rejects some of them.
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
    await source.#ready();
    return source;
  }

  #ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (message: EmbeddedMessage) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'notification') this.#onNotification(message.channel);
        else if (message.kind === 'failed') fail(message.reason);
        else this.#settle(message);
      });
      const fail = (reason: string): void => {
        const lost = this.#lose(reason);
        void this.#worker.terminate();
        reject(lost);
        if (!this.#closing) this.#onFailed(lost);
      };
      this.#worker.on('error', (error) => fail(error.message));
      this.#worker.on('exit', () => fail('its thread ended'));
    });
  }

  acquire(): Promise<Session> {
    if (!this.#lent) {
      this.#lent = true;
      return Promise.resolve(this);
    }
    return new Promise((resolve) => {
      this.#queue.push(() => resolve(this));
    });
  }

  release(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#lent = false;
    else next();
  }

  async query(sql: string, parameters: readonly unknown[], prepared: boolean): Promise<Answer> {
    const statement = prepared ? this.#names.nameFor(sql) : undefined;
    try {
      return await this.#rows({
        kind: 'query',
        sql,
        parameters: parameters.map(encodeParameter),
        statement,
      });
    } catch (error) {
      if (isStalePlan(error)) this.#names.forget(sql);
      throw error;
    }
  }

  script(sql: string): Promise<Answer> {
    return this.#rows({ kind: 'script', sql });
  }

  /** Returns the whole data directory as a tar archive. */
  async dump(): Promise<Uint8Array> {
    const reply = await this.#ask({ kind: 'dump' });
    if (reply.kind !== 'dumped') throw new Error(`Expected a dump, got ${reply.kind}.`);
    return reply.dump;
  }

  async close(): Promise<void> {
    this.#closing = true;
    // An in-memory database needs no clean shutdown.
    if (this.#lost === undefined && !this.#inMemory) await this.#ask({ kind: 'close' });
    this.#lose('it is closed');
    await this.#worker.terminate();
  }

  async #rows(question: Question): Promise<Answer> {
    const reply = await this.#ask(question);
    if (reply.kind !== 'rows') throw new Error(`Expected rows, got ${reply.kind}.`);
    return answerOf(reply.answer);
  }

  #ask(question: Question): Promise<Reply> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    this.#questions += 1;
    const id = this.#questions;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...question, id } satisfies EmbeddedRequest);
    });
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'refused') waiting?.reject(new StatementError(reply.refusal));
    else waiting?.resolve(reply);
  }

  #lose(reason: string): ConnectionLostError {
    this.#lost ??= new ConnectionLostError(`The embedded database stopped: ${reason}.`);
    for (const waiting of this.#waiting.values()) waiting.reject(this.#lost);
    this.#waiting.clear();
    return this.#lost;
  }
}

function answerOf({ tag, fields, rows }: EmbeddedRows): Answer {
  const words = tag.split(' ');
  const last = words.at(-1);
  const columns = fields.map(({ name, type }) => ({ name, decode: decoderOf(type) }));
  return {
    command: words[0] ?? '',
    count: words.length > 1 && last !== undefined && /^\d+$/.test(last) ? Number(last) : undefined,
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
 * Returns the worker's file. A worker runs compiled code only, so tests, which run from src, use the build's.
 */
function workerFile(): URL {
  const here = new URL(import.meta.url);
  const compiled = here.pathname.endsWith('.ts')
    ? here.href.replace('/server/src/', '/server/dist/')
    : here.href;
  const file = new URL('./embedded-worker.js', compiled);
  if (!existsSync(file)) {
    throw new Error(`${fileURLToPath(file)} is missing: run "npx tsc -b" first.`);
  }
  return file;
}
