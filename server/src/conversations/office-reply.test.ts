import { randomUUID } from 'node:crypto';
import type { Conversation } from '@curbwrench/contract/conversations/schemas';
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
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';
import { deriveLinkSecret } from '../appointment-links/find-or-create-link.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { renderMessage } from '../messaging/render-message.ts';
import { insertSmsConsent } from '../texting/sms-consent-changes.ts';

let app: TestApp;
let advisor: Person;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor', { firstName: 'Lee' });
});
afterAll(() => app.stop());

const write = (personId: string, text: string) =>
  send(app, advisor, 'POST', `/api/conversations/${personId}/messages`, {
    text,
    clientId: randomUUID(),
  });

async function makeOpenAppointment(personId: string, date = '2026-03-06'): Promise<number> {
  return makeAppointment(app, {
    date,
    customer_id: personId,
    vehicle_id: await makeVehicle(app, personId),
    service_id: await makeService(app),
  });
}

interface RecordedReply {
  readonly channel: string;
  readonly appointment_id: number | null;
  readonly message_client_id: string;
  readonly text: string | null;
}

async function readReplies(personId: string): Promise<RecordedReply[]> {
  const { rows } = await sql<RecordedReply>`
    select channel, appointment_id, message_client_id, text from outbound_messages
    where person_id = ${personId} and kind = 'office_reply' order by channel
  `.execute(app.store.kysely);
  return rows;
}

/** Renders a reply as it is sent. */
function render(personId: string, recorded: RecordedReply, channel: 'email' | 'sms') {
  const context = {
    ...app,
    publicUrl: 'https://a.example',
    linkSecret: deriveLinkSecret(app.authSecret),
    senderAddress: null,
  };
  const claimed = {
    id: 1,
    kind: 'office_reply' as const,
    channel,
    personId,
    appointmentId: recorded.appointment_id,
    conversationId: personId,
    messageClientId: recorded.message_client_id,
    startsAt: null,
    mechanicId: null,
    formerMechanicId: null,
    date: null,
    attempts: 1,
    wasAttempted: false,
    lastPossibleDeliveryAt: null,
    expiresAt: app.clock.now(),
    createdAt: app.clock.now(),
  };
  return renderMessage(context, claimed, 'nora@example.com', app.clock.now());
}

test("the office's message reaches a customer without an account by email, with the link @messages.reply", async () => {
  const personId = await makePersonWithoutAccount(app, {
    firstName: 'Nora',
    email: 'nora@example.com',
  });
  const appointmentId = await makeOpenAppointment(personId);
  expect((await write(personId, 'Please leave the gate open.')).statusCode).toBe(201);
  const replies = await readReplies(personId);
  expect(replies).toMatchObject([{ channel: 'email', appointment_id: appointmentId }]);
  const [reply] = replies;
  if (!reply) throw new Error('There is no reply.');
  const { message, logged } = (await render(personId, reply, 'email')) ?? {};
  expect(message?.text).toContain('Lee from');
  expect(message?.text).toContain('Please leave the gate open.');
  expect(message?.text).toMatch(/https:\/\/a\.example\/appointment-link#token=/);
  expect(message?.html).toContain('Please leave the gate open.');
  expect(logged?.text).toContain('[message]');
  expect(logged?.text).not.toMatch(/gate|token|Lee/);
  // Without a mail server it is stored, without the message.
  await waitFor(async () => expect((await readReplies(personId))[0]?.text).toContain('[message]'));
});

test("a web address in the office's message stays text, and the only button opens the appointment @messages.one-button", async () => {
  const personId = await makePersonWithoutAccount(app, { email: 'nora@example.com' });
  await makeOpenAppointment(personId);
  await write(personId, 'Here is the way:\n\nhttps://maps.example/yard');
  const [reply] = await readReplies(personId);
  if (!reply) throw new Error('There is no reply.');
  const { message } = (await render(personId, reply, 'email')) ?? {};
  const links = [...(message?.html ?? '').matchAll(/<a [^>]*href="([^"]*)"/g)].map(
    ([, url]) => url,
  );
  expect(links).toEqual([expect.stringMatching(/^https:\/\/a\.example\/appointment-link#token=/)]);
  expect(message?.html).toContain('https://maps.example/yard');
});

test("the office's message reaches a customer without an account as a text if they agreed to texts @messages.reply", async () => {
  const personId = await makePersonWithoutAccount(app, { phone: '(415) 555-0123' });
  await inTransaction(app.store, (trx) =>
    insertSmsConsent(
      trx,
      { personId, number: '+14155550123', source: 'office', consentVersion: '1', agreedBy: null },
      app.clock.now(),
    ),
  );
  const conversation = () => read<Conversation>(app, advisor, `/api/conversations/${personId}`);
  expect(await conversation()).toMatchObject({ canReceive: true, replyChannels: ['sms'] });
  const long = `Bring the papers. ${'word '.repeat(700)}`;
  expect((await write(personId, long)).statusCode).toBe(201);
  const replies = await readReplies(personId);
  expect(replies).toMatchObject([{ channel: 'sms', appointment_id: null }]);
  const [reply] = replies;
  if (!reply) throw new Error('There is no reply.');
  const { message } = (await render(personId, reply, 'sms')) ?? {};
  expect(message?.text).toContain('Bring the papers.');
  expect(message?.text.length).toBeLessThan(1600);
  expect(message?.text).not.toContain('{{');
});

test("the office's message links to the open appointment that the customer last wrote about @messages.reply", async () => {
  const personId = await makePersonWithoutAccount(app, { email: 'nora@example.com' });
  const first = await makeOpenAppointment(personId);
  const second = await makeOpenAppointment(personId, '2026-03-09');
  await write(personId, 'Hello.');
  expect((await readReplies(personId)).map((reply) => reply.appointment_id)).toEqual([first]);
  await sql`
    with inserted as (
      insert into messages (person_id, number, author_id, client_id, text, sent_at, link_appointment_id)
      values (${personId}, 2, ${personId}, ${randomUUID()}::uuid, 'Hi', now(), ${second}))
    update conversations set last_number = 2, last_person_number = 2 where person_id = ${personId}
  `.execute(app.store.kysely);
  await write(personId, 'Hello again.');
  const ids = (await readReplies(personId)).map((reply) => reply.appointment_id);
  expect(new Set(ids)).toEqual(new Set([first, second]));
});

test("a customer with an account gets the office's message in the application, but not by email or text @messages.reply", async () => {
  const customer = await makePerson(app, 'customer');
  expect(await read(app, advisor, `/api/conversations/${customer.id}`)).toMatchObject({
    canReceive: true,
    replyChannels: [],
  });
  expect((await write(customer.id, 'Hello.')).statusCode).toBe(201);
  expect(await readReplies(customer.id)).toEqual([]);
});
