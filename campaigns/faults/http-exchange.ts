import { Agent, request as startRequest } from 'node:http';

/** A request to a local server; `body` is sent as JSON. */
export interface HttpRequest {
  readonly port: number;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The outcome of a request: a complete response, part of one, or none. All times are from performance.now(). */
export type Exchange = {
  readonly startedAt: number;
  readonly endedAt: number;
  /** When the last byte of the request was sent on an open connection; null if it never was. */
  readonly sentAt: number | null;
} & (
  | {
      readonly kind: 'complete';
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
      /** Whether the server announced that it will close the connection. */
      readonly closes: boolean;
    }
  | {
      readonly kind: 'incomplete';
      readonly reason: string;
      /** Whether part of a response arrived. */
      readonly hasBegun: boolean;
    }
);

/** Creates an agent with a single connection, which is kept alive as in a browser. */
export function createAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}

/** Sends a request and waits up to `timeoutMs` for its complete response. Never throws. */
export function exchange(agent: Agent, request: HttpRequest, timeoutMs: number): Promise<Exchange> {
  const startedAt = performance.now();
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  let sentAt: number | null = null;
  let hasBegun = false;
  return new Promise((resolve) => {
    const times = () => ({ startedAt, sentAt, endedAt: performance.now() });
    const fail = (reason: string): void => {
      clearTimeout(timeout);
      resolve({ kind: 'incomplete', reason, hasBegun, ...times() });
      outgoing.destroy();
    };
    const timeout = setTimeout(() => fail('TIMEOUT'), timeoutMs);
    const outgoing = startRequest({
      agent,
      host: '127.0.0.1',
      port: request.port,
      method: request.method,
      path: request.path,
      headers: {
        accept: 'application/json',
        ...request.headers,
        ...(body !== null && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
      },
    });
    outgoing.on('finish', () => {
      sentAt = performance.now();
    });
    outgoing.on('error', (error) => fail(errorCode(error)));
    outgoing.on('response', (response) => {
      hasBegun = true;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('error', (error) => fail(errorCode(error)));
      response.on('end', () => {
        if (!response.complete) return fail('INCOMPLETE');
        clearTimeout(timeout);
        resolve({
          kind: 'complete',
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: text,
          closes: response.headers.connection === 'close',
          ...times(),
        });
      });
    });
    outgoing.end(body ?? undefined);
  });
}

function errorCode(error: Error): string {
  return String(Reflect.get(error, 'code') ?? error.message);
}
