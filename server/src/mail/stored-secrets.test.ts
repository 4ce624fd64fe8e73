import { smsConsentVersion } from '@curbwrench/contract/texting/sms-consent';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getToken } from '@curbwrench/testing/appointment-links';
import { makeTeam, makePerson } from '@curbwrench/testing/builders';
import { findRowsContaining } from '@curbwrench/testing/database-search';
import { send } from '@curbwrench/testing/requests';
import { startSmsProvider, type SmsProvider } from '@curbwrench/testing/sms-provider';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';
import { cleanUp } from '../clean-up-job.ts';
import type { OutgoingEmail } from './mailer-port.ts';

/* How long the content of messages with codes and links are stored. */

let app: TestApp;
let provider: SmsProvider;
let isMailServerDown = false;
const sentEmails: OutgoingEmail[] = [];

beforeAll(async () => {
  provider = await startSmsProvider();
  app = await startApp({
    twilio: provider.settings,
    mailer: {
      senderAddress: 'office@example.com',
      async send(mail) {
        if (isMailServerDown) throw new Error('The mail server is down.');
        sentEmails.push(mail);
      },
      close: () => {},
    },
  });
});
afterAll(async () => {
  await app.stop();
  provider.stop();
});
beforeEach(() => {
  isMailServerDown = false;
});

async function requestCode(email: string): Promise<string> {
  const response = await send(app, null, 'POST', '/api/visitor-bookings/code', { email });
  expect(response.statusCode).toBe(200);
  return response.json<{ token: string }>().token;
}

const emailsTo = (email: string) =>
  app.store.kysely
    .selectFrom('emails')
    .select(['state', 'text', 'html'])
    .where('recipient', '=', email)
    .execute();

test('neither a code that was sent nor the link of the booking that was made with it is stored @messages.secrets', async () => {
  const email = 'vera@example.net';
  const token = await requestCode(email);
  await waitFor(async () => {
    expect(await emailsTo(email)).toEqual([{ state: 'sent', text: null, html: null }]);
  });
  const mail = sentEmails.find(({ to }) => to === email);
  const [, code = ''] = /code is (\d{6})\./.exec(mail?.text ?? '') ?? [];
  const { serviceId } = await makeTeam(app, 1);
  const booked = await send(app, null, 'POST', '/api/visitor-bookings', {
    serviceId,
    date: '2026-03-05',
    startTime: '10:00',
    location: JSON.stringify({ address: '5 Elm Street, San Francisco' }),
    newCustomer: {
      firstName: 'Vera',
      lastName: 'Visitor',
      phone: '415 555 0199',
      email,
      vehicle: { year: 2018, make: 'Honda', model: 'Civic' },
    },
    token,
    code,
  });
  expect(booked.statusCode).toBe(201);
  await waitFor(() => {
    expect(sentEmails.filter(({ to }) => to === email)).toHaveLength(2);
  });
  // The email contains the link, but the stored message does not.
  const linkToken = getToken(booked.json<{ url: string }>().url);
  expect(sentEmails.at(-1)?.text).toContain(linkToken);
  const secrets = [token, `code is ${code}`, linkToken];
  expect(await findRowsContaining(app, secrets)).toEqual([]);
});

test('the text of an email that could not be sent is deleted when its code expires @messages.secrets', async () => {
  isMailServerDown = true;
  const email = 'vera@down.example';
  await requestCode(email);
  await waitFor(async () => {
    expect(await emailsTo(email)).toEqual([
      {
        state: 'queued',
        text: expect.stringContaining('code is') as string,
        html: expect.stringContaining('code is') as string,
      },
    ]);
  });
  const expiresAt = testMorning.getTime() + 10 * 60_000;
  await cleanUp(app.store, new Date(expiresAt - 1));
  expect((await emailsTo(email))[0]?.text).toContain('code is');
  await cleanUp(app.store, new Date(expiresAt));
  expect(await emailsTo(email)).toEqual([{ state: 'failed', text: null, html: null }]);
});

test('a code that was sent as a text message is stored nowhere @messages.secrets', async () => {
  const customer = await makePerson(app, 'customer');
  await app.store.kysely
    .updateTable('people')
    .set({ phone: '(415) 555-0177' })
    .where('id', '=', customer.id)
    .execute();
  const body = { agreed: true, consentVersion: smsConsentVersion };
  const response = await send(app, customer, 'POST', '/api/texting/code', body);
  expect(response.statusCode).toBe(204);
  const [, code = ''] = /^(\d{6} is your)/.exec(provider.received.at(-1)?.body ?? '') ?? [];
  expect(code).not.toBe('');
  expect(await findRowsContaining(app, [code])).toEqual([]);
});
