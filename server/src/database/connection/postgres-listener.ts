import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ChannelListeners } from './channel-listeners.ts';
import { connectionSettings } from './postgres-source.ts';

const firstPauseMs = 100;
/** Live events are back within a second of the server. */
const longestPauseMs = 500;

/** A connection that only listens would never notice that nobody is at the other end. */
const usualWatch = { askEveryMs: 5_000, answersWithinMs: 5_000 };
const endsWithinMs = 1_000;

/**
 * A connection of its own that hears the notifications of a server. When it breaks it comes
 * back by itself, and then tells every listener, since something may have been missed.
 */
export class PostgresListener {
  readonly #url: string;
  readonly #listeners: ChannelListeners;
  readonly #watching: typeof usualWatch;
  readonly #stop = new AbortController();
  #client: pg.Client | undefined;
  /** The same, or one that is about to take its place. */
  #newest: pg.Client | undefined;
  #working: Promise<void> | undefined;
  /** Statements to one connection must follow one another. */
  #previous: Promise<unknown> = Promise.resolve();

  constructor(url: string, listeners: ChannelListeners, watch = usualWatch) {
    this.#url = url;
    this.#watching = watch;
    this.#listeners = listeners;
  }

  /** Begins to hear a channel. Rejects if the server can't be reached the first time. */
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
    // What waits for an answer that won't come must not hold up the end.
    await orBroken(this.#newest, endsWithinMs, async () => {
      await this.#working;
      await this.#previous;
      await this.#client?.end();
    });
    this.#client = undefined;
  }

  /** While the connection is away nothing is sent: coming back listens to every channel anyway. */
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
    // 'end' always follows; without a listener the error would end the process.
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

  /** Asks now and then whether the server is there, and breaks the connection when it is not. */
  #watch(client: pg.Client): void {
    const asking = setInterval(() => {
      // When it fails, the connection ends, and that is seen to already.
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

/** Waits for the server, and breaks the connection when it takes too long: then the work rejects. */
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
