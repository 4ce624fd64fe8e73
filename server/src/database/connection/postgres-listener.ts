import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ChannelListeners } from './channel-listeners.ts';
import { connectionSettings } from './postgres-source.ts';

const firstPauseMs = 100;
/** Live events resume within a second after the server is back. */
const longestPauseMs = 500;

/** A connection that only listens would never notice that the server is gone. */
const usualWatch = { askEveryMs: 5_000, answersWithinMs: 5_000 };
const endsWithinMs = 1_000;

/**
 * A separate connection that receives a server's notifications. When it breaks, it reconnects and
 * then calls every listener, since notifications may have been missed.
 */
export class PostgresListener {
  readonly #url: string;
  readonly #listeners: ChannelListeners;
  readonly #watching: typeof usualWatch;
  readonly #stop = new AbortController();
  #client: pg.Client | undefined;
  /** The same client, or one that is about to replace it. */
  #newest: pg.Client | undefined;
  #working: Promise<void> | undefined;
  /** Statements on one connection must run one after another. */
  #previous: Promise<unknown> = Promise.resolve();

  constructor(url: string, listeners: ChannelListeners, watch = usualWatch) {
    this.#url = url;
    this.#watching = watch;
    this.#listeners = listeners;
  }

  /** Starts listening to a channel. Rejects if the server can't be reached the first time. */
  async hear(channel: string): Promise<void> {
    if (this.#client === undefined && this.#working === undefined) {
      await this.#inTurn(() => this.#connectUnlessConnected());
    }
    await this.#send(`listen ${channel}`);
  }

  async ignore(channel: string): Promise<void> {
    await this.#send(`unlisten ${channel}`);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    if (this.#newest === undefined) return;
    // A pending answer that won't come must not delay closing.
    await orBroken(this.#newest, endsWithinMs, async () => {
      await this.#working;
      await this.#previous;
      await this.#client?.end();
    });
    this.#client = undefined;
  }

  /** Sends nothing while disconnected: reconnecting listens to every channel anyway. */
  async #send(sql: string): Promise<void> {
    await this.#inTurn(async () => {
      const client = this.#client;
      if (client === undefined) return;
      try {
        await client.query(sql);
      } catch (error) {
        if (this.#client === client) throw error;
      }
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#previous.then(work);
    this.#previous = turn.catch(() => {});
    return turn;
  }

  async #connectUnlessConnected(): Promise<void> {
    if (this.#client !== undefined || this.#stop.signal.aborted) return;
    const client = new pg.Client(connectionSettings(this.#url));
    client.on('notification', ({ channel }) => this.#listeners.tell(channel));
    // 'end' always follows; without a listener the error would crash the process.
    client.on('error', () => {});
    client.once('end', () => this.#onEnd(client));
    this.#newest = client;
    try {
      await orBroken(client, this.#watching.answersWithinMs, async () => {
        await client.connect();
        for (const channel of this.#listeners.channels()) await client.query(`listen ${channel}`);
      });
    } catch (error) {
      await orBroken(client, endsWithinMs, () => client.end());
      throw error;
    }
    this.#client = client;
    this.#watch(client);
  }

  /** Checks regularly whether the server responds, and breaks the connection if it doesn't. */
  #watch(client: pg.Client): void {
    const asking = setInterval(() => {
      // On failure the connection ends, which is handled elsewhere.
      this.#inTurn(() => this.#ask(client)).catch(() => {});
    }, this.#watching.askEveryMs);
    asking.unref();
    client.once('end', () => clearInterval(asking));
  }

  async #ask(client: pg.Client): Promise<void> {
    if (this.#client !== client) return;
    await orBroken(client, this.#watching.answersWithinMs, () => client.query('select 1'));
  }

  #onEnd(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (!this.#stop.signal.aborted) this.#working ??= this.#comeBack();
  }

  async #comeBack(): Promise<void> {
    for (let wait = firstPauseMs; !this.#stop.signal.aborted;) {
      try {
        await this.#inTurn(() => this.#connectUnlessConnected());
        break;
      } catch {
        const { signal } = this.#stop;
        await pause(wait * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(
          () => {},
        );
        wait = Math.min(wait * 2, longestPauseMs);
      }
    }
    this.#working = undefined;
    if (!this.#stop.signal.aborted) this.#listeners.tellAll();
  }
}

/** Waits for the server, and breaks the connection when it takes too long; the work then rejects. */
async function orBroken(
  client: pg.Client,
  withinMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const silence = setTimeout(() => client.connection.stream.destroy(), withinMs);
  try {
    await work();
  } finally {
    clearTimeout(silence);
  }
}
