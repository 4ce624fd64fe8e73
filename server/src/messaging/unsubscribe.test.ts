import type { NotificationPreferences } from '@curbwrench/contract/notifications/schemas';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deriveLinkSecret } from '../appointment-links/find-or-create-link.ts';
import { makePerson, makePersonWithoutAccount, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { createUnsubscribeToken } from './unsubscribe-token.ts';

let app: TestApp;
let customer: Person;
let token: string;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  customer = await makePerson(app, 'customer');
  token = createUnsubscribeToken(deriveLinkSecret(app.authSecret), customer.id);
});

const readPreferences = () =>
  read<NotificationPreferences>(app, customer, '/api/notifications/preferences');

/** Sends the one-click request of an email client (RFC 8058). */
const unsubscribeByEmailClient = (each: string) =>
  app.server.inject({
    method: 'POST',
    url: `/unsubscribe/${each}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });

test('an email client turns off reminders, and nothing else, with one request @messages.unsubscribe', async () => {
  const before = await readPreferences();
  for (const attempt of [1, 2]) {
    const response = await unsubscribeByEmailClient(token);
    expect([attempt, response.statusCode]).toEqual([attempt, 204]);
  }
  expect(await readPreferences()).toEqual({ ...before, appointmentReminders: false });
});

test('our page turns off reminders, even for a customer without an account @messages.unsubscribe', async () => {
  const id = await makePersonWithoutAccount(app, { email: 'walk-in@example.com' });
  const ownToken = createUnsubscribeToken(deriveLinkSecret(app.authSecret), id);
  const response = await send(app, null, 'POST', '/api/unsubscribe', { token: ownToken });
  expect(response.statusCode, response.body).toBe(204);
  const row = await app.store.kysely
    .selectFrom('notification_preferences')
    .select('appointment_reminders')
    .where('person_id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({ appointment_reminders: false });
});

test('opening the link turns nothing off, and leads to our page @messages.unsubscribe', async () => {
  const response = await app.server.inject({ method: 'GET', url: `/unsubscribe/${token}` });
  expect([response.statusCode, response.headers.location]).toEqual([
    302,
    `/unsubscribe#token=${token}`,
  ]);
  expect(await readPreferences()).toMatchObject({ appointmentReminders: true });
});

test('a link with a changed person or signature is refused @messages.unsubscribe', async () => {
  const other = await makePerson(app, 'customer');
  const [encodedId = '', signature = ''] = token.split('.');
  const forged = [
    `${Buffer.from(other.id).toString('base64url')}.${signature}`,
    `${encodedId}.${signature.slice(1)}A`,
    `${encodedId}.`,
    createUnsubscribeToken('another secret', customer.id),
  ];
  for (const each of forged) {
    expect((await unsubscribeByEmailClient(each)).statusCode).toBe(410);
  }
  expect(await readPreferences()).toMatchObject({ appointmentReminders: true });
});
