import type { MessageLogEntry } from '@curbwrench/contract/messaging/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppointment, makePerson, type Person } from '@curbwrench/testing/builders';
import { read, readPages, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;
let customer: Person;
let appointment: number;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
  customer = await makePerson(app, 'customer', { firstName: 'Carla', lastName: 'Reyes' });
  appointment = await makeAppointment(app, { date: '2026-03-05', customer_id: customer.id });
  await insertMessage({ state: 'sent', reason: null });
  await insertMessage({ state: 'stored', reason: 'Email is not set up.' });
  await insertMessage({
    channel: 'push',
    state: 'failed',
    reason: 'The browser no longer exists.',
  });
});
afterAll(() => app.stop());

async function insertMessage({
  channel = 'email',
  state,
  reason,
}: {
  channel?: string;
  state: string;
  reason: string | null;
}): Promise<void> {
  const now = app.clock.now();
  await sql`
    insert into outbound_messages (kind, channel, person_id, appointment_id, state, reason, recipient, subject,
      text, next_attempt_at, expires_at, created_at, sent_at)
    values ('moved', ${channel}, ${customer.id}, ${appointment}, ${state}, ${reason}, 'carla@new.example',
      'Moved', 'Some text.', ${now}, ${now}, ${now}, ${state === 'sent' ? now : null})
  `.execute(app.store.kysely);
}

test('the message log shows the outcome of each message, newest first @messages.log-page', async () => {
  const messages = await read<MessageLogEntry[]>(app, admin, '/api/message-log');
  expect(messages.map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', 'The browser no longer exists.'],
    ['stored', 'Email is not set up.'],
    ['sent', null],
  ]);
  expect(messages[2]).toEqual({
    id: expect.any(Number) as number,
    kind: 'moved',
    channel: 'email',
    state: 'sent',
    reason: null,
    recipientName: 'Carla Reyes',
    recipient: 'carla@new.example',
    subject: 'Moved',
    text: 'Some text.',
    appointmentId: appointment,
    createdAt: app.clock.now().toISOString(),
    sentAt: app.clock.now().toISOString(),
  });
});

test('an advisor sees the message log without addresses or message contents @messages.log-page', async () => {
  const advisor = await makePerson(app, 'service_advisor');
  const log = await send(app, advisor, 'GET', '/api/message-log');
  expect(log.json<MessageLogEntry[]>()).toHaveLength(3);
  expect(log.body).toContain('Carla Reyes');
  expect(log.body).not.toMatch(/carla@new\.example|Some text|"Moved"/);
});

test('the message log can be filtered, and read page by page', async () => {
  const count = async (query: string) =>
    (await read<MessageLogEntry[]>(app, admin, `/api/message-log?${query}`)).length;
  expect(await count('state=sent')).toBe(1);
  expect(await count('channel=email')).toBe(2);
  expect(await count('channel=email&state=stored')).toBe(1);
  expect(await count(`appointmentId=${appointment}`)).toBe(3);
  expect(await count(`appointmentId=${appointment + 1}`)).toBe(0);
  const all = await read<MessageLogEntry[]>(app, admin, '/api/message-log');
  expect(await readPages<MessageLogEntry>(app, admin, '/api/message-log?limit=1')).toEqual(all);
  for (const [query, message] of [
    ['state=lost', 'That is not a valid message state.'],
    ['channel=letter', 'That is not a valid channel.'],
    ['cursor=abc', "That page doesn't exist."],
  ]) {
    const refused = await send(app, admin, 'GET', `/api/message-log?${query}`);
    expect([refused.statusCode, refused.body]).toEqual([400, message]);
  }
});

test('everyone who is signed in can see which channels are set up', async () => {
  const channels = { email: false, sms: false, push: true };
  expect(await read(app, customer, '/api/message-channels')).toEqual(channels);
  const visitor = await send(app, null, 'GET', '/api/message-channels');
  expect(visitor.statusCode).toBe(401);
});
