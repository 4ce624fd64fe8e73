import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';

/*
 * Slow, excessive or broken clients on raw sockets. The servers enforce the same limits as in production, but with
 * smaller values, to keep the tests fast.
 */

let database: TestDatabase;
/** Has short time limits, so that a slow client is disconnected within the test. */
let impatientApp: TestApp;
/** Has the same short time limits, except for receiving a request, which can take long on a busy machine. */
let patientApp: TestApp;
/** Has the usual time limits, and a low limit on connections. */
let smallApp: TestApp;
const sockets: Socket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const clientLimits = {
    headersMs: 300,
    requestMs: 600,
    // Long enough to start a large response on a busy machine.
    idleMs: 9_000,
    keepAliveMs: 300,
    checkMs: 50,
  };
  impatientApp = await startApp({ database, listen: true, clientLimits });
  patientApp = await startApp({
    database,
    listen: true,
    clientLimits: { ...clientLimits, headersMs: 30_000, requestMs: 60_000 },
  });
  smallApp = await startApp({ database, listen: true, clientLimits: { connections: 8 } });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitFor(async () => {
    const counts = await Promise.all([impatientApp, patientApp, smallApp].map(countConnections));
    if (counts.some((count) => count > 0)) throw new Error('Connections are still open.');
  }, 10_000);
});
afterAll(async () => {
  await impatientApp.stop();
  await patientApp.stop();
  await smallApp.stop();
  await database.drop();
});

function countConnections({ server: fastify }: TestApp): Promise<number> {
  return new Promise((resolve, reject) => {
    fastify.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** Opens a connection. `received` returns the data so far; `closed` resolves to how long it was open, in ms. */
async function openConnection(app: TestApp) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  socket.on('error', () => {});
  const openedAt = performance.now();
  // `once` would reject if writing to the closed connection fails.
  const closed = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(performance.now() - openedAt));
  });
  await once(socket, 'connect');
  return { socket, closed, received: () => text };
}

const head = (rest: string) => `POST /api/vehicles HTTP/1.1\r\nhost: localhost\r\n${rest}`;

