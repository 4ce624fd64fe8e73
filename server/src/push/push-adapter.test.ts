import type { ServerResponse } from 'node:http';
import { makeAppointment, makeTeam, makePerson, type Person } from '@curbwrench/testing/builders';
import {
  startPushService,
  type BrowserSubscription,
  type PushService,
} from '@curbwrench/testing/push-service';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChannelAdapter, RenderedMessage } from '../messaging/channel-port.ts';
import { createPushAdapter } from './push-adapter.ts';
import { readOrCreatePushKeys } from './push-keys.ts';

let service: PushService;
let app: TestApp;
let adapter: ChannelAdapter;
let customer: Person;

beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ pushOrigins: [service.origin] });
  adapter = await openAdapter();
});
afterAll(async () => {
  await app.stop();
  service.stop();
});
beforeEach(async () => {
  customer = await makePerson(app, 'customer');
});
afterEach(() => {
  service.respondWith(accept);
  if (service.problems.length > 0) throw new Error(service.problems.join('\n'));
});

const accept = (response: ServerResponse) => void response.writeHead(201).end();
const respond =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end('details of the failure');

async function openAdapter(additionalOrigins = [service.origin], timeoutMs = 10_000) {
  const keys = await readOrCreatePushKeys(app.store);
  return createPushAdapter({
    store: app.store,
    clock: app.clock,
    keys,
    publicUrl: 'https://book.example.com',
    additionalOrigins,
    timeoutMs,
  });
}

/** Turns on notifications in a new browser of a person, by default the customer. */
async function subscribe(person = customer): Promise<BrowserSubscription> {
  const subscription = await service.subscribe();
  const response = await send(app, person, 'POST', '/api/push/subscriptions', subscription);
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return subscription;
}

const makeMessage = (details: Partial<RenderedMessage> = {}): RenderedMessage => ({
  id: 7,
  personId: customer.id,
  to: null,
  subject: 'Your mechanic is on the way',
  text: 'Marcus will arrive around 10:20.',
  html: null,
  calendar: null,
  unsubscribeUrl: null,
  path: '/appointments/12',
  topic: 'appointment-12',
  expiresAt: new Date(testMorning.getTime() + 3_600_000),
  ...details,
});

const savedPreferences = {
  appointment_reminders: true,
  mechanic_updates: true,
  payment_receipts: true,
  push: true,
  sms: false,
  promotional_emails: false,
  newsletter: false,
  booking_emails: true,
  attention_emails: true,
  message_emails: true,
  updated_at: testMorning,
};

const receivedBy = ({ endpoint }: BrowserSubscription) =>
  service.received.filter((message) => message.endpoint === endpoint);

const listEndpoints = async () =>
  (await read<{ endpoint: string }[]>(app, customer, '/api/push/subscriptions')).map(
    ({ endpoint }) => endpoint,
  );

test('a message is sent to each of a person’s browsers, and only that browser can read it @messages.push', async () => {
  const browsers = [await subscribe(), await subscribe()];
  const other = await subscribe(await makePerson(app, 'customer'));
  expect(await adapter.send(makeMessage())).toEqual({ kind: 'accepted', providerId: null });
  const { publicKey } = await read<{ publicKey: string }>(app, customer, '/api/push/key');
  for (const browser of browsers) {
    expect(receivedBy(browser)).toEqual([
      {
        endpoint: browser.endpoint,
        payload: {
          title: 'Your mechanic is on the way',
          body: 'Marcus will arrive around 10:20.',
          path: '/appointments/12',
          topic: 'appointment-12',
        },
        payloadBytes: expect.any(Number) as number,
        ttl: '3600',
        urgency: 'high',
        topic: expect.stringMatching(/^[\w-]{32}$/) as string,
        claims: {
          aud: service.origin,
          exp: testMorning.getTime() / 1000 + 12 * 3600,
          sub: 'https://book.example.com',
        },
        senderKey: publicKey,
      },
    ]);
  }
  expect(receivedBy(other)).toEqual([]);
});

test('a repeated message has the same topic, and a message about something else has a different one @messages.push-repeats', async () => {
  const browser = await subscribe();
  await adapter.send(makeMessage());
  await adapter.send(makeMessage({ id: 8 }));
  await adapter.send(makeMessage({ topic: 'appointment-13' }));
  const [first, repeat, other] = receivedBy(browser).map(({ topic }) => topic);
  expect(repeat).toBe(first);
  expect(other).not.toBe(first);
});

test.each(['x', 'ü', '😀', '"', '\u2028', '\u0001'])(
  'the text of a message is shortened to what push services accept: %j @messages.push-encryption',
  async (character) => {
    const browser = await subscribe();
    const text = character.repeat(5000);
    await adapter.send(makeMessage({ text, subject: 'S'.repeat(500) }));
    const [message] = receivedBy(browser);
    expect(message?.payloadBytes).toBeLessThanOrEqual(3000);
    expect(message?.payloadBytes).toBeGreaterThan(2900);
    const { title, body } = (message?.payload ?? {}) as Record<'title' | 'body', string>;
    expect(title).toHaveLength(120);
    expect(body).toMatch(/…$/u);
    expect(text.startsWith(body.slice(0, -1))).toBe(true);
  },
);

