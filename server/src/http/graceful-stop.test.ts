import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { prepareGracefulStop, type StopLimits } from './graceful-stop.ts';
import { makePerson } from '@curbwrench/testing/builders';
import { openEventStream } from '@curbwrench/testing/event-stream';
import { startApp } from '@curbwrench/testing/start-app';

const sockets: Socket[] = [];
const apps: FastifyInstance[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const fastify of apps.splice(0)) await fastify.close();
});

const longLimits: StopLimits = { lingerMs: 300, requestTimeoutMs: 20_000, totalTimeoutMs: 30_000 };

/** For requests sent during the shutdown, which can arrive late on a busy machine. */
const longLinger: StopLimits = { ...longLimits, lingerMs: 2_000 };

/** Starts a server with the product's shutdown options and a slow route, which responds when `proceed` is called. */
async function serve(limits: StopLimits) {
  const fastify = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  apps.push(fastify);
  let arrive: () => void = () => {};
  let proceed: () => void = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const proceeded = new Promise<void>((resolve) => (proceed = resolve));
  fastify.get('/slow', async () => {
    arrive();
    await proceeded;
    return 'done';
  });
  fastify.post('/now', async () => 'done');
  await fastify.listen({ host: '127.0.0.1', port: 0 });
  const address = fastify.server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server is not listening.');
  const closedResources: string[] = [];
  const store = { close: async () => void closedResources.push('database') };
  const stop = prepareGracefulStop(fastify, store, limits);
  return { port: address.port, stop, arrived, proceed, closedResources };
}

interface ReceivedResponse {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly body: string;
}

async function sendRequest(port: number, agent: Agent, method: 'GET' | 'POST', path: string) {
  const clientRequest = request({ host: '127.0.0.1', port, agent, method, path });
  clientRequest.end();
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  let body = '';
  for await (const part of response) body += String(part);
  const { statusCode: status, headers } = response;
  return { status, connection: headers.connection, body } satisfies ReceivedResponse;
}

const doneAndClosing = { status: 200, connection: 'close', body: 'done' };

function keepAliveAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}

test('a request in progress gets its full response, with `connection: close`', async () => {
  const server = await serve(longLimits);
  const response = sendRequest(server.port, keepAliveAgent(), 'GET', '/slow');
  await server.arrived;
  const stopped = server.stop();
  server.proceed();
  expect(await response).toEqual(doneAndClosing);
  await stopped;
  expect(server.closedResources).toEqual(['database']);
});

test('a request that arrives on an idle connection during the shutdown is still served', async () => {
  const server = await serve(longLinger);
  const agent = keepAliveAgent();
  expect(await sendRequest(server.port, agent, 'POST', '/now')).toMatchObject({
    connection: 'keep-alive',
  });
  const stopped = server.stop();
  expect(await sendRequest(server.port, agent, 'POST', '/now')).toEqual(doneAndClosing);
  await stopped;
});

test('a request that has been partly read is served when the rest arrives', async () => {
  const server = await serve(longLimits);
  const socket = await openSocket(server.port);
  socket.write('POST /now HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n');
  // A response to a later request shows that the server has read this one.
  await sendRequest(server.port, new Agent(), 'POST', '/now');
  const stopped = server.stop();
  await waitUntilRefused(server.port);
  socket.write('content-length: 2\r\n\r\n{}');
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  expect(chunk.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*done$/i);
  await stopped;
});

test('a client that never sends the rest of its request is disconnected, and the server stops', async () => {
  const server = await serve({ ...longLimits, requestTimeoutMs: 200 });
  const socket = await openSocket(server.port);
  socket.write('POST /now HTTP/1.1\r\nhost: localhost\r\n');
  await sendRequest(server.port, new Agent(), 'POST', '/now');
  await Promise.all([server.stop(), once(socket, 'close')]);
  expect(server.closedResources).toEqual(['database']);
});

test('the shutdown ends in time even if the database does not close, and starting it again has no effect', async () => {
  const fastify = Fastify();
  apps.push(fastify);
  const limits = { lingerMs: 0, requestTimeoutMs: 100, totalTimeoutMs: 300 };
  const stop = prepareGracefulStop(fastify, { close: () => new Promise(() => {}) }, limits);
  expect(stop()).toBe(stop());
  await stop();
});

test('the full application stops gracefully, and its event streams end cleanly', async () => {
  const app = await startApp({ listen: true });
  const admin = await makePerson(app, 'admin');
  const stream = await openEventStream(app.url, admin);
  const agent = keepAliveAgent();
  const port = Number(new URL(app.url).port);
  const socket = await openSocket(port);
  socket.write('GET /api/business HTTP/1.1\r\nhost: localhost\r\n');
  expect(await sendRequest(port, agent, 'GET', '/api/business')).toMatchObject({ status: 200 });
  const stop = prepareGracefulStop(app.server, { close: async () => {} }, longLinger);
  const stopped = stop();
  const lastResponse = await sendRequest(port, agent, 'GET', '/api/business');
  expect(lastResponse).toMatchObject({ status: 200, connection: 'close' });
  await stream.ended;
  // The rest of this request arrives after the server has stopped accepting new connections.
  await waitUntilRefused(port);
  socket.write('\r\n');
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  expect(chunk.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await stopped;
  expect(stream.events()).toEqual([]);
  await app.stop();
});

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Waits until the server refuses new connections. */
async function waitUntilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect({ host: '127.0.0.1', port });
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!isOpen) return;
  }
}