/** Writes `part` repeatedly while the socket is open. */
function writeRegularly(socket: Socket, part: string, everyMs: number): void {
  const timer = setInterval(() => {
    if (socket.writable) socket.write(part);
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
}

describe('disconnecting clients', () => {
  test('a client that never sends anything is disconnected', async () => {
    const { closed } = await openConnection(impatientApp);
    expect(await closed).toBeLessThan(15_000);
  });

  test('a client whose headers never end is disconnected, even if it keeps sending', async () => {
    const { socket, closed, received } = await openConnection(impatientApp);
    socket.write(head(''));
    writeRegularly(socket, 'x-more: and more\r\n', 20);
    expect(await closed).toBeLessThan(15_000);
    expect(received()).toMatch(/^HTTP\/1\.1 408 .*\r\n\r\nThe request took too long to arrive\.$/s);
  });

  test('a client whose body never ends is disconnected', async () => {
    const { socket, closed, received } = await openConnection(impatientApp);
    socket.write(head('content-type: application/json\r\ncontent-length: 60000\r\n\r\n'));
    writeRegularly(socket, ' ', 20);
    expect(await closed).toBeLessThan(15_000);
    expect(received()).toMatch(/^(HTTP\/1\.1 408 .*)?$/s);
  });

  test('a client that sends no further request is disconnected', async () => {
    const { socket, closed, received } = await openConnection(patientApp);
    socket.write('GET /api/services HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(await closed).toBeLessThan(15_000);
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a client that never reads its response is disconnected', async () => {
    // More than the buffers between two sockets can hold.
    await sql`
      insert into services (name, description, price, duration, created_at)
      select 'Large', repeat('x', 100000), 1, 60, now() from generate_series(1, 150)
    `.execute(patientApp.store.kysely);
    const { socket, closed, received } = await openConnection(patientApp);
    const requestReceived = once(patientApp.server.server, 'request') as Promise<
      [{ socket: Socket }]
    >;
    socket.once('data', () => socket.pause());
    socket.write('GET /api/services HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const [serverRequest] = await requestReceived;
    await once(serverRequest.socket, 'close');
    socket.resume();
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
    expect(received().length).toBeLessThan(15_000_000);
    await sql`delete from services`.execute(patientApp.store.kysely);
  });

  test('a client above the maximum number of connections is disconnected; earlier clients are served @interface.connections', async () => {
    const earlierClients = [];
    for (let count = 0; count < 8; count += 1) {
      earlierClients.push(await openConnection(smallApp));
    }
    const last = await openConnection(smallApp);
    expect(await last.closed).toBeLessThan(15_000);
    expect(last.received()).toBe('');
    const [first] = earlierClients;
    first?.socket.write('GET /api/services HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await vi.waitFor(() => expect(first?.received()).toMatch(/^HTTP\/1\.1 200 /), 10_000);
  });
});

test('with https, responses to unparsable input also have Strict-Transport-Security @protection.clear-text', async () => {
  const publishedApp = await startApp({
    database,
    listen: true,
    publicUrl: 'https://book.example.com',
  });
  try {
    for (const request of ['hello\r\n\r\n', head('expect: a miracle\r\n\r\n')]) {
      for (const [app, pieceCount] of [
        [publishedApp, 2],
        [smallApp, 1],
      ] as const) {
        const { socket, closed, received } = await openConnection(app);
        socket.write(request);
        await closed;
        expect(received()).toMatch(/^HTTP\/1\.1 4\d\d /);
        expect(
          received().split(
            '\r\nstrict-transport-security: max-age=63072000; includeSubDomains\r\n',
          ),
        ).toHaveLength(pieceCount);
      }
    }
  } finally {
    await publishedApp.stop();
  }
});

describe('a client whose request is too large or malformed gets a message and is disconnected:', () => {
  const huge = 'x'.repeat(20_000);
  test.each([
    [
      'a huge header',
      `GET / HTTP/1.1\r\nhost: localhost\r\nx-huge: ${huge}\r\n\r\n`,
      431,
      'The headers are too large.',
    ],
    [
      'many headers',
      `GET / HTTP/1.1\r\nhost: localhost\r\n${'x-more: more\r\n'.repeat(2_000)}\r\n`,
      431,
      'The headers are too large.',
    ],
    [
      'a huge URL',
      `GET /${huge} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      431,
      'The headers are too large.',
    ],
    [
      'a huge cookie',
      `GET /api/auth/user HTTP/1.1\r\nhost: localhost\r\ncookie: a=${huge}\r\n\r\n`,
      431,
      'The headers are too large.',
    ],
    ['not HTTP', 'hello\r\n\r\n', 400, 'The request could not be read.'],
    [
      'a made-up method',
      'BREAK / HTTP/1.1\r\nhost: localhost\r\n\r\n',
      400,
      'The request could not be read.',
    ],
    [
      'two different lengths',
      head('content-length: 5\r\ncontent-length: 6\r\n\r\nhello'),
      400,
      'The request could not be read.',
    ],
    [
      'both a length and chunked encoding',
      head('content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
      400,
      'The request could not be read.',
    ],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000', 400, 'The request could not be read.'],
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'The Host header is missing.'],
    [
      'an unsupported Expect header',
      head('expect: the unexpected\r\ncontent-length: 0\r\n\r\n'),
      417,
      'The Expect header of this request is not supported.',
    ],
  ])('%s @interface.connections', async (_, request, status, message) => {
    const { socket, closed, received } = await openConnection(smallApp);
    socket.write(request);
    expect(await closed).toBeLessThan(15_000);
    expect(received()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(received()).toContain(`\r\n\r\n${message}`);
    expect(received()).toContain('x-content-type-options: nosniff');
  });

  test('a body that is larger than an endpoint allows is refused before it is read @interface.connections', async () => {
    const { socket, closed, received } = await openConnection(smallApp);
    socket.write(head('content-type: application/json\r\ncontent-length: 1000000000\r\n\r\n'));
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 413 .*The body is too large\./s);
  });

  test('a body that grows beyond the limit without declaring its length is refused @interface.connections', async () => {
    const { socket, closed, received } = await openConnection(smallApp);
    socket.write(
      head('content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n') +
        `20000\r\n${' '.repeat(0x20000)}\r\n0\r\n\r\n`,
    );
    await waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 413 .*The body is too large\./s));
    await closed;
  });
});
