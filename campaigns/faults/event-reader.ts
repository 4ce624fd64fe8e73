import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Person } from '@curbwrench/testing/builders';

/** A change that a stream reported. */
export interface ReceivedEvent {
  readonly id: number;
  readonly kind: string;
  readonly subjectId: string;
  /** When it arrived, from Date.now(). */
  readonly at: number;
  /** When the stream that delivered it was requested, from Date.now(). */
  readonly connectedAt: number;
}

/** The delay before reconnecting, shorter than a browser's, so that more reconnections are tested. */
const reconnectDelayMs = 50;

/**
 * Reads one person's live events during every fault: reconnects with the number of the last event it received, as a
 * browser does, and records every event.
 */
export class EventReader {
  readonly person: Person;
  readonly receivedEvents: ReceivedEvent[] = [];
  readonly problems: string[] = [];
  /** The event number after which the first stream began; null before it opened. */
  firstId: number | null = null;
  lastId = 0;
  /** How many streams resumed a previous one. */
  resumedStreamCount = 0;
  /** How many streams the server ended properly. */
  endedStreamCount = 0;
  /** How many streams were cut off. */
  cutOffStreamCount = 0;
  readonly #port: () => number;
  #request: ClientRequest | null = null;
  #isStopped = false;
  #running: Promise<void> | null = null;

  constructor(person: Person, port: () => number) {
    this.person = person;
    this.#port = port;
  }

  start(): void {
    this.#running ??= this.#readStreams();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#request?.destroy();
    await this.#running;
  }

  /** Waits until every event up to a number has arrived; returns false after `withinMs`. */
  async waitForEvent(id: number, withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    while (this.lastId < id && performance.now() < deadline) await pause(10);
    return this.lastId >= id;
  }

  /** Waits until the first stream is open. */
  async waitUntilOpen(): Promise<void> {
    const deadline = performance.now() + 30_000;
    while (this.firstId === null && performance.now() < deadline) await pause(10);
    if (this.firstId === null) throw new Error('The stream of live events did not open.');
  }

  async #readStreams(): Promise<void> {
    while (!this.#isStopped) {
      await this.#readOneStream();
      if (!this.#isStopped) await pause(reconnectDelayMs);
    }
  }

  #readOneStream(): Promise<void> {
    const connectedAt = Date.now();
    return new Promise((resolve) => {
      this.#request = get(
        {
          agent: false,
          host: '127.0.0.1',
          port: this.#port(),
          path: '/api/events',
          headers: {
            accept: 'text/event-stream',
            ...this.person.headers,
            ...(this.firstId !== null && { 'last-event-id': String(this.lastId) }),
          },
        },
        (response) => this.#read(response, connectedAt),
      );
      // 'close' is emitted even if a stream is cut off.
      this.#request.on('error', () => {});
      this.#request.on('close', resolve);
    });
  }

  #read(response: IncomingMessage, connectedAt: number): void {
    response.on('error', () => {});
    if (response.statusCode !== 200) {
      if (response.statusCode !== 503) {
        this.problems.push(`A stream got status ${response.statusCode}.`);
      }
      response.resume();
      return;
    }
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#readBlock(block, connectedAt);
    });
    response.on('close', () => {
      if (this.#isStopped) return;
      if (response.complete) this.endedStreamCount += 1;
      else this.cutOffStreamCount += 1;
    });
  }

  #readBlock(block: string, connectedAt: number): void {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 2)] as const;
      }),
    );
    const id = fields.get('id');
    if (id === undefined) return;
    const event = fields.get('event');
    if (event === 'ready') return this.#handleReady(Number(id));
    if (event === 'reset') this.problems.push(`A stream was reset at ${id}.`);
    if (Number(id) <= this.lastId) {
      this.problems.push(`Event ${id} came after ${this.lastId}.`);
    }
    this.lastId = Number(id);
    if (event !== 'change') return;
    const data = JSON.parse(fields.get('data') ?? '{}') as { kind: string; id: string };
    this.receivedEvents.push({
      id: Number(id),
      kind: data.kind,
      subjectId: data.id,
      at: Date.now(),
      connectedAt,
    });
  }

  #handleReady(id: number): void {
    if (this.firstId === null) this.firstId = id;
    else {
      this.resumedStreamCount += 1;
      if (id !== this.lastId) {
        this.problems.push(`A stream resumed at ${id} instead of ${this.lastId}.`);
      }
    }
    this.lastId = id;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
