import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import type { Account, Business } from './business.ts';
import { cutPoints, sendAndVanish } from './cut-client.ts';
import { exchange, newConnection, type Exchange, type HttpRequest } from './http-exchange.ts';

/** A booking that was answered with success. */
export interface Acknowledged {
  readonly key: string;
  readonly account: Account;
  readonly wish: Wish;
  readonly id: number;
  /** The response's exact text: a repeat must get the same. */
  readonly body: string;
  /** Whether its cancellation was acknowledged too. */
  cancelled: boolean;
}

interface Wish {
  readonly date: string;
  readonly startTime: string;
}

export interface LoadOptions {
  readonly clients: number;
  /** The server's port; read again for every attempt. */
  readonly port: () => number;
  /** The maximum duration of a request, in ms. */
  readonly limitMs: number;
  /** The share of bookings (0 to 1) that are first sent by a client that disconnects. */
  readonly vanishing?: number;
  /** Called with every attempt and its outcome. */
  readonly onExchange?: (tried: Exchange, request: HttpRequest) => void;
}

/** An account may have five pending bookings. */
const mostOpen = 4;

/** After this time no response is expected any more. */
const settlesWithin = 90_000;

/**
 * Clients that book and cancel continuously, each with its own accounts. One that gets no
 * response or a 503 repeats the same request with the same key until it has a
 * definite response, as the web client does. Every violation is written to `problems`.
 */
export class BookingLoad {
  readonly acknowledged: Acknowledged[] = [];
  readonly problems: string[] = [];
  /** Attempts without a response, and responses of 503: each was repeated. */
  unanswered = 0;
  unavailable = 0;
  refused = 0;
  vanished = 0;
  longestMs = 0;
  readonly #business: Business;
  readonly #options: LoadOptions;
  #running: Promise<unknown> | null = null;
  #stopping = false;
  #abandoned = false;
  #round = 0;
  /** Pending bookings, by account. */
  readonly #open = new Map<string, number>();

  constructor(business: Business, options: LoadOptions) {
    this.#business = business;
    this.#options = options;
  }

