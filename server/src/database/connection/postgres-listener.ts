import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ChannelListeners } from './channel-listeners.ts';
import { connectionSettings } from './postgres-source.ts';

const initialRetryDelayMs = 100;
/** Short, so that live events resume within a second after the server is back. */
const maxRetryDelayMs = 500;

/** Without health checks, a connection that only listens would never notice that the server no longer responds. */
const defaultHealthCheck = { intervalMs: 5_000, timeoutMs: 5_000 };
const closeTimeoutMs = 1_000;

/**
 * A separate connection that receives a server's notifications. If the connection breaks, this class reconnects and
 * then calls every listener, since notifications may have been missed.
 */
export class PostgresListener {
  readonly #url: string;
  readonly #listeners: ChannelListeners;
  readonly #healthCheck: typeof defaultHealthCheck;
  readonly #stop = new AbortController();
  #client: pg.Client | undefined;
  /** `#client`, or the client that is connecting to replace it. */
  #newestClient: pg.Client | undefined;
  #reconnecting: Promise<void> | undefined;
  /** Statements on one connection must run one after another. */
  #previousStatement: Promise<unknown> = Promise.resolve();

  constructor(url: string, listeners: ChannelListeners, healthCheck = defaultHealthCheck) {
    this.#url = url;
    this.#healthCheck = healthCheck;
    this.#listeners = listeners;
  }

  /** Starts listening to a channel. Rejects if the server can't be reached the first time. */
  async listen(channel: string): Promise<void> {
    if (this.#client === undefined && this.#reconnecting === undefined) {
      await this.#enqueue(() => this.#connectUnlessConnected());
    }
    await this.#send(`listen ${channel}`);
  }

  async unlisten(channel: string): Promise<void> {
    await this.#send(`unlisten ${channel}`);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    if (this.#newestClient === undefined) return;
    // A response that never arrives must not delay closing.
    await withTimeout(this.#newestClient, closeTimeoutMs, async () => {
      await this.#reconnecting;
      await this.#previousStatement;
      await this.#client?.end();
    });
    this.#client = undefined;
  }

  /** Sends a statement. Does nothing while disconnected, since `#connectUnlessConnected` listens to every channel. */
  async #send(sql: string): Promise<void> {
    await this.#enqueue(async () => {
      const client = this.#client;
      if (client === undefined) return;
      try {
        await client.query(sql);
      } catch (error) {
        if (this.#client === client) throw error;
      }
    });
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const result = this.#previousStatement.then(work);
    this.#previousStatement = result.catch(() => {});
    return result;
  }

  async #connectUnlessConnected(): Promise<void> {
    if (this.#client !== undefined || this.#stop.signal.aborted) return;
    const client = new pg.Client(connectionSettings(this.#url));
    client.on('notification', ({ channel }) => this.#listeners.notify(channel));
    // An 'end' event always follows; without a listener the error would crash the process.
    client.on('error', () => {});
    client.once('end', () => this.#onEnd(client));
    this.#newestClient = client;
    try {
      await withTimeout(client, this.#healthCheck.timeoutMs, async () => {
        await client.connect();
        for (const channel of this.#listeners.channels()) await client.query(`listen ${channel}`);
      });
    } catch (error) {
      await withTimeout(client, closeTimeoutMs, () => client.end());
      throw error;
    }
    this.#client = client;
    this.#startHealthCheck(client);
  }

  /** Checks regularly whether the server responds, and breaks the connection if it doesn't. */
  #startHealthCheck(client: pg.Client): void {
    const timer = setInterval(() => {
      // If the check fails, the connection ends, which `#onEnd` handles.
      this.#enqueue(() => this.#checkHealth(client)).catch(() => {});
    }, this.#healthCheck.intervalMs);
    timer.unref();
    client.once('end', () => clearInterval(timer));
  }

  async #checkHealth(client: pg.Client): Promise<void> {
    if (this.#client !== client) return;
    await withTimeout(client, this.#healthCheck.timeoutMs, () => client.query('select 1'));
  }

  #onEnd(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (!this.#stop.signal.aborted) this.#reconnecting ??= this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    for (let delayMs = initialRetryDelayMs; !this.#stop.signal.aborted;) {
      try {
        await this.#enqueue(() => this.#connectUnlessConnected());
        break;
      } catch {
        const { signal } = this.#stop;
        await pause(delayMs * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(
          () => {},
        );
        delayMs = Math.min(delayMs * 2, maxRetryDelayMs);
      }
    }
    this.#reconnecting = undefined;
    if (!this.#stop.signal.aborted) this.#listeners.notifyAll();
  }
}

/** Runs `work`; if it takes too long, breaks the connection, which makes the work reject. */
async function withTimeout(
  client: pg.Client,
  timeoutMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), timeoutMs);
  try {
    await work();
  } finally {
    clearTimeout(timer);
  }
}
