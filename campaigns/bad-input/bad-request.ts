/** A request as bytes on its own connection, and which outcomes are allowed. */
export interface BadRequest {
  /** In a few words, for the report. */
  readonly what: string;
  readonly bytes: Buffer;
  /** Why it must not be accepted; null where the server decides. */
  readonly never: string | null;
  /** It might request a change; any method other than GET, HEAD and OPTIONS does too. */
  readonly mayChange: boolean;
  /** The server may close the connection without a response: the bytes are not a complete request. */
  readonly mayBeCut: boolean;
  /** The client never finishes its request, so the server has to close the connection. */
  readonly stalls: boolean;
}

/** The parts of a well-formed HTTP/1.1 request. */
export interface Written {
  readonly method: string;
  readonly target: string;
  /** Header lines without line ends; bytes beyond ASCII are written as Latin-1. */
  readonly lines: readonly string[];
  readonly body: Buffer | null;
}

/** The server's maximum body size (its own limit, stated again). */
const largestBody = 64 * 1024;

/** Writes a request with its correct length. */
export function writeRequest({ method, target, lines, body }: Written): Buffer {
  const length = body === null ? [] : [`content-length: ${body.length}`];
  const head = [`${method} ${target} HTTP/1.1`, 'host: localhost', ...lines, ...length];
  const ends = Buffer.from(`${head.join('\r\n')}\r\nconnection: close\r\n\r\n`, 'latin1');
  return body === null ? ends : Buffer.concat([ends, body]);
}

/** A complete request; the server need not read a body that is too large to its end. */
export function whole(what: string, written: Written, never: string | null = null): BadRequest {
  return {
    what,
    bytes: writeRequest(written),
    never,
    mayChange: !['GET', 'HEAD', 'OPTIONS'].includes(written.method),
    mayBeCut: (written.body?.length ?? 0) > largestBody,
    stalls: false,
  };
}
