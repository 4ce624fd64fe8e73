import { smsConsentVersion } from '@curbwrench/contract/texting/sms-consent';
import type { Message } from '@curbwrench/contract/conversations/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAppointment,
  makePerson,
  makePersonWithoutAccount,
  makeService,
  makeVehicle,
  type Person,
} from '@curbwrench/testing/builders';
import { findRowsContaining } from '@curbwrench/testing/database-search';
import { read, send } from '@curbwrench/testing/requests';
import { startSmsProvider, type SmsProvider } from '@curbwrench/testing/sms-provider';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { findTextableNumber } from './sms-consent-queries.ts';

const publicUrl = 'http://localhost';
let app: TestApp;
let provider: SmsProvider;
let admin: Person;
let lastLine = 4000;

beforeAll(async () => {
  provider = await startSmsProvider();
  app = await startApp({ twilio: provider.settings, publicUrl });
  admin = await makePerson(app, 'admin');
});
afterAll(async () => {
  await app.stop();
  provider.stop();
});

function unusedPhone() {
  lastLine += 1;
  return { phone: `(415) 555-${lastLine}`, number: `+1415555${lastLine}` };
}

async function makeConsentingCustomer() {
  const { phone, number } = unusedPhone();
  const id = await makePersonWithoutAccount(app, { phone, email: `p${lastLine}@example.com` });
  const recorded = await send(app, admin, 'POST', `/api/customers/${id}/texting`, {
    phone,
    consentVersion: smsConsentVersion,
  });
  expect(recorded.statusCode).toBe(200);
  return { id, number };
}

/** Delivers the same reply the given number of times. */
async function reply(
  from: string,
  text: string,
  { media, times = 1 }: { readonly media?: number; readonly times?: number } = {},
): Promise<string> {
  const { url, payload, headers } = provider.createReply(publicUrl, {
    from,
    text,
    ...(media !== undefined && { media }),
  });
  const { pathname, search } = new URL(url);
  let body = '';
  for (let attempt = 0; attempt < times; attempt += 1) {
    const response = await app.server.inject({
      method: 'POST',
      url: `${pathname}${search}`,
      headers,
      payload,
    });
    expect(response.statusCode).toBe(200);
    body = response.body;
  }
  return body;
}

const readMessages = (personId: string) =>
  read<Message[]>(app, admin, `/api/conversations/${personId}/messages`);

async function readKinds(personId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string; channel: string }>`
    select kind, channel from outbound_messages
    where person_id = ${personId} or conversation_id = ${personId} and person_id = ${admin.id}
    order by kind, channel
  `.execute(app.store.kysely);
  return rows.map(({ kind, channel }) => `${kind} ${channel}`);
}

async function makePendingAppointment(personId: string): Promise<void> {
  await makeAppointment(app, {
    date: '2026-03-05',
    customer_id: personId,
    vehicle_id: await makeVehicle(app, personId),
    service_id: await makeService(app),
  });
}

test("a reply is added to the customer's conversation once, and the office is notified @messages.sms-replies", async () => {
  const { id, number } = await makeConsentingCustomer();
  expect(await reply(number, 'The gate code is 4711.', { times: 2 })).toBe('<Response/>');
  expect(await readMessages(id)).toMatchObject([
    { text: 'The gate code is 4711.', from: 'person', sentBySms: true },
  ]);
  expect(await readKinds(id)).toEqual(['office_message email']);
});

test('a reply from a customer who never agreed to texts is matched by their number @messages.sms-replies', async () => {
  const { phone, number } = unusedPhone();
  const id = await makePersonWithoutAccount(app);
  await sql`update people set other_phones = ${[phone]}::text[] where id = ${id}`.execute(
    app.store.kysely,
  );
  await reply(number, 'Hello');
  expect(await readMessages(id)).toMatchObject([{ text: 'Hello' }]);
});

test('a reply from a number that several people share is added to the conversation of the one last texted at it @messages.sms-replies', async () => {
  const { phone, number } = unusedPhone();
  const first = await makePersonWithoutAccount(app, { phone });
  const second = await makePersonWithoutAccount(app, { phone });
  await sql`
    insert into outbound_messages (kind, channel, person_id, recipient, state, next_attempt_at, expires_at, created_at)
    values ('on_the_way', 'sms', ${first}, ${number}, 'sent', now(), now(), now())
  `.execute(app.store.kysely);
  await reply(number, 'Thanks');
  expect(await readMessages(first)).toHaveLength(1);
  expect(await readMessages(second)).toEqual([]);
});

