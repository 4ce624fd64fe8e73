import { Agent, request } from 'node:http';

export interface HttpRequest {
  readonly port: number;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A complete response, or none. Times are of performance.now(). */
export type Exchange = {
  readonly startedAt: number;
  readonly endedAt: number;
  /** When the last byte of the request was sent on an open connection; null if it never was. */
  readonly sentAt: number | null;
} & (
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly contentType: string;
      readonly body: string;
      /** The server announced that it closes the connection. */
      readonly closes: boolean;
    }
  | {
      readonly kind: 'unanswered';
      readonly reason: string;
      /** Part of a response came, and then no more. */
      readonly begun: boolean;
    }
);

/** One connection of a client, kept alive as by a browser. */
export function newConnection(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}

/** Sends a request and waits for its complete response, at most `patienceMs`. Never throws. */
export function exchange(agent: Agent, asked: HttpRequest, patienceMs: number): Promise<Exchange> {
  const startedAt = performance.now();
  const body = asked.body === undefined ? null : JSON.stringify(asked.body);
  let sentAt: number | null = null;
  let begun = false;
  return new Promise((resolve) => {
    const times = () => ({ startedAt, sentAt, endedAt: performance.now() });
    const fail = (reason: string): void => {
      clearTimeout(patience);
      resolve({ kind: 'unanswered', reason, begun, ...times() });
      sent.destroy();
    };
    const patience = setTimeout(() => fail('TOO_LONG'), patienceMs);
    const sent = request({
      agent,
      host: '127.0.0.1',
      port: asked.port,
      method: asked.method,
      path: asked.path,
      headers: {
        accept: 'application/json',
        ...asked.headers,
        ...(body !== null && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
      },
    });
    sent.on('finish', () => {
      sentAt = performance.now();
    });
    sent.on('error', (error) => fail(codeOf(error)));
    sent.on('response', (response) => {
      begun = true;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('error', (error) => fail(codeOf(error)));
      response.on('end', () => {
        if (!response.complete) return fail('CUT_SHORT');
        clearTimeout(patience);
        resolve({
          kind: 'answered',
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: text,
          closes: response.headers.connection === 'close',
          ...times(),
        });
      });
    });
    sent.end(body ?? undefined);
  });
}

function codeOf(error: Error): string {
  return String(Reflect.get(error, 'code') ?? error.message);
}
