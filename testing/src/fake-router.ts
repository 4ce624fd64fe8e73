import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server in the place of an OSRM server, which answers what a test says. */
export interface FakeRouter {
  readonly url: string;
  /** The paths that were requested. */
  readonly requests: readonly string[];
  /** Answers every request from now on. */
  answerWith(answer: (response: ServerResponse) => void): void;
  /** Answers with one row of seconds from the origin, whose own 0 is added. */
  answerSeconds(...seconds: readonly (number | null)[]): void;
  stop(): void;
}

/** Starts a router that is not there yet: it answers 500. */
export async function startFakeRouter(): Promise<FakeRouter> {
  const requests: string[] = [];
  let answer = (response: ServerResponse): void => void response.writeHead(500).end();
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerWith: (next) => {
      answer = next;
    },
    answerSeconds: (...seconds) => {
      const body = JSON.stringify({ code: 'Ok', durations: [[0, ...seconds]] });
      answer = (response) => void response.end(body);
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
