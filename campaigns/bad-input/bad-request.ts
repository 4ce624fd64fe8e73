/** A request as bytes on a connection of its own, and what may come of it. */
export interface BadRequest {
  /** In a few words, for whoever reads the report. */
  readonly what: string;
  readonly bytes: Buffer;
  /** Why it must not be accepted; null where that is for the server to say. */
  readonly never: string | null;
  /** What it asks for might be a change; so is any other method than GET, HEAD and OPTIONS. */
  readonly mayChange: boolean;
  /** The server may end the connection without a word: these bytes are no request, or no end of one. */
  readonly mayBeCut: boolean;
  /** The client never ends its request, so that the server has to. */
  readonly stalls: boolean;
}

/** The parts of a request that is written as HTTP/1.1 asks. */
export interface Written {
  readonly method: string;
  readonly target: string;
  /** Header lines without their ends; bytes beyond ASCII are written as Latin-1. */
  readonly lines: readonly string[];
  readonly body: Buffer | null;
}

/** What the server takes at most (its own limit, restated). */
const largestBody = 64 * 1024;

/** Writes a request with its true length. */
export function writeRequest({ method, target, lines, body }: Written): Buffer {
  const length = body === null ? [] : [`content-length: ${body.length}`];
  const head = [`${method} ${target} HTTP/1.1`, 'host: localhost', ...lines, ...length];
  const ends = Buffer.from(`${head.join('\r\n')}\r\nconnection: close\r\n\r\n`, 'latin1');
  return body === null ? ends : Buffer.concat([ends, body]);
}

/** A request that is whole; a body that is too large need not be read to its end. */
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
