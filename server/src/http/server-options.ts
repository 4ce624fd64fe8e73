import type { Socket } from 'node:net';
import { transportSecurity } from './security-headers.ts';
import type { FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';

/** How much of this process one client may use: time in milliseconds, bytes, connections. */
export interface ClientLimits {
  /** From the connection, or the previous response, to the end of the headers. */
  readonly headersMs: number;
  /** From the same moment to the end of the body. */
  readonly requestMs: number;
  /** Without a byte in either direction, including a client that doesn't read its response. */
  readonly idleMs: number;
  /** Between two requests; longer than proxies wait, or they would use a connection just closed. */
  readonly keepAliveMs: number;
  /** How often the first two are checked. */
  readonly checkMs: number;
  /** The request line and all headers. */
  readonly headerBytes: number;
  /** The largest body of a call. */
  readonly bodyBytes: number;
  /** Open at a time; more are closed at once. */
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

/** Returns the options of the HTTP server that enforce the limits on clients. */
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
      // http/origin.ts refuses it with a message; the platform would send none.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => respondToBrokenRequest(error, socket, isHttps),
  } satisfies FastifyHttpOptions<Server>;
}

/** Responds to input that never became a request, if its connection is still writable. */
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
 * Refuses an Expect header with anything but 100-continue (RFC 9110, 10.1.1). Such a request never
 * reaches the application.
 */
export function refuseExpectations(server: Server, isHttps: boolean): void {
  server.on('checkExpectation', (_, response) => {
    const message = 'The server cannot meet the Expect header of this request.';
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