  start(): void {
    this.#stopping = false;
    this.#round += 1;
    const clients = Array.from({ length: this.#options.clients }, (_, client) =>
      this.#bookOn(client),
    );
    this.#running = Promise.all(clients);
  }

  /** Starts nothing new, and waits until everything started has a definite response. */
  async settle(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  /** Ends without waiting for responses that cannot come any more. */
  abandon(): void {
    this.#stopping = true;
    this.#abandoned = true;
  }

  /** Repeats bookings that were acknowledged long ago: the same bytes must come, and no new row. */
  async repeatSome(count: number): Promise<number> {
    const agent = newConnection();
    const chosen = this.acknowledged.filter(() => Math.random() < count / this.acknowledged.length);
    for (const earlier of chosen) {
      const answer = await this.#insist(agent, this.#booking(earlier));
      // The rate limits stay on: an account that booked often gets a 429, even for repeats.
      if (answer?.status !== 429 && answer?.body !== earlier.body) {
        this.problems.push(`a repeat of ${earlier.id} got other bytes: ${answer?.body}`);
      }
    }
    agent.destroy();
    return chosen.length;
  }

  async #bookOn(client: number): Promise<void> {
    const agent = newConnection();
    const { accounts } = this.#business;
    const own = accounts.filter((_, index) => index % this.#options.clients === client);
    for (let turn = this.#round * 7; !this.#stopping; turn += 1) {
      const account = own[turn % own.length];
      if (account) await this.#bookAndPerhapsCancel(agent, account);
    }
    agent.destroy();
  }

  async #bookAndPerhapsCancel(agent: Agent, account: Account): Promise<void> {
    const { dates, times } = this.#business;
    const wish = { date: oneOf(dates), startTime: oneOf(times) };
    const asked = { key: randomUUID(), account, wish };
    if (Math.random() < (this.#options.vanishing ?? 0)) {
      this.vanished += 1;
      await sendAndVanish(this.#booking(asked), oneOf(cutPoints));
    }
    const answer = await this.#insist(agent, this.#booking(asked));
    if (answer === null) return;
    if (answer.status >= 300) return this.#noteRefusal('A booking', answer);
    const booked = { ...asked, id: idIn(answer.body), body: answer.body, cancelled: false };
    this.acknowledged.push(booked);
    const open = (this.#open.get(account.id) ?? 0) + 1;
    this.#open.set(account.id, open);
    // So that neither the days nor the account fill up.
    if (open >= mostOpen || Math.random() < 0.7) await this.#cancel(agent, booked);
  }

  async #cancel(agent: Agent, booked: Acknowledged): Promise<void> {
    let tries = 0;
    const answer = await this.#insist(
      agent,
      {
        port: this.#options.port(),
        method: 'PATCH',
        path: `/api/appointments/${booked.id}`,
        headers: booked.account.headers,
        body: { status: 'cancelled' },
      },
      () => (tries += 1),
    );
    if (answer === null) return;
    // An earlier attempt may have succeeded without a response.
    if (answer.status < 300 || (answer.status === 409 && tries > 1)) {
      booked.cancelled = true;
      this.#open.set(booked.account.id, (this.#open.get(booked.account.id) ?? 1) - 1);
    } else
      this.problems.push(`Cancelling ${booked.id} was answered ${answer.status} ${answer.body}`);
  }

  #booking(asked: Pick<Acknowledged, 'key' | 'account' | 'wish'>): HttpRequest {
    return {
      port: this.#options.port(),
      method: 'POST',
      path: '/api/appointments',
      headers: { ...asked.account.headers, 'idempotency-key': asked.key },
      body: {
        vehicleId: asked.account.vehicleId,
        serviceId: this.#business.serviceId,
        ...asked.wish,
        location: JSON.stringify({ address: '1 Kerb Street' }),
        notes: asked.key,
      },
    };
  }

  /** Sends it until a definite response comes; null if none came in time. */
  async #insist(agent: Agent, asked: HttpRequest, onTry: () => void = () => {}) {
    const deadline = performance.now() + settlesWithin;
    while (performance.now() < deadline && !this.#abandoned) {
      onTry();
      const tried = await this.#try(agent, { ...asked, port: this.#options.port() });
      if (tried.kind === 'answered' && tried.status !== 503) return tried;
      await new Promise((resolve) => setTimeout(resolve, 30 + Math.random() * 30));
    }
    if (!this.#abandoned)
      this.problems.push(`${asked.method} ${asked.path} never got a definite response.`);
    return null;
  }

  async #try(agent: Agent, asked: HttpRequest): Promise<Exchange> {
    const tried = await exchange(agent, asked, this.#options.limitMs + 10_000);
    const ms = tried.endedAt - tried.startedAt;
    this.longestMs = Math.max(this.longestMs, ms);
    if (ms > this.#options.limitMs) {
      this.problems.push(`${asked.method} ${asked.path} took ${Math.round(ms)} ms.`);
    }
    if (tried.kind === 'unanswered') {
      this.unanswered += 1;
      if (tried.begun) this.problems.push(`A response broke off: ${tried.reason}.`);
    } else if (tried.status === 503) {
      this.unavailable += 1;
      if (!isSentence(tried)) this.problems.push(`A 503 without a sentence: ${tried.body}`);
    } else if (tried.status >= 500) {
      this.problems.push(`${asked.method} ${asked.path} was answered ${tried.status}.`);
    }
    this.#options.onExchange?.(tried, asked);
    return tried;
  }

  /** A slot may be taken and an account may reach its limit; any other refusal is a problem. */
  #noteRefusal(what: string, { status, body }: { status: number; body: string }): void {
    this.refused += 1;
    if (status === 409 || status === 429 || status >= 500) return;
    this.problems.push(`${what} was answered ${status} ${body}`);
  }
}

function isSentence({ contentType, body }: { contentType: string; body: string }): boolean {
  return contentType.startsWith('text/plain') && /^[A-Z].{10,200}\.$/.test(body);
}

function idIn(body: string): number {
  const parsed: unknown = JSON.parse(body);
  const id: unknown = typeof parsed === 'object' && parsed !== null && Reflect.get(parsed, 'id');
  if (typeof id !== 'number') throw new Error(`A booking was answered with ${body}`);
  return id;
}

function oneOf<T>(list: readonly T[]): T {
  const item = list[Math.floor(Math.random() * list.length)];
  if (item === undefined) throw new Error('The list to choose from is empty.');
  return item;
}
