import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import type { Account, Business } from './business.ts';
import { cutPoints, sendAndDisconnect } from './disconnecting-client.ts';
import { exchange, createAgent, type Exchange, type HttpRequest } from './http-exchange.ts';

/** A booking for which the client got a successful response. */
export interface AcknowledgedBooking {
  readonly key: string;
  readonly account: Account;
  readonly time: RequestedTime;
  readonly id: number;
  /** The exact response body; resending the request must return the same body. */
  readonly body: string;
  /** Whether its cancellation was acknowledged too. */
  cancelled: boolean;
}

/** The date and start time that a client requested. */
interface RequestedTime {
  readonly date: string;
  readonly startTime: string;
}

export interface LoadOptions {
  readonly clients: number;
  /** Returns the server's port; called for every attempt. */
  readonly port: () => number;
  /** The maximum duration of a request, in ms. */
  readonly limitMs: number;
  /** The fraction of bookings (0 to 1) that are first sent by a client that disconnects. */
  readonly disconnectShare?: number;
  /** Called with every attempt and its outcome. */
  readonly onExchange?: (result: Exchange, request: HttpRequest) => void;
}

/** One less than the five pending bookings that an account may have, so that the next booking is not refused. */
const maxPending = 4;

/** A client stops retrying a request after this time, and reports a problem. */
const giveUpAfterMs = 90_000;

/**
 * Clients that book and cancel continuously, each with its own accounts. A client that gets no response, or a 503
 * response, retries the same request with the same key until it has another response, as the web client does. Every
 * violation is written to `problems`.
 */
export class BookingLoad {
  readonly acknowledgedBookings: AcknowledgedBooking[] = [];
  readonly problems: string[] = [];
  /** Attempts without a response; each was retried. */
  unansweredCount = 0;
  /** 503 responses; after each, the request was retried. */
  unavailableCount = 0;
  refusedCount = 0;
  disconnectedCount = 0;
  longestMs = 0;
  readonly #business: Business;
  readonly #options: LoadOptions;
  #running: Promise<unknown> | null = null;
  #isStopping = false;
  #isAbandoned = false;
  #round = 0;
  /** The number of pending bookings, by account. */
  readonly #pendingCounts = new Map<string, number>();

  constructor(business: Business, options: LoadOptions) {
    this.#business = business;
    this.#options = options;
  }

