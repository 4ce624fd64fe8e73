import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FeedEvent } from '../../database/rules/feed-event.ts';
import type { EventFeed } from '../../application/event-feed-port.ts';
import { makePerson, openSession, tokenIn, type Person } from '@curbwrench/testing/builders';
import { openEventStream } from '@curbwrench/testing/event-stream';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';
import { eventRoutes } from './event-routes.ts';
import { sendError } from '../../http/refusals.ts';

/*
 * Tests of event streams that need exact timing: events during catch-up, and clients that do not read. The test
 * controls the feed; everything else is as in production.
 */

let app: TestApp;
let admin: Person;
let token: string;
const apps: FastifyInstance[] = [];

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
});
beforeEach(async () => {
  token = tokenIn((await openSession(app, admin.id)).cookie);
});
afterEach(async () => {
  for (const fastify of apps.splice(0)) await fastify.close();
});
afterAll(() => app.stop());

function makeEvent(number: number, subjectId = 'x'): FeedEvent {
  return {
    number,
    kind: 'service',
    subjectId,
    customerId: null,
    mechanicId: null,
    formerMechanicId: null,
  };
}

/** Starts a server with a feed that the test controls. */
async function serve(feed: Partial<EventFeed>) {
  const listeners = new Set<(events: readonly FeedEvent[]) => void>();
  const fastify = Fastify();
  apps.push(fastify);
  const responses = new Set<ServerResponse>();
  fastify.server.on('request', (_, response) => responses.add(response));
  fastify.setErrorHandler(sendError);
  eventRoutes(fastify, {
    store: app.store,
    clock: app.clock,
    business: app.business,
    pseudonymSecret: 'unused',
    demoAccounts: null,
    identity: {
      lookUpSession: async () => ({
        viewer: { id: admin.id, role: admin.role },
        setCookies: [],
        isSecondFactorMissing: false,
        mechanic: null,
      }),
      readSessionToken: async () => token,
      findAccountId: async () => null,
    },
    recordMechanicActivity: async () => {},
    feed: {
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      since: async () => [],
      latest: () => 0,
      ...feed,
    },
  });
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  return {
    fastify,
    url,
    listeners,
    responses: () => [...responses],
    sendEvents: (...events: FeedEvent[]) => {
      for (const listener of listeners) listener(events);
    },
  };
}

test('events committed while a stream catches up are sent after the missed events, each exactly once', async () => {
  let finishCatchingUp: (events: readonly FeedEvent[]) => void = () => {};
  const server = await serve({
    since: () => new Promise((resolve) => (finishCatchingUp = resolve)),
    latest: () => 5,
  });
  const stream = await openEventStream(server.url, admin, 2);
  server.sendEvents(makeEvent(6), makeEvent(7));
  finishCatchingUp([makeEvent(3), makeEvent(5), makeEvent(6)]);
  server.sendEvents(makeEvent(8));
  await waitFor(() => expect(stream.events().map(({ id }) => id)).toEqual([3, 5, 6, 7, 8]));
  stream.close();
  await waitFor(() => expect(server.listeners.size).toBe(0));
});

test('a stream that cannot catch up is closed, so that its client reconnects', async () => {
  let fail: (error: Error) => void = () => {};
  const server = await serve({
    since: () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  });
  const stream = await openEventStream(server.url, admin, 2);
  fail(new Error('The database is unavailable.'));
  await stream.ended;
  await waitFor(() => expect(server.listeners.size).toBe(0));
  expect(stream.events()).toEqual([]);
});

/** Opens a stream and never reads from it. */
async function openUnreadStream(url: string): Promise<IncomingMessage> {
  const clientRequest = request(`${url}/api/events`, { agent: false });
  clientRequest.on('error', () => {});
  clientRequest.end();
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  response.pause();
  return response;
}

const longId = 'x'.repeat(64_000);

/** Sends a long event up to `times` times, or until no stream listens; returns how many times it was sent. */
async function sendLongEvents(
  server: Awaited<ReturnType<typeof serve>>,
  times: number,
): Promise<number> {
  let sentCount = 0;
  while (sentCount < times && server.listeners.size > 0) {
    sentCount += 1;
    server.sendEvents(makeEvent(sentCount, longId));
    await new Promise(setImmediate);
  }
  return sentCount;
}

/**
 * Starts a server with a client that does not read, and fills the network buffers, so that this process buffers
 * events.
 */
async function startWithFullBuffers(): Promise<Awaited<ReturnType<typeof serve>>> {
  const server = await serve({});
  await openUnreadStream(server.url);
  const [response] = server.responses();
  if (!response) throw new Error('The stream has no response.');
  for (let number = 1; response.writableLength < 4 * longId.length; number += 1) {
    server.sendEvents(makeEvent(number, longId));
    await new Promise(setImmediate);
  }
  expect(server.listeners.size).toBe(1);
  return server;
}

test('a client that does not read is disconnected before it uses much memory @interface.connections', async () => {
  const server = await serve({});
  await openUnreadStream(server.url);
  expect(await sendLongEvents(server, 1000)).toBeLessThan(1000);
  expect(server.listeners.size).toBe(0);
});

test('a client that does not read does not delay shutdown', async () => {
  const server = await startWithFullBuffers();
  await server.fastify.close();
  await waitFor(() => expect(server.listeners.size).toBe(0));
});

test('an event sent between the end of a session and the closing of its stream causes no error', async () => {
  const server = await startWithFullBuffers();
  await app.store.kysely.deleteFrom('sessions').where('account_id', '=', admin.id).execute();
  await waitFor(() => expect(server.responses()[0]?.writableEnded).toBe(true));
  server.sendEvents(makeEvent(10_000));
  await new Promise(setImmediate);
  server.sendEvents(makeEvent(10_001));
  await server.fastify.close();
});
