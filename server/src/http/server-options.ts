import type { Socket } from 'node:net';
import { transportSecurity } from './security-headers.ts';
import type { FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';

/** Limits on clients: maximum times in milliseconds, sizes in bytes, and the number of connections. */
export interface ClientLimits {
  /** The time from the connection, or from the previous response, to the end of the headers. */
  readonly headersMs: number;
  /** The time from the connection, or from the previous response, to the end of the body. */
  readonly requestMs: number;
  /** The time without a byte in either direction; also limits a client that doesn't read its response. */
  readonly idleMs: number;
  /** How long a connection may be idle between requests; longer than proxies allow, so that they close it first. */
  readonly keepAliveMs: number;
  /** How often `headersMs` and `requestMs` are checked. */
  readonly checkMs: number;
  /** The size of the request line and all headers. */
  readonly headerBytes: number;
  /** The size of a request body. */
  readonly bodyBytes: number;
  /** The number of open connections; further connections are closed immediately. */
  readonly connections: number;
}

/** Enough for phones with a bad connection, and no more (ASVS 5.0 13.1.2). */
export const defaultClientLimits: ClientLimits = {
  headersMs: 15_000,
  requestMs: 30_000,
  idleMs: 60_000,
  keepAliveMs: 72_000,
  checkMs: 2_000,
  headerBytes: 16 * 1024,
  bodyBytes: 64 * 1024,
  connections: 5_000,
};

/** Returns the HTTP server options that enforce the limits on clients. */
export function serverOptions(limits: ClientLimits, isHttps: boolean) {
  return {
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.idleMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      maxHeaderSize: limits.headerBytes,
      // http/origin.ts refuses a missing Host header with a message; Node.js would refuse it without one.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => respondToBrokenRequest(error, socket, isHttps),
  } satisfies FastifyHttpOptions<Server>;
}

/** Responds to input that can't be parsed as a request, if its connection is still writable. */
function respondToBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  isHttps: boolean,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = brokenRequests[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request could not be read.',
  ];
  const head = [
    `HTTP/1.1 ${status}`,
    ...Object.entries(minimalHeaders(message, isHttps)).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${message}`, () => socket.destroy());
}

/**
 * Refuses requests whose Expect header is anything other than 100-continue (RFC 9110, 10.1.1). Node.js doesn't
 * pass these requests to the application.
 */
export function refuseExpectHeader(server: Server, isHttps: boolean): void {
  server.on('checkExpectation', (_, response) => {
    const message = 'The Expect header of this request is not supported.';
    response.writeHead(417, minimalHeaders(message, isHttps)).end(message);
  });
}

/** Returns the headers of a response that bypasses the application. */
function minimalHeaders(message: string, isHttps: boolean): Record<string, string> {
  return {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(message)),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    ...(isHttps && { [transportSecurity.name]: transportSecurity.value }),
    connection: 'close',
  };
}

const brokenRequests: Record<string, readonly [string, string] | undefined> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};
