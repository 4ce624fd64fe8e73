import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../database/connection/store.ts';

/** How long each part of a graceful stop may take, in milliseconds. */
export interface StopLimits {
  /** How long new requests on open connections are still served, with `connection: close`. */
  readonly lingerMs: number;
  /** How long requests in progress may then take to finish. */
  readonly requestTimeoutMs: number;
  /** The maximum duration of the entire stop, even if the database does not respond. */
  readonly totalTimeoutMs: number;
}

/** Container runtimes usually kill a container 10 s after SIGTERM. */
const defaultLimits: StopLimits = { lingerMs: 500, requestTimeoutMs: 6_000, totalTimeoutMs: 8_000 };

/**
 * Prepares the server to stop without failing a request. Returns the function that stops it, in the steps below.
 * Calling the function again has no effect.
 *
 * 1. From now on, every response has `connection: close`, so that its client reconnects elsewhere; a
 *    request that arrives within half a second on a keep-alive connection is still served.
 * 2. Then no new connections are accepted, and idle connections and event streams end. A request that
 *    the server has already read in part still gets its response.
 * 3. A client that still has not sent the rest of a request or read a response after six seconds is
 *    disconnected. The database is closed last. The entire stop takes at most eight seconds.
 */
export function prepareGracefulStop(
  app: FastifyInstance,
  store: Pick<Store, 'close'>,
  limits = defaultLimits,
): () => Promise<void> {
  const connections = new Set<Socket>();
  const pendingResponses = new Set<ServerResponse>();
  let stopping: Promise<void> | null = null;

  app.server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // Must run before the framework's own listener, which may respond immediately.
  app.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (stopping) return announceClose(response);
    pendingResponses.add(response);
    response.once('close', () => pendingResponses.delete(response));
  });

  async function stop(): Promise<void> {
    for (const response of pendingResponses) announceClose(response);
    await waitUntil(() => connections.size === 0, limits.lingerMs);
    // Waits a few turns of the event loop, because connections are accepted in one turn and read in the next. On a busy
    // machine, a connection with unread data would otherwise look idle.
    for (let iteration = 0; iteration < 3; iteration += 1) await new Promise(setImmediate);
    const disconnectTimer = setTimeout(
      () => app.server.closeAllConnections(),
      limits.requestTimeoutMs,
    );
    await app.close();
    clearTimeout(disconnectTimer);
    await store.close();
  }

  return () => {
    stopping ??= Promise.race([stop(), pause(limits.totalTimeoutMs)]);
    return stopping;
  };
}

function announceClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

async function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!isDone() && performance.now() < deadline) await pause(10);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
