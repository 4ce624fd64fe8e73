import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ChannelListeners } from './channel-listeners.ts';
import { connectionSettings } from './postgres-source.ts';

const firstPauseMs = 100;
const longestPauseMs = 10_000;

/**
 * A connection of its own that hears the notifications of a server. When it breaks it comes
 * back by itself, and then tells every listener, since something may have been missed.
 */
export class PostgresListener {
  readonly #url: string;
  readonly #listeners: ChannelListeners;
  readonly #stop = new AbortController();
  #client: pg.Client | undefined;
  #working: Promise<void> | undefined;
  /** Statements to one connection must follow one another. */
  #previous: Promise<unknown> = Promise.resolve();

  constructor(url: string, listeners: ChannelListeners) {
    this.#url = url;
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
    await this.#working;
    await this.#previous;
    await this.#client?.end();
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
    try {
      await client.connect();
      for (const channel of this.#listeners.channels()) await client.query(`listen ${channel}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    this.#client = client;
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
