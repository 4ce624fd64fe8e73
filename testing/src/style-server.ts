import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server in the place of one for map styles, which answers each path as a test says. */
export interface StyleServer {
  readonly url: string;
  /** The paths that were requested. */
  readonly requests: readonly string[];
  /** Answers a path with JSON from now on. */
  answerJson(path: string, content: unknown): void;
  answerWith(path: string, answer: (response: ServerResponse) => void): void;
  stop(): void;
}

/** Starts a server that answers 404 to everything. */
export async function startStyleServer(): Promise<StyleServer> {
  const requests: string[] = [];
  const answers = new Map<string, (response: ServerResponse) => void>();
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    // Browsers ask from another origin.
    response.setHeader('access-control-allow-origin', '*');
    const answer = answers.get(url);
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerJson: (path, content) => {
      answers.set(path, (response) => void response.end(JSON.stringify(content)));
    },
    answerWith: (path, answer) => void answers.set(path, answer),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
