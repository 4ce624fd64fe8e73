import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that stands in for a map style server and sends the responses that a test sets for each path. */
export interface FakeStyleServer {
  readonly url: string;
  /** The paths that were requested. */
  readonly requests: readonly string[];
  /** Sets the JSON response to later requests for a path. */
  respondWithJson(path: string, content: unknown): void;
  respondWith(path: string, respond: (response: ServerResponse) => void): void;
  stop(): void;
}

/** Starts a style server that responds with 404 until the test sets responses. */
export async function startFakeStyleServer(): Promise<FakeStyleServer> {
  const requests: string[] = [];
  const responders = new Map<string, (response: ServerResponse) => void>();
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    // Browsers send requests from another origin.
    response.setHeader('access-control-allow-origin', '*');
    const respond = responders.get(url);
    if (respond) respond(response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respondWithJson: (path, content) => {
      responders.set(path, (response) => void response.end(JSON.stringify(content)));
    },
    respondWith: (path, respond) => void responders.set(path, respond),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
