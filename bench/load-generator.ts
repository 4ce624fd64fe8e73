import { setTimeout as sleep } from 'node:timers/promises';
import {
  HttpConnection,
  serializeRequest,
  type HttpResponse,
  type HttpRequest,
} from './http-connection.ts';

/*
 * The load generator's process: it receives a load as a message, sends the load's requests, and returns the
 * results as a message.
 */

export interface Load {
  readonly port: number;
  readonly clients: number;
  readonly requests: readonly HttpRequest[];
  /** For how many seconds the requests are repeated; if unset, each is sent once. */
  readonly seconds?: number;
  /**
   * Sends this many requests per second, evenly, instead of each after the previous response; the latency of a late
   * request counts from its scheduled time. Requires `seconds`.
   */
  readonly perSecond?: number;
  /** Whether the clients send one request each at the same time, wait for all responses, and repeat. */
  readonly together?: boolean;
}

export interface LoadResult {
  readonly seconds: number;
  /** The response times in milliseconds, ascending. */
  readonly latencies: readonly number[];
  /** The number of responses with each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests that never got a response. */
  readonly lost: number;
  /** The responses in the order of the requests, if each was sent once; null for a lost request. */
  readonly responses: readonly (HttpResponse | null)[];
}

process.on('message', (load: Load) => {
  void run(load).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());

async function run(load: Load): Promise<LoadResult> {
  const connections = await Promise.all(
    Array.from({ length: load.clients }, () => HttpConnection.open(load.port)),
  );
  try {
    return await new LoadRun(load, connections).run();
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** One run of a load over open connections. */
class LoadRun {
  readonly #load: Load;
  readonly #connections: readonly HttpConnection[];
  readonly #requests: readonly Buffer[];
  readonly #latencies: number[] = [];
  readonly #statuses: Record<string, number> = {};
  readonly #responses: (HttpResponse | null)[] = [];
  #lost = 0;
  #next = 0;

  constructor(load: Load, connections: readonly HttpConnection[]) {
    this.#load = load;
    this.#connections = connections;
    this.#requests = load.requests.map(serializeRequest);
  }

  async run(): Promise<LoadResult> {
    const startedAt = performance.now();
    const { seconds, together, perSecond } = this.#load;
    if (together) await this.#runTogether();
    else if (seconds !== undefined && perSecond !== undefined) {
      await Promise.all(
        this.#connections.map((connection, client) =>
          this.#runOnSchedule(connection, client, { startedAt, seconds, perSecond }),
        ),
      );
    } else {
      const until = seconds === undefined ? Infinity : startedAt + seconds * 1000;
      await Promise.all(
        this.#connections.map((connection) => this.#runIndependently(connection, until)),
      );
    }
    return {
      seconds: (performance.now() - startedAt) / 1000,
      latencies: this.#latencies.toSorted((a, b) => a - b),
      statuses: this.#statuses,
      lost: this.#lost,
      responses: this.#responses,
    };
  }

  async #runIndependently(connection: HttpConnection, until: number): Promise<void> {
    while (performance.now() < until) {
      const index = this.#next;
      if (until === Infinity && index >= this.#requests.length) return;
      this.#next += 1;
      if (!(await this.#send(connection, index))) return;
    }
  }

  async #runTogether(): Promise<void> {
    for (; this.#next < this.#requests.length; this.#next += this.#connections.length) {
      const first = this.#next;
      await Promise.all(
        this.#connections
          .filter((_, client) => first + client < this.#requests.length)
          .map((connection, client) => this.#send(connection, first + client)),
      );
    }
  }

  /** Sends this client's share of the requests, each at its scheduled time. */
  async #runOnSchedule(
    connection: HttpConnection,
    client: number,
    { startedAt, seconds, perSecond }: { startedAt: number; seconds: number; perSecond: number },
  ): Promise<void> {
    for (let index = client; index < seconds * perSecond; index += this.#connections.length) {
      const dueAt = startedAt + (index * 1000) / perSecond;
      await sleep(Math.max(0, dueAt - performance.now()));
      if (!(await this.#send(connection, index, dueAt))) return;
    }
  }

  async #send(
    connection: HttpConnection,
    index: number,
    measuredFrom = performance.now(),
  ): Promise<boolean> {
    const request = this.#requests[index % this.#requests.length];
    if (!request) return false;
    try {
      const response = await connection.send(request);
      this.#latencies.push(performance.now() - measuredFrom);
      this.#statuses[response.status] = (this.#statuses[response.status] ?? 0) + 1;
      if (this.#load.seconds === undefined) this.#responses[index] = response;
      return true;
    } catch {
      this.#lost += 1;
      if (this.#load.seconds === undefined) this.#responses[index] = null;
      return false;
    }
  }
}
