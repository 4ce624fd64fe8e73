/** A request as raw bytes, sent on its own connection, and the outcomes that are allowed. */
export interface BadRequest {
  /** A short description for the report. */
  readonly description: string;
  readonly bytes: Buffer;
  /** Why it must be refused; null if it may be accepted. */
  readonly refusalReason: string | null;
  /** Whether the request might change something: true for every method except GET, HEAD and OPTIONS. */
  readonly mayChange: boolean;
  /** Whether the server may close the connection without a response. */
  readonly mayBeClosed: boolean;
  /** Whether the client never finishes its request; the server must then close the connection. */
  readonly stalls: boolean;
}

/** The parts of a well-formed HTTP/1.1 request. */
export interface RequestParts {
  readonly method: string;
  readonly target: string;
  /** Header lines without line ends; characters beyond ASCII are sent as Latin-1. */
  readonly headerLines: readonly string[];
  readonly body: Buffer | null;
}

/** The server's maximum body size in bytes, stated here independently of the server's code. */
const maxBodyBytes = 64 * 1024;

/** Returns the bytes of a request, with the correct Content-Length. */
export function writeRequest({ method, target, headerLines, body }: RequestParts): Buffer {
  const length = body === null ? [] : [`content-length: ${body.length}`];
  const head = [`${method} ${target} HTTP/1.1`, 'host: localhost', ...headerLines, ...length];
  const headBytes = Buffer.from(`${head.join('\r\n')}\r\nconnection: close\r\n\r\n`, 'latin1');
  return body === null ? headBytes : Buffer.concat([headBytes, body]);
}

/** Returns a complete request. If its body is too large, the server may close the connection. */
export function completeRequest(
  description: string,
  requestParts: RequestParts,
  refusalReason: string | null = null,
): BadRequest {
  return {
    description,
    bytes: writeRequest(requestParts),
    refusalReason,
    mayChange: !['GET', 'HEAD', 'OPTIONS'].includes(requestParts.method),
    mayBeClosed: (requestParts.body?.length ?? 0) > maxBodyBytes,
    stalls: false,
  };
}