test('a reply from a shared number is added to no conversation if nobody was texted at it or agreed to texts @messages.sms-replies', async () => {
  const { phone, number } = unusedPhone();
  const first = await makePersonWithoutAccount(app, { phone });
  const second = await makePersonWithoutAccount(app, { phone });
  await reply(number, 'The gate code is 4711.');
  expect(await readMessages(first)).toEqual([]);
  expect(await readMessages(second)).toEqual([]);
});

test('a picture without text is noted, and invalid characters are removed @messages.sms-replies', async () => {
  const { id, number } = await makeConsentingCustomer();
  await reply(number, '', { media: 1 });
  await reply(number, 'a\u0000b\nc');
  await reply(number, '');
  expect((await readMessages(id)).map(({ text }) => text)).toEqual([
    'a b\nc',
    '(Attachment not shown.)',
  ]);
});

test('up to 30 texts an hour from one number are forwarded to the office, and a request to stop works beyond that @messages.sms-flood', async () => {
  const { id, number } = await makeConsentingCustomer();
  for (let index = 1; index <= 32; index += 1) await reply(number, `Text ${index}`);
  const messages = await readMessages(id);
  expect(messages).toHaveLength(30);
  expect(messages.map(({ text }) => text)).not.toContain('Text 31');
  await reply(number, 'CANCEL');
  expect(await readMessages(id)).toHaveLength(30);
  expect(await findTextableNumber(app.store.kysely, id)).toBeNull();
  const other = await makeConsentingCustomer();
  await reply(other.number, 'Hello');
  expect(await readMessages(other.id)).toHaveLength(1);
  app.clock.set(new Date(testMorning.getTime() + 3_600_000));
  await reply(number, 'Text 33');
  expect(await readMessages(id)).toHaveLength(31);
});

test('an unknown number gets one reply, and its text is not stored @messages.sms-unknown', async () => {
  const { number } = unusedPhone();
  expect(await reply(number, 'Is anyone there at Elm Street?')).toMatch(
    /^<Response><Message>.+we couldn't match your number to a customer, so no one will see this text\..*<\/Message><\/Response>$/,
  );
  expect(await reply(number, 'Hello?')).toBe('<Response/>');
  expect(await findRowsContaining(app, ['Elm Street'])).toEqual([]);
  const { number: stopped } = unusedPhone();
  await reply(stopped, 'STOP');
  expect(await reply(stopped, 'Hello?')).toBe('<Response/>');
});

test('CANCEL ends texts, reaches the office, and is answered by an email with the link @messages.sms-cancel', async () => {
  const { id, number } = await makeConsentingCustomer();
  await makePendingAppointment(id);
  expect(await reply(number, 'CANCEL')).toBe('<Response/>');
  expect(await findTextableNumber(app.store.kysely, id)).toBeNull();
  expect(await readMessages(id)).toMatchObject([{ text: 'CANCEL' }]);
  expect(await readKinds(id)).toEqual(['office_message email', 'texted_cancel email']);
});

test('a text about canceling is answered with the link, and cancels nothing @messages.sms-cancel', async () => {
  const { id, number } = await makeConsentingCustomer();
  await makePendingAppointment(id);
  await reply(number, 'I have to cancel my appointment tomorrow');
  expect(await findTextableNumber(app.store.kysely, id)).toBe(number);
  expect(await readKinds(id)).toEqual([
    'office_message email',
    'texted_cancel email',
    'texted_cancel sms',
  ]);
  const { rows } = await sql<{ status: string }>`
    select status from appointments where customer_id = ${id}`.execute(app.store.kysely);
  expect(rows).toEqual([{ status: 'pending' }]);
});

test('STOP, START and HELP do not appear in a conversation @messages.sms-replies', async () => {
  const { id, number } = await makeConsentingCustomer();
  for (const word of ['STOP', 'START', 'HELP']) {
    expect(await reply(number, word)).toBe('<Response/>');
  }
  expect(await readMessages(id)).toEqual([]);
});
