import { connect, type Socket } from 'node:net';

export interface HttpResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * One keep-alive HTTP/1.1 connection that sends requests one after another. It implements only the
 * part of the protocol that the benchmarks need, to leave the CPU to the server under test. Responses
 * must have a Content-Length.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve(response: HttpResponse): void; reject(error: Error): void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed the connection.')));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new HttpConnection(socket));
      });
    });
  }

  /** Sends a complete request and waits for its response; rejects if the connection ends first. */
  send(request: Buffer): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    // The head begins with a status line such as `HTTP/1.1 200 OK`.
    const status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? (status === 204 ? '0' : null);
    if (length === null) return this.#fail(new Error('A response had no Content-Length.'));
    const end = headEnd + 4 + Number(length);
    if (this.#received.length < end) return;
    const body = this.#received.toString('utf8', headEnd + 4, end);
    this.#received = this.#received.subarray(end);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status, body });
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}

/** Sends one request on its own connection and returns the parsed response body. Throws unless the request succeeds. */
export async function sendOnce<T>(port: number, request: HttpRequest): Promise<T> {
  const connection = await HttpConnection.open(port);
  try {
    const { status, body } = await connection.send(serializeRequest(request));
    if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${body}`);
    return JSON.parse(body) as T;
  } finally {
    connection.close();
  }
}

/** Returns the bytes of a request. */
export function serializeRequest(request: HttpRequest): Buffer {
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  const headers = Object.entries({
    host: 'localhost',
    accept: 'application/json',
    ...request.headers,
    ...(body && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${lines}\r\n${body}`);
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
