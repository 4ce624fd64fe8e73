import fc from 'fast-check';
import { completeRequest, type BadRequest } from './bad-request.ts';

/*
 * Requests that match none of the API's endpoints: unknown paths and methods, and bytes that are not valid HTTP.
 */

const unusualTargets = [
  '/',
  '//',
  '//evil.example/api/users',
  '/../../../../etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%00.js',
  '/assets/__proto__',
  '/index.html%00',
  '/.env',
  '/api',
  '/api/',
  '/api//appointments',
  '/api/APPOINTMENTS',
  '/api/appointments/',
  '/api/appointments;id=1',
  '/api/appointments%2f1',
  '/api/appointments/1/../../users',
  '/api/__proto__',
  '/api/constructor/prototype',
  '/api/pictures/__proto__',
  '/api/pictures/%00',
  '/api/login/__proto__',
  '/api/login/callback/oidc?state=%ff&code=%00',
  '/api/login?to=//evil.example',
  '/api/login?to=javascript:alert(1)',
  '/api/login?to=%0d%0aset-cookie:a=b',
  '/api/logout?a=%ff',
  '/api/%',
  '/api/%zz',
  '/api/%c0%ae%c0%ae/',
  '/api/\xff\xfe',
  '/%F0%9F%94%A7',
  `/${'a/'.repeat(3_000)}`,
  `/api/users?${'a=1&'.repeat(3_000)}`,
  `/api/appointments/${'9'.repeat(4_000)}`,
  'http://evil.example/api/users',
  'http://localhost/api/users',
  'http://[::1',
  '*',
  'api/users',
  '?',
  '#',
];

const httpMethods = [
  'GET',
  'HEAD',
  'OPTIONS',
  'PUT',
  'POST',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
];

const unknownRoutes: fc.Arbitrary<BadRequest> = fc
  .tuple(
    fc.constantFrom(...httpMethods),
    fc.oneof(
      fc.constantFrom(...unusualTargets),
      fc
        .array(fc.integer({ min: 33, max: 255 }), { maxLength: 80 })
        .map((bytes) => `/api/${String.fromCharCode(...bytes)}`),
    ),
    fc.boolean(),
  )
  .map(([method, target, withBody]) => {
    const body = withBody ? Buffer.from('{}') : null;
    const headerLines = withBody ? ['content-type: application/json'] : [];
    const request = completeRequest(`${method} ${target.slice(0, 80)}`, {
      method,
      target,
      headerLines,
      body,
    });
    // A target with a space or a non-ASCII byte makes the request line invalid.
    return { ...request, mayBeClosed: true };
  });

const head = 'host: localhost\r\n';
const post = `POST /api/account/sign-in HTTP/1.1\r\n${head}content-type: application/json\r\n`;

/** Malformed requests, to which the server must respond or close the connection immediately. */
const malformedBytes: Readonly<Record<string, string | Buffer>> = {
  'a TLS handshake': Buffer.from('16030100a5010000a10303', 'hex'),
  zeros: Buffer.alloc(4_096),
  'an unknown method': `FOO / HTTP/1.1\r\n${head}\r\n`,
  'a method in lower case': `get / HTTP/1.1\r\n${head}\r\n`,
  CONNECT: `CONNECT evil.example:443 HTTP/1.1\r\n${head}\r\n`,
  'an unknown version': `GET / HTTP/9.9\r\n${head}\r\n`,
  'an HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/1.0': 'GET /api/business HTTP/1.0\r\n\r\n',
  'HTTP/0.9': 'GET /\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
  'two hosts': `GET / HTTP/1.1\r\n${head}host: b\r\nconnection: close\r\n\r\n`,
  'line feeds only': 'GET / HTTP/1.1\nhost: localhost\nconnection: close\n\n',
  'two lengths': `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  'a length and chunks': `${post}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
  'chunks and another encoding': `${post}transfer-encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  'a chunk with an invalid size': `${post}transfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
  'a chunk that is too long': `${post}connection: close\r\ntransfer-encoding: chunked\r\n\r\nfffffff\r\n${'x'.repeat(90_000)}`,
  'a negative length': `${post}content-length: -5\r\n\r\n{}`,
  'a length of 2^64': `${post}content-length: 18446744073709551616\r\n\r\n{}`,
  'a length of 1 TB': `${post}connection: close\r\ncontent-length: 1099511627776\r\n\r\n{}`,
  'a length too short': `${post}content-length: 1\r\n\r\n{"email":"a"}garbage\r\n\r\n`,
  'pipelined requests': `${`GET /api/business HTTP/1.1\r\n${head}\r\n`.repeat(20)}GET /api/business HTTP/1.1\r\n${head}connection: close\r\n\r\n`,
  'a change pipelined after a read': `GET /api/users HTTP/1.1\r\n${head}\r\n${post}content-length: 2\r\nconnection: close\r\n\r\n{}`,
  'pipelined requests, then garbage': `GET /api/business HTTP/1.1\r\n${head}\r\n\u0001\u0002\u0003\r\n\r\n`,
  'a header with NUL': `GET / HTTP/1.1\r\n${head}a: b\u0000c\r\n\r\n`,
  'a header of 20 KB': `GET / HTTP/1.1\r\n${head}a: ${'b'.repeat(20_000)}\r\n\r\n`,
  'a request line of 20 KB': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`,
  'a WebSocket': `GET /api/events HTTP/1.1\r\n${head}connection: upgrade, close\r\nupgrade: websocket\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n`,
};

const malformedRequests: fc.Arbitrary<BadRequest> = fc
  .constantFrom(...Object.entries(malformedBytes))
  .map(([description, bytes]) => toWireRequest(description, bytes, false));

const randomRequests: fc.Arbitrary<BadRequest> = fc
  .uint8Array({ minLength: 1, maxLength: 600 })
  .map((bytes) =>
    toWireRequest('random bytes', Buffer.concat([bytes, Buffer.from('\r\n\r\n')]), false),
  );

/** Requests that match none of the API's endpoints. */
export const wireRequests: fc.Arbitrary<BadRequest> = fc.oneof(
  { weight: 3, arbitrary: unknownRoutes },
  { weight: 2, arbitrary: malformedRequests },
  { weight: 1, arbitrary: randomRequests },
);

/** Requests that are never completed by their clients; the server's own timeout ends them. */
export const stalledRequests: readonly BadRequest[] = Object.entries({
  'nothing but a method': 'GET',
  'headers without an end': `GET / HTTP/1.1\r\n${head}a: b\r\n`,
  'a body shorter than its length': `${post}content-length: 1000\r\n\r\n{"email":`,
  'a chunk without an end': `${post}transfer-encoding: chunked\r\n\r\n5\r\n{"a`,
  'chunks without the final one': `${post}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`,
}).map(([description, bytes]) => toWireRequest(description, bytes, true));

function toWireRequest(description: string, bytes: string | Buffer, stalls: boolean): BadRequest {
  return {
    description: `on the wire: ${description}`,
    bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
    refusalReason: null,
    mayChange: false,
    mayBeClosed: true,
    stalls,
  };
}
