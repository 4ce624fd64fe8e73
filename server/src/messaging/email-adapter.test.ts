import { afterEach, expect, test } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '@curbwrench/testing/smtp-server';
import { smtpMailer } from '../mail/smtp-adapter.ts';
import type { RenderedMessage } from './channel-port.ts';
import { createEmailAdapter } from './email-adapter.ts';

let server: TestSmtpServer | null = null;
afterEach(() => server?.stop());

const message: RenderedMessage = {
  id: 12,
  personId: 'customer',
  to: 'robin@example.com',
  subject: 'Your appointment is confirmed',
  text: 'Hi Robin',
  html: '<p>Hi Robin</p>',
  calendar: {
    method: 'REQUEST',
    content: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n',
  },
  unsubscribeUrl: 'https://book.example.com/unsubscribe/abc',
  path: '/appointments/12',
  topic: 'appointment-12',
  expiresAt: new Date('2026-03-05T18:00:00Z'),
};

async function send(
  options: Parameters<typeof startSmtpServer>[0],
  details: Partial<RenderedMessage> = {},
) {
  server = await startSmtpServer(options);
  const mailer = smtpMailer(server.url, 'Acme <desk@acme.example>');
  try {
    return await createEmailAdapter(mailer).send({ ...message, ...details });
  } finally {
    mailer.close();
  }
}

test('an email has text, HTML and calendar parts and supports one-click unsubscribe @messages.email', async () => {
  expect(await send({})).toEqual({ kind: 'accepted', providerId: null });
  const { raw = '' } = server?.received[0] ?? {};
  expect(raw).toMatch(/^Message-ID: <curbwrench-message-12@acme\.example>\r$/im);
  expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/book\.example\.com\/unsubscribe\/abc>\r$/m);
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(raw.match(/^Content-Type: text\/(plain|html|calendar)/gm)).toEqual([
    'Content-Type: text/plain',
    'Content-Type: text/html',
    'Content-Type: text/calendar',
  ]);
  expect(raw).toMatch(/text\/calendar;[^\r]*method=REQUEST/);
});

test("an email that can't be turned off has no way to unsubscribe @messages.email", async () => {
  await send({}, { unsubscribeUrl: null, html: null, calendar: null });
  expect(server?.received[0]?.raw).not.toMatch(/unsubscribe/i);
});

test('an email that the server rejects permanently is not retried, and one that a busy server rejects is @messages.retry', async () => {
  expect(await send({ refuse: () => '550 5.1.1 No such mailbox' })).toMatchObject({
    kind: 'refused',
  });
  await server?.stop();
  expect(await send({ refuse: () => '451 4.3.0 Try later' })).toMatchObject({ kind: 'retry' });
});

test('after a lost or truncated response, it is unknown whether an email was accepted @messages.retry', async () => {
  const unknown = {
    kind: 'unknown',
    reason: 'The mail server did not respond.',
    afterSeconds: null,
  };
  for (const behavior of ['lose response', 'partial response'] as const) {
    expect(await send({ chooseBehavior: () => behavior })).toEqual(unknown);
    await server?.stop();
  }
  expect(await send({ chooseBehavior: () => '451 4.3.0 Try later' })).toMatchObject({
    kind: 'retry',
  });
});

test('an email is retried if the mail server is unreachable, since it was definitely not accepted @messages.retry', async () => {
  const stopped = await startSmtpServer();
  await stopped.stop();
  const mailer = smtpMailer(stopped.url, 'Acme <desk@acme.example>');
  expect(await createEmailAdapter(mailer).send(message)).toEqual({
    kind: 'retry',
    reason: "The mail server can't be reached.",
    afterSeconds: null,
  });
  mailer.close();
});
