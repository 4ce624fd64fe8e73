import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that stands in for OSRM and sends the responses that a test sets. */
export interface FakeRouter {
  readonly url: string;
  /** The paths that were requested. */
  readonly requests: readonly string[];
  /** Sets the response to later requests. */
  respondWith(respond: (response: ServerResponse) => void): void;
  /** Responds with 0 for the origin itself, and then these driving times from the origin, in seconds. */
  respondWithSeconds(...seconds: readonly (number | null)[]): void;
  stop(): void;
}

/** Starts a router that responds with 500 until the test sets another response. */
export async function startFakeRouter(): Promise<FakeRouter> {
  const requests: string[] = [];
  let respond = (response: ServerResponse): void => void response.writeHead(500).end();
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    respond(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respondWith: (next) => {
      respond = next;
    },
    respondWithSeconds: (...seconds) => {
      const body = JSON.stringify({ code: 'Ok', durations: [[0, ...seconds]] });
      respond = (response) => void response.end(body);
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