test.each([404, 410])(
  'a browser that its push service no longer knows (%i) is removed @messages.push-ended',
  async (status) => {
    const [ended, current] = [await subscribe(), await subscribe()];
    service.respondWith(respond(status), ended.endpoint);
    expect(await adapter.send(makeMessage())).toMatchObject({ kind: 'accepted' });
    expect(await listEndpoints()).toEqual([current.endpoint]);

    service.respondWith(respond(status), current.endpoint);
    const refusal = { kind: 'refused', reason: "Notifications aren't on in any browser." };
    expect(await adapter.send(makeMessage())).toEqual(refusal);
    expect(await listEndpoints()).toEqual([]);
    expect(await adapter.send(makeMessage())).toEqual(refusal);
  },
);

test.each([400, 401, 403, 413])(
  'a message that a push service refuses (%i) is not sent again',
  async (status) => {
    const browser = await subscribe();
    service.respondWith(respond(status));
    expect(await adapter.send(makeMessage())).toEqual({
      kind: 'refused',
      reason: `The browser's notification service refused the message (${status}).`,
    });
    expect(await listEndpoints()).toEqual([browser.endpoint]);
  },
);

test('a message is retried after the delay that a busy push service requests @messages.push-repeats', async () => {
  const [first, second] = [await subscribe(), await subscribe()];
  service.respondWith(respond(429, { 'retry-after': '90' }), first.endpoint);
  service.respondWith(respond(503), second.endpoint);
  expect(await adapter.send(makeMessage())).toEqual({
    kind: 'retry',
    reason: "The browser's notification service had a problem (429).",
    afterSeconds: 90,
  });
  service.respondWith(respond(500), first.endpoint);
  expect(await adapter.send(makeMessage())).toEqual({
    kind: 'unknown',
    reason: "The browser's notification service had a problem (500).",
    afterSeconds: null,
  });
  expect(await listEndpoints()).toHaveLength(2);
});

test('a message that one push service has accepted is not sent again, even if another is busy', async () => {
  const [first] = [await subscribe(), await subscribe()];
  service.respondWith(respond(503), first.endpoint);
  expect(await adapter.send(makeMessage())).toEqual({ kind: 'accepted', providerId: null });
});

test('a message to several browsers may have arrived if one push service did not respond @messages.push-repeats', async () => {
  const [first, second] = [await subscribe(), await subscribe()];
  service.respondWith(respond(429, { 'retry-after': '90' }), first.endpoint);
  service.respondWith((response) => void response.socket?.destroy(), second.endpoint);
  expect(await adapter.send(makeMessage())).toEqual({
    kind: 'unknown',
    reason: "The browser's notification service didn't respond.",
    afterSeconds: 90,
  });
});

test('a message is retried after a lost response, a slow response or a redirect @messages.push-repeats', async () => {
  const unreachable = {
    kind: 'unknown',
    reason: "The browser's notification service didn't respond.",
    afterSeconds: null,
  };
  await subscribe();
  service.respondWith((response) => void response.socket?.destroy());
  expect(await adapter.send(makeMessage())).toEqual(unreachable);

  const adapterWithShortTimeout = await openAdapter([service.origin], 50);
  service.respondWith(() => {});
  expect(await adapterWithShortTimeout.send(makeMessage())).toEqual(unreachable);

  const other = await subscribe();
  service.respondWith(respond(303, { location: other.endpoint }));
  service.respondWith(accept, other.endpoint);
  const redirected = await openAdapter();
  await sql`delete from push_subscriptions where endpoint = ${other.endpoint}`.execute(
    app.store.kysely,
  );
  expect(await redirected.send(makeMessage())).toEqual(unreachable);
  expect(receivedBy(other)).toEqual([]);
});

test('no request is sent to a stored endpoint that does not belong to a known push service @messages.push-hosts', async () => {
  const browser = await subscribe();
  const strict = await openAdapter([]);
  expect(await strict.send(makeMessage())).toEqual({
    kind: 'refused',
    reason: "The browser's notification service isn't supported.",
  });
  expect(receivedBy(browser)).toEqual([]);
});

test("a mechanic's browser shows a new job, unless their preferences turn push messages off @messages.push", async () => {
  const advisor = await makePerson(app, 'service_advisor');
  const team = await makeTeam(app, 2);
  const [mechanicWithPush, mechanicWithoutPush] = team.mechanics;
  if (!mechanicWithPush || !mechanicWithoutPush) throw new Error('There are no mechanics.');
  const [phone, silentPhone] = [
    await subscribe(mechanicWithPush),
    await subscribe(mechanicWithoutPush),
  ];
  await app.store.kysely
    .insertInto('notification_preferences')
    .values({ ...savedPreferences, person_id: mechanicWithoutPush.id, push: false })
    .execute();
  const ids: number[] = [];
  for (const mechanic of [mechanicWithoutPush, mechanicWithPush]) {
    const id = await makeAppointment(app, {
      date: '2026-03-10',
      customer_id: customer.id,
      service_id: team.serviceId,
    });
    const change = { mechanicId: mechanic.id, status: 'confirmed' };
    const response = await send(app, advisor, 'PATCH', `/api/appointments/${id}`, change);
    expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
    ids.push(id);
  }
  await waitFor(() => {
    expect(receivedBy(phone)).toMatchObject([
      { payload: { title: 'New job', path: `/appointments/${ids[1]}` } },
    ]);
  });
  expect(receivedBy(silentPhone)).toEqual([]);
});

test('the list of browsers says when a message to each was last accepted', async () => {
  await subscribe();
  const readFirst = async () =>
    (await read<{ lastAcceptedAt: string | null }[]>(app, customer, '/api/push/subscriptions'))[0];
  expect((await readFirst())?.lastAcceptedAt).toBeNull();
  await adapter.send(makeMessage());
  expect((await readFirst())?.lastAcceptedAt).toBe(testMorning.toISOString());
});
