import { smsConsentVersion } from '@curbwrench/contract/texting/sms-consent';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, makePersonWithoutAccount, type Person } from '@curbwrench/testing/builders';
import { readDatabase } from '@curbwrench/testing/database-contents';
import { send } from '@curbwrench/testing/requests';
import {
  startSmsProvider,
  type ProviderRequest,
  type ReceivedText,
  type SmsProvider,
} from '@curbwrench/testing/sms-provider';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { findTextableNumber } from './sms-consent-queries.ts';
import { createTwilioAdapter } from './twilio-adapter.ts';

const publicUrl = 'http://localhost';
let app: TestApp;
let provider: SmsProvider;
let admin: Person;
let lastLine = 3000;

beforeAll(async () => {
  provider = await startSmsProvider();
  app = await startApp({ twilio: provider.settings, publicUrl });
  admin = await makePerson(app, 'admin');
});
afterAll(async () => {
  await app.stop();
  provider.stop();
});

function unusedPhone(): { readonly phone: string; readonly number: string } {
  lastLine += 1;
  return { phone: `(415) 555-${lastLine}`, number: `+1415555${lastLine}` };
}

async function makeConsentingCustomer({ phone, number } = unusedPhone()) {
  const id = await makePersonWithoutAccount(app, { phone });
  expect((await recordConsent(id, phone)).statusCode).toBe(200);
  return { id, phone, number };
}

const recordConsent = (id: string, phone: string) =>
  send(app, admin, 'POST', `/api/customers/${id}/texting`, {
    phone,
    consentVersion: smsConsentVersion,
  });
const findNumber = (id: string) => findTextableNumber(app.store.kysely, id);

/** Delivers one of Twilio's requests with the given changes. */
function deliver(
  { url, payload, headers }: ProviderRequest,
  change: Partial<ProviderRequest> = {},
) {
  const { pathname, search } = new URL(change.url ?? url);
  return app.server.inject({
    method: 'POST',
    url: `${pathname}${search}`,
    headers: { ...headers, ...change.headers },
    payload: change.payload ?? payload,
  });
}

const reply = (from: string, text: string, optOutType?: string) =>
  deliver(
    provider.createReply(publicUrl, {
      from,
      text,
      ...(optOutType !== undefined && { optOutType }),
    }),
  );

/** Inserts a text message in the given state, and sends it to the provider. */
async function makeText(state: string, providerId?: string) {
  const { id: personId, number } = await makeConsentingCustomer();
  // Not due yet, so that the application does not send it.
  const later = new Date(testMorning.getTime() + 3_600_000);
  const { rows } = await sql<{ id: number }>`
    insert into outbound_messages (kind, channel, person_id, state, provider_id, next_attempt_at, expires_at, created_at)
    values ('on_the_way', 'sms', ${personId}, ${state}, ${providerId ?? null}, ${later}, ${later}, ${testMorning})
    returning id
  `.execute(app.store.kysely);
  const id = rows[0]?.id ?? 0;
  const sender = createTwilioAdapter(provider.settings, {
    clock: app.clock,
    publicUrl,
    onOptOut: async () => undefined,
  });
  const expiresAt = new Date(testMorning.getTime() + 3_600_000);
  await sender.sendText({ to: number, text: 'On the way', expiresAt, messageId: id });
  const text = provider.received.at(-1);
  if (!text) throw new Error('The provider received nothing.');
  return { id, personId, text };
}

async function readText(id: number) {
  const { rows } = await sql<{ state: string; reason: string | null; provider_id: string | null }>`
    select state, reason, provider_id from outbound_messages where id = ${id}
  `.execute(app.store.kysely);
  return rows[0];
}

const report = (text: ReceivedText, status: string, errorCode?: number) =>
  deliver(provider.createReport(text, status, errorCode));

describe('a report about a text message', () => {
  test('marks it as delivered @messages.sms-reports', async () => {
    const { id, text } = await makeText('sent');
    const response = await report(text, 'delivered');
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      200,
      'text/xml; charset=utf-8',
      '<Response/>',
    ]);
    expect(await readText(id)).toEqual({ state: 'delivered', reason: null, provider_id: text.sid });
  });

  test('marks it as failed, with the reason @messages.sms-reports', async () => {
    const { id, text } = await makeText('sent');
    await report(text, 'undelivered', 30006);
    expect(await readText(id)).toMatchObject({
      state: 'failed',
      reason: 'The number is a landline, or its carrier cannot be reached. (Twilio error 30006)',
    });
  });

  test('settles the outcome of a message whose response was lost @messages.sms-reports', async () => {
    const { id, text } = await makeText('unknown');
    await report(text, 'sent');
    expect(await readText(id)).toMatchObject({ state: 'sent', provider_id: text.sid });
  });

  test('never returns it to a previous state, even if reports are repeated or out of order @messages.sms-reports', async () => {
    const { id, text } = await makeText('queued');
    for (const status of ['queued', 'delivered', 'sent', 'delivered', 'queued', 'undelivered']) {
      expect((await report(text, status)).statusCode).toBe(200);
    }
    expect(await readText(id)).toMatchObject({ state: 'delivered', reason: null });
    const other = await makeText('sent');
    await Promise.all(
      ['delivered', 'sent', 'queued', 'delivered'].map((status) => report(other.text, status)),
    );
    expect(await readText(other.id)).toMatchObject({ state: 'delivered' });
  });

  test("with another message's Twilio id changes nothing @messages.sms-reports", async () => {
    const { id, text } = await makeText('sent', `SM${'0'.repeat(32)}`);
    expect((await report(text, 'failed', 30003)).statusCode).toBe(200);
    expect(await readText(id)).toMatchObject({ state: 'sent', reason: null });
  });

  test('saying that the number replied STOP ends all texts to it @messages.sms-stop', async () => {
    const { id, personId, text } = await makeText('sent');
    await report(text, 'undelivered', 21610);
    expect(await readText(id)).toMatchObject({ state: 'failed' });
    expect(await findNumber(personId)).toBeNull();
  });
});

