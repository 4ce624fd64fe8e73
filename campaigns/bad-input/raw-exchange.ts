import { connect } from 'node:net';

/** What a client received over a connection. */
export interface RawExchange {
  /** Every complete response, in order. */
  readonly responses: readonly RawResponse[];
  /** Whether the connection was closed or an event stream began. */
  readonly isComplete: boolean;
  readonly ms: number;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends raw bytes and reads for up to `timeoutMs`, until the server closes the connection. */
export function exchangeRaw(port: number, bytes: Buffer, timeoutMs: number): Promise<RawExchange> {
  const startedAt = performance.now();
  const isHead = bytes.subarray(0, 5).toString('latin1') === 'HEAD ';
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let isSettled = false;
    let receivedAt = startedAt;
    const socket = connect(port, '127.0.0.1');
    const settle = (isComplete: boolean): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timeout);
      socket.destroy();
      const responses = readResponses(Buffer.concat(parts), isHead);
      // If the connection stays open after the response, the exchange ended when the last byte arrived.
      const endedAt = isComplete || responses.length === 0 ? performance.now() : receivedAt;
      resolve({ responses, isComplete, ms: endedAt - startedAt });
    };
    const timeout = setTimeout(() => settle(false), timeoutMs);
    socket.on('data', (part) => {
      parts.push(part);
      receivedAt = performance.now();
      // An event stream never ends on its own, so stop at its headers. The `m` flag is needed because they may
      // follow a "100 Continue".
      if (/^content-type: text\/event-stream/im.test(part.toString('latin1'))) settle(true);
    });
    socket.on('error', () => settle(true));
    socket.on('close', () => settle(true));
    socket.write(bytes);
  });
}

/** Splits the received bytes into responses (RFC 9112); an incomplete one at the end is ignored. */
function readResponses(bytes: Buffer, isHead: boolean): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return responses;
    const head = rest.subarray(0, end).toString('latin1');
    const [statusLine = '', ...headerLines] = head.split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
    const headers = Object.fromEntries(
      headerLines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    rest = rest.subarray(end + 4);
    // A 100 Continue precedes the response.
    if (status >= 100 && status < 200) continue;
    const body = isHead || status === 204 || status === 304 ? empty : readBody(rest, headers);
    if (body === null) return responses;
    responses.push({ status, headers, body: body.content.toString('utf8') });
    rest = rest.subarray(body.encodedLength);
  }
  return responses;
}

interface Body {
  readonly content: Buffer;
  /** How many of the received bytes it takes up. */
  readonly encodedLength: number;
}

const empty: Body = { content: Buffer.alloc(0), encodedLength: 0 };

function readBody(rest: Buffer, headers: Readonly<Record<string, string>>): Body | null {
  if (headers['content-type']?.startsWith('text/event-stream')) return empty;
  if (headers['transfer-encoding'] === 'chunked') return readChunks(rest);
  const length = Number(headers['content-length'] ?? rest.length);
  return rest.length < length ? null : { content: rest.subarray(0, length), encodedLength: length };
}

function readChunks(rest: Buffer): Body | null {
  const parts: Buffer[] = [];
  for (let offset = 0; ;) {
    const lineEnd = rest.indexOf('\r\n', offset);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(rest.subarray(offset, lineEnd).toString('latin1'), 16);
    if (size === 0) return { content: Buffer.concat(parts), encodedLength: lineEnd + 4 };
    if (!(lineEnd + 4 + size <= rest.length)) return null;
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    offset = lineEnd + 4 + size;
  }
}