  /** Starts all clients; they book until `finishAll` or `abandon` is called. */
  start(): void {
    this.#isStopping = false;
    this.#round += 1;
    const clients = Array.from({ length: this.#options.clients }, (_, client) =>
      this.#runClient(client),
    );
    this.#running = Promise.all(clients);
  }

  /** Starts no new bookings, and waits until every request in progress has a definite response. */
  async finishAll(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** Stops all clients without waiting for responses, because the server will not come back. */
  abandon(): void {
    this.#isStopping = true;
    this.#isAbandoned = true;
  }

  /** Resends about `count` acknowledged bookings: each must get an identical response. Returns how many were resent. */
  async resendSomeBookings(count: number): Promise<number> {
    const agent = createAgent();
    const chosen = this.acknowledgedBookings.filter(
      () => Math.random() < count / this.acknowledgedBookings.length,
    );
    for (const booking of chosen) {
      const response = await this.#sendUntilDefinite(agent, this.#bookingRequest(booking));
      // The rate limits stay on, so an account with many bookings may get a 429, even for a request that is resent.
      if (response?.status !== 429 && response?.body !== booking.body) {
        this.problems.push(
          `resending booking ${booking.id} got a different response: ${response?.body}`,
        );
      }
    }
    agent.destroy();
    return chosen.length;
  }

  async #runClient(client: number): Promise<void> {
    const agent = createAgent();
    const { accounts } = this.#business;
    const ownAccounts = accounts.filter((_, index) => index % this.#options.clients === client);
    // Each round begins seven accounts further on, to spread the bookings over all accounts.
    for (let index = this.#round * 7; !this.#isStopping; index += 1) {
      const account = ownAccounts[index % ownAccounts.length];
      if (account) await this.#bookAndMaybeCancel(agent, account);
    }
    agent.destroy();
  }

  async #bookAndMaybeCancel(agent: Agent, account: Account): Promise<void> {
    const { dates, times } = this.#business;
    const time = { date: pickRandom(dates), startTime: pickRandom(times) };
    const booking = { key: randomUUID(), account, time };
    if (Math.random() < (this.#options.disconnectShare ?? 0)) {
      this.disconnectedCount += 1;
      await sendAndDisconnect(this.#bookingRequest(booking), pickRandom(cutPoints));
    }
    const response = await this.#sendUntilDefinite(agent, this.#bookingRequest(booking));
    if (response === null) return;
    if (response.status >= 300) return this.#recordRefusal(response);
    const booked = {
      ...booking,
      id: parseId(response.body),
      body: response.body,
      cancelled: false,
    };
    this.acknowledgedBookings.push(booked);
    const pendingCount = (this.#pendingCounts.get(account.id) ?? 0) + 1;
    this.#pendingCounts.set(account.id, pendingCount);
    // Cancels most bookings, so that neither the days nor the accounts fill up.
    if (pendingCount >= maxPending || Math.random() < 0.7) await this.#cancel(agent, booked);
  }

  async #cancel(agent: Agent, booked: AcknowledgedBooking): Promise<void> {
    let attempts = 0;
    const response = await this.#sendUntilDefinite(
      agent,
      {
        port: this.#options.port(),
        method: 'PATCH',
        path: `/api/appointments/${booked.id}`,
        headers: booked.account.headers,
        body: { status: 'cancelled' },
      },
      () => (attempts += 1),
    );
    if (response === null) return;
    // A previous attempt may have succeeded without a response.
    if (response.status < 300 || (response.status === 409 && attempts > 1)) {
      booked.cancelled = true;
      const pendingCount = this.#pendingCounts.get(booked.account.id) ?? 1;
      this.#pendingCounts.set(booked.account.id, pendingCount - 1);
    } else
      this.problems.push(`Canceling ${booked.id} returned ${response.status} ${response.body}`);
  }

  #bookingRequest(booking: Pick<AcknowledgedBooking, 'key' | 'account' | 'time'>): HttpRequest {
    return {
      port: this.#options.port(),
      method: 'POST',
      path: '/api/appointments',
      headers: { ...booking.account.headers, 'idempotency-key': booking.key },
      body: {
        vehicleId: booking.account.vehicleId,
        serviceId: this.#business.serviceId,
        ...booking.time,
        location: JSON.stringify({ address: '1 Curb Street' }),
        notes: booking.key,
      },
    };
  }

  /** Retries a request until it gets a definite response; returns null if none came in time. */
  async #sendUntilDefinite(agent: Agent, request: HttpRequest, onAttempt: () => void = () => {}) {
    const deadline = performance.now() + giveUpAfterMs;
    while (performance.now() < deadline && !this.#isAbandoned) {
      onAttempt();
      const result = await this.#attempt(agent, { ...request, port: this.#options.port() });
      if (result.kind === 'complete' && result.status !== 503) return result;
      await new Promise((resolve) => setTimeout(resolve, 30 + Math.random() * 30));
    }
    if (!this.#isAbandoned)
      this.problems.push(`${request.method} ${request.path} never got a definite response.`);
    return null;
  }

  async #attempt(agent: Agent, request: HttpRequest): Promise<Exchange> {
    const result = await exchange(agent, request, this.#options.limitMs + 10_000);
    const ms = result.endedAt - result.startedAt;
    this.longestMs = Math.max(this.longestMs, ms);
    if (ms > this.#options.limitMs) {
      this.problems.push(`${request.method} ${request.path} took ${Math.round(ms)} ms.`);
    }
    if (result.kind === 'incomplete') {
      this.unansweredCount += 1;
      if (result.hasBegun) this.problems.push(`A response was cut off: ${result.reason}.`);
    } else if (result.status === 503) {
      this.unavailableCount += 1;
      if (!isErrorMessage(result)) {
        this.problems.push(`A 503 without an error message: ${result.body}`);
      }
    } else if (result.status >= 500) {
      this.problems.push(`${request.method} ${request.path} returned ${result.status}.`);
    }
    this.#options.onExchange?.(result, request);
    return result;
  }

  /** Records a refusal, which is a problem unless the slot was taken or the account reached its limit. */
  #recordRefusal({ status, body }: { status: number; body: string }): void {
    this.refusedCount += 1;
    if (status === 409 || status === 429 || status >= 500) return;
    this.problems.push(`A booking returned ${status} ${body}`);
  }
}

function isErrorMessage({ contentType, body }: { contentType: string; body: string }): boolean {
  return contentType.startsWith('text/plain') && /^[A-Z].{10,200}\.$/.test(body);
}

function parseId(body: string): number {
  const parsed: unknown = JSON.parse(body);
  const id: unknown = typeof parsed === 'object' && parsed !== null && Reflect.get(parsed, 'id');
  if (typeof id !== 'number') throw new Error(`A booking returned ${body}`);
  return id;
}

function pickRandom<T>(list: readonly T[]): T {
  const item = list[Math.floor(Math.random() * list.length)];
  if (item === undefined) throw new Error('The list to choose from is empty.');
  return item;
}