describe('a reply', () => {
  test('STOP ends texts to everyone with that number @messages.sms-stop', async () => {
    const phone = unusedPhone();
    const one = await makeConsentingCustomer(phone);
    const two = await makeConsentingCustomer(phone);
    const other = await makeConsentingCustomer();
    const response = await reply(phone.number, 'Stop');
    expect([response.statusCode, response.body]).toEqual([200, '<Response/>']);
    expect(await Promise.all([one, two, other].map(({ id }) => findNumber(id)))).toEqual([
      null,
      null,
      other.number,
    ]);
  });

  test('CANCEL also ends texts @messages.sms-stop', async () => {
    const { id, number } = await makeConsentingCustomer();
    await reply(number, 'CANCEL');
    expect(await findNumber(id)).toBeNull();
  });

  test('STOP prevents the office from recording consent until the customer texts START @messages.sms-start', async () => {
    const { id, phone, number } = await makeConsentingCustomer();
    await reply(number, 'STOP', 'STOP');
    const refusedConsent = await recordConsent(id, phone);
    expect([refusedConsent.statusCode, refusedConsent.body]).toEqual([
      409,
      expect.stringContaining('because it replied STOP'),
    ]);
    await reply(number, 'START');
    expect(await findNumber(id)).toBeNull();
    expect((await recordConsent(id, phone)).statusCode).toBe(200);
    expect(await findNumber(id)).toBe(number);
  });

  test('START renews consent only if Twilio reports it as an opt-in and STOP had ended the consent @messages.sms-start', async () => {
    const stopped = await makeConsentingCustomer();
    const byOffice = await makeConsentingCustomer();
    const never = { ...unusedPhone(), id: '' };
    never.id = await makePersonWithoutAccount(app, { phone: never.phone });
    await reply(stopped.number, 'STOP', 'STOP');
    await send(app, admin, 'POST', `/api/customers/${byOffice.id}/texting/stop`);
    for (const { number } of [stopped, byOffice, never]) await reply(number, 'START', 'START');
    for (const { number } of [stopped, byOffice, never]) await reply(number, 'START', 'START');
    expect(await findNumber(stopped.id)).toBe(stopped.number);
    expect(await findNumber(byOffice.id)).toBeNull();
    expect(await findNumber(never.id)).toBeNull();
    const { rows } = await sql<{ source: string }>`
      select source from sms_consents where person_id = ${stopped.id} order by id
    `.execute(app.store.kysely);
    expect(rows.map(({ source }) => source)).toEqual(['office', 'start']);
  });

  test('with any other text does not change consent', async () => {
    const { id, number } = await makeConsentingCustomer();
    for (const text of ['HELP', 'I am late', '']) {
      expect((await reply(number, text)).body).toBe('<Response/>');
    }
    expect(await findNumber(id)).toBe(number);
  });

  test('STOP leaves no consent even if the office records consent at the same time @messages.sms-stop', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { phone, number } = unusedPhone();
      const id = await makePersonWithoutAccount(app, { phone });
      await Promise.all([reply(number, 'STOP'), recordConsent(id, phone)]);
      expect(await findNumber(id)).toBeNull();
    }
  });
});

describe('a webhook request is refused', () => {
  test('if its signature is missing or wrong, or its content was changed, and it changes nothing @messages.sms-signature', async () => {
    const { number } = await makeConsentingCustomer();
    const { text } = await makeText('sent');
    const before = await readDatabase(app.store);
    const signedReport = provider.createReport(text, 'delivered');
    const signedReply = provider.createReply(publicUrl, { from: number, text: 'STOP' });
    const { 'x-twilio-signature': _, ...unsignedHeaders } = signedReply.headers;
    const requests = [
      deliver({ ...signedReply, headers: unsignedHeaders }),
      deliver(signedReply, { headers: { 'x-twilio-signature': '' } }),
      deliver(signedReply, { headers: { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' } }),
      deliver(signedReply, { payload: `${signedReply.payload}&Body=more` }),
      deliver(signedReply, { payload: signedReply.payload.replace('STOP', 'START') }),
      deliver(signedReply, { url: `${signedReply.url}?a=1` }),
      deliver(signedReport, { url: signedReport.url.replace(/\d+$/, '1') }),
      deliver(signedReport, { payload: signedReport.payload.replaceAll('delivered', 'failed') }),
    ];
    const responses = await Promise.all(requests);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 403));
    expect(await readDatabase(app.store)).toEqual(before);
  });

  test('if it is not form-encoded or is too large @messages.sms-signature', async () => {
    const url = '/webhooks/sms/incoming';
    const post = (contentType: string, payload: string) =>
      app.server.inject({
        method: 'POST',
        url,
        headers: { 'content-type': contentType },
        payload,
      });
    expect((await post('application/json', '{}')).statusCode).toBe(415);
    expect((await post('text/plain', 'STOP')).statusCode).toBe(415);
    const long = `Body=${'x'.repeat(40_000)}`;
    expect((await post('application/x-www-form-urlencoded', long)).statusCode).toBe(413);
    expect((await app.server.inject({ method: 'GET', url })).statusCode).toBe(404);
  });

  test('if it is a signed report that does not identify its message', async () => {
    const { text } = await makeText('sent');
    text.parameters.set('StatusCallback', `${publicUrl}/webhooks/sms/status?message=x`);
    expect((await report(text, 'delivered')).statusCode).toBe(400);
  });
});
