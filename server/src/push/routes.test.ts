import {
  isSessionOpen,
  makePerson,
  openSession,
  tokenIn,
  type Person,
} from '@curbwrench/testing/builders';
import { readFullTrail } from '@curbwrench/testing/audit-trail';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealAudit } from '../audit/changes.ts';
import { readOrCreatePushKeys } from './push-keys.ts';

let app: TestApp;
let customer: Person;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  customer = await makePerson(app, 'customer');
});

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
let endpointCount = 0;
const newEndpoint = () => `https://fcm.googleapis.com/fcm/send/${(endpointCount += 1)}`;

const subscribe = (
  person: Pick<Person, 'headers'> | null,
  endpoint = newEndpoint(),
  body: object = { keys },
) =>
  send(
    app,
    person,
    'POST',
    '/api/push/subscriptions',
    { endpoint, ...body },
    { 'user-agent': 'Firefox/150.0' },
  );

interface ListedSubscription {
  id: number;
  endpoint: string;
  userAgent: string | null;
}
const list = (person: Person) => read<ListedSubscription[]>(app, person, '/api/push/subscriptions');
const listEndpoints = async (person: Person) => (await list(person)).map((row) => row.endpoint);

test('a person can turn notifications on and off in a browser, and sees which browsers have them on @messages.push-browsers', async () => {
  const endpoint = newEndpoint();
  const turnedOn = await subscribe(customer, endpoint);
  expect(turnedOn.statusCode).toBe(201);
  const listed = await list(customer);
  expect(listed).toEqual([turnedOn.json()]);
  expect(listed).toMatchObject([{ endpoint, userAgent: 'Firefox/150.0', lastAcceptedAt: null }]);

  // A repeated request changes nothing.
  expect((await subscribe(customer, endpoint)).json()).toEqual(listed[0]);

  const path = `/api/push/subscriptions/${listed[0]?.id}`;
  const stranger = await makePerson(app, 'customer');
  expect((await send(app, stranger, 'DELETE', path)).statusCode).toBe(404);
  expect(await list(stranger)).toEqual([]);
  expect(await list(customer)).toHaveLength(1);
  expect((await send(app, customer, 'DELETE', path)).statusCode).toBe(204);
  expect(await list(customer)).toEqual([]);
});

test.each([
  ['another site', 'https://push.example.com/1', { keys }],
  ['http', 'http://fcm.googleapis.com/fcm/send/1', { keys }],
  ['a private address', 'https://10.0.0.1/fcm/send/1', { keys }],
  ['this machine', 'https://localhost/1', { keys }],
  ['a user in the URL', 'https://fcm.googleapis.com@10.0.0.1/1', { keys }],
  ['another port', 'https://fcm.googleapis.com:22/1', { keys }],
  ['a long URL', `https://fcm.googleapis.com/${'x'.repeat(1000)}`, { keys }],
  ['no keys', 'https://fcm.googleapis.com/1', {}],
  ['a short key', 'https://fcm.googleapis.com/1', { keys: { ...keys, auth: 'BTBZ' } }],
  [
    'a key that is not on the curve',
    'https://fcm.googleapis.com/1',
    { keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
  ],
])('a subscription with %s is refused @messages.push-hosts', async (_, endpoint, body) => {
  const response = await subscribe(customer, endpoint, body);
  expect(response.statusCode).toBe(400);
  expect(response.body).toBe(
    "We can't send notifications to this browser. Please try another one.",
  );
  expect(await list(customer)).toEqual([]);
});

test('a browser gets the notifications of the person who last turned them on in it @messages.push-one-person', async () => {
  const endpoint = newEndpoint();
  await subscribe(customer, endpoint);
  const next = await makePerson(app, 'customer');
  expect((await subscribe(next, endpoint)).statusCode).toBe(201);
  expect(await listEndpoints(customer)).toEqual([]);
  expect(await listEndpoints(next)).toEqual([endpoint]);
});

test('nobody can take over another person’s browser with only its endpoint URL @messages.push-one-person', async () => {
  const endpoint = newEndpoint();
  await subscribe(customer, endpoint);
  const thief = await makePerson(app, 'mechanic');
  const response = await subscribe(thief, endpoint, {
    keys: { ...keys, auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
  });
  expect([response.statusCode, response.body]).toEqual([
    403,
    'Notifications in this browser are on for another account. Please turn them off in that account first.',
  ]);
  expect(await listEndpoints(customer)).toEqual([endpoint]);
  expect(await list(thief)).toEqual([]);
});

test('a person can turn on notifications in up to ten browsers, even with concurrent requests @messages.push-browsers', async () => {
  const responses = await Promise.all(Array.from({ length: 12 }, () => subscribe(customer)));
  expect(sortedStatuses(responses)).toEqual([...Array<number>(10).fill(201), 409, 409]);
  expect(await list(customer)).toHaveLength(10);
  const [endpoint] = await listEndpoints(customer);
  expect((await subscribe(customer, endpoint)).statusCode).toBe(201);
});

test('logging out ends notifications only in that browser @messages.push-log-out', async () => {
  const phone = { ...customer, headers: await openSession(app, customer.id) };
  const [kept, ended] = [newEndpoint(), newEndpoint()];
  await subscribe(customer, kept);
  await subscribe(phone, ended);
  expect((await send(app, phone, 'POST', '/api/logout')).statusCode).toBeLessThan(400);
  expect(await isSessionOpen(app, phone.headers.cookie)).toBe(false);
  expect(await listEndpoints(customer)).toEqual([kept]);
});

test('notifications continue after a session expires, until the account is deactivated @messages.push-log-out', async () => {
  const endpoint = newEndpoint();
  const oldSession = { headers: await openSession(app, customer.id) };
  await subscribe(oldSession, endpoint);
  const token = tokenIn(oldSession.headers.cookie);
  await sql`update sessions set expires_at = now() - interval '1 second' where token = ${token}`.execute(
    app.store.kysely,
  );
  await sql`delete from sessions where token = ${token}`.execute(app.store.kysely);
  expect(await listEndpoints(customer)).toEqual([endpoint]);

  const admin = await makePerson(app, 'admin');
  const path = `/api/users/${customer.id}/activation`;
  expect((await send(app, admin, 'POST', path, { active: false })).statusCode).toBe(200);
  expect((await send(app, admin, 'POST', path, { active: true })).statusCode).toBe(200);
  const { rows } = await sql`select 1 from push_subscriptions where endpoint = ${endpoint}`.execute(
    app.store.kysely,
  );
  expect(rows).toEqual([]);
});

test('a visitor cannot turn on notifications', async () => {
  expect((await subscribe(null)).statusCode).toBe(401);
});

test('the key pair is created once, whichever process starts first, and no response or audit entry contains the private key @messages.push-keys', async () => {
  const { publicKey, privateKey } = await readOrCreatePushKeys(app.store);
  expect(await read(app, customer, '/api/push/key')).toEqual({ publicKey });
  expect(publicKey).toMatch(/^B[\w-]{86}$/);
  expect(privateKey).toMatch(/^[\w-]{43}$/);
  await sealAudit(app.store.kysely);
  expect(await readFullTrail(app)).not.toContain(privateKey);

  await sql`delete from push_keys`.execute(app.store.kysely);
  const created = await Promise.all([1, 2, 3].map(() => readOrCreatePushKeys(app.store)));
  expect(new Set(created.map((pair) => pair.privateKey)).size).toBe(1);
  expect(created[0]?.privateKey).not.toBe(privateKey);
});
