import type {
  CustomerSmsConsentStatus,
  OwnSmsConsentStatus,
} from '@curbwrench/contract/texting/schemas';
import type { NotificationPreferences } from '@curbwrench/contract/notifications/schemas';
import { smsConsentVersion } from '@curbwrench/contract/texting/sms-consent';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listEntriesAbout } from '@curbwrench/testing/audit-trail';
import { makePerson, makePersonWithoutAccount, type Person } from '@curbwrench/testing/builders';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import { startSmsProvider, type SmsProvider } from '@curbwrench/testing/sms-provider';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { findTextableNumber } from './sms-consent-queries.ts';

let app: TestApp;
let provider: SmsProvider;
let advisor: Person;
let lastLine = 1000;

beforeAll(async () => {
  provider = await startSmsProvider();
  app = await startApp({ twilio: provider.settings, trustedProxies: ['127.0.0.1'] });
  advisor = await makePerson(app, 'service_advisor', { firstName: 'Ada', lastName: 'Moss' });
});
afterAll(async () => {
  await app.stop();
  provider.stop();
});
afterEach(() => {
  provider.respondWith('accept');
  app.clock.set(testMorning);
});

/** Returns a phone number that no other test uses. */
function unusedPhone(): { readonly phone: string; readonly number: string } {
  lastLine += 1;
  return { phone: `(415) 555-${lastLine}`, number: `+1415555${lastLine}` };
}

async function makeCustomer() {
  const { phone, number } = unusedPhone();
  const person = await makePerson(app, 'customer');
  const { store } = app;
  await store.kysely.updateTable('people').set({ phone }).where('id', '=', person.id).execute();
  return { ...person, phone, number };
}

/** Returns headers as if the request came through a proxy from a network that no other test uses. */
function fromNewNetwork() {
  lastLine += 1;
  return { 'x-forwarded-for': `198.51.${lastLine % 250}.${Math.floor(lastLine / 250)}` };
}

const agreement = { agreed: true, consentVersion: smsConsentVersion };
const requestCode = (person: Person, body: object = agreement, headers = fromNewNetwork()) =>
  send(app, person, 'POST', '/api/texting/code', body, headers);
const confirm = (person: Person, code: string) =>
  send(app, person, 'POST', '/api/texting/confirm', { code });
const recordConsent = (id: string, phone: string, recorder: Person = advisor) =>
  send(app, recorder, 'POST', `/api/customers/${id}/texting`, {
    phone,
    consentVersion: smsConsentVersion,
  });
const readOwn = (person: Person) => read<OwnSmsConsentStatus>(app, person, '/api/texting');
const readCustomer = (id: string) =>
  read<CustomerSmsConsentStatus>(app, advisor, `/api/customers/${id}/texting`);
const findNumber = (id: string) => findTextableNumber(app.store.kysely, id);

/** Returns the code in the last text message to a number. */
function codeSentTo(number: string): string {
  const text = provider.received.findLast(({ to }) => to === number);
  return /^\d{6}/.exec(text?.body ?? '')?.[0] ?? 'none';
}

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a customer who verifies their number by a code', () => {
  test('gets text messages after that @messages.sms-consent', async () => {
    const customer = await makeCustomer();
    expect(await findNumber(customer.id)).toBeNull();
    const sent = await requestCode(customer);
    expect([sent.statusCode, sent.body]).toEqual([204, '']);
    // Only the text message contains the code; it is not stored, and no delivery report is requested.
    expect(provider.received.at(-1)?.body).toMatch(
      /^\d{6} is your Curbwrench verification code\. It expires in 10 minutes\./,
    );
    expect(provider.received.at(-1)?.parameters.get('StatusCallback')).toBeNull();
    expect(await findNumber(customer.id)).toBeNull();

    const confirmed = await confirm(customer, codeSentTo(customer.number));
    expect([confirmed.statusCode, confirmed.json()]).toEqual([
      200,
      {
        smsIsSetUp: true,
        consent: {
          phone: customer.phone,
          source: 'code',
          agreedAt: testMorning.toISOString(),
          endedAt: null,
          endedReason: null,
        },
        phone: customer.phone,
        canBeTexted: true,
        hasOptedOut: false,
      },
    ]);
    expect(await findNumber(customer.id)).toBe(customer.number);
    // The preference for text messages, which is off by default, is turned on as well.
    expect(
      await read<NotificationPreferences>(app, customer, '/api/notifications/preferences'),
    ).toMatchObject({ sms: true });
    const entries = await listEntriesAbout(app, 'user', customer.id);
    const entry = entries.findLast(({ after }) => JSON.stringify(after).includes('"source"'));
    expect(entry).toMatchObject({
      actor_id: customer.id,
      action: 'changed',
      after: { source: 'code', text_version: smsConsentVersion },
      personal_after: { number: customer.number },
    });
  });

  test('must have checked the box and seen the current consent text @messages.sms-consent', async () => {
    const customer = await makeCustomer();
    for (const body of [
      {},
      { consentVersion: smsConsentVersion },
      { agreed: false, consentVersion: smsConsentVersion },
      { agreed: true, consentVersion: '2020-01' },
    ]) {
      expect((await requestCode(customer, body)).statusCode).toBe(400);
    }
    expect(codeSentTo(customer.number)).toBe('none');
  });

  test('can use a code once @messages.sms-code', async () => {
    const customer = await makeCustomer();
    await requestCode(customer);
    const code = codeSentTo(customer.number);
    const responses = await Promise.all([1, 2, 3].map(() => confirm(customer, code)));
    expect(sortedStatuses(responses)).toEqual([200, 400, 400]);
    expect((await confirm(customer, code)).statusCode).toBe(400);
  });

  test('cannot use the code of another person @messages.sms-code', async () => {
    const customer = await makeCustomer();
    const other = await makeCustomer();
    await requestCode(customer);
    await requestCode(other);
    expect((await confirm(other, codeSentTo(customer.number))).statusCode).toBe(400);
    expect(await findNumber(other.id)).toBeNull();
  });

  test('has ten minutes to enter the code @messages.sms-code', async () => {
    const customer = await makeCustomer();
    await requestCode(customer);
    app.clock.set(new Date(testMorning.getTime() + 600_000));
    const late = await confirm(customer, codeSentTo(customer.number));
    expect([late.statusCode, late.body]).toEqual([
      400,
      'This code is no longer valid. Please request a new one.',
    ]);
    app.clock.set(new Date(testMorning.getTime() + 599_999));
    expect((await confirm(customer, codeSentTo(customer.number))).statusCode).toBe(200);
  });

  test('has five attempts to enter the code, even if they are concurrent @messages.sms-code', async () => {
    const customer = await makeCustomer();
    await requestCode(customer);
    const code = codeSentTo(customer.number);
    const wrong = await Promise.all(
      Array.from({ length: 5 }, () => confirm(customer, wrongCode(code))),
    );
    expect(sortedStatuses(wrong)).toEqual([400, 400, 400, 400, 400]);
    expect((await confirm(customer, code)).statusCode).toBe(400);
    await requestCode(customer);
    expect((await confirm(customer, wrongCode(codeSentTo(customer.number)))).statusCode).toBe(400);
    expect((await confirm(customer, codeSentTo(customer.number))).statusCode).toBe(200);
  });

  test('has to verify a changed number again @messages.sms-number', async () => {
    const customer = await makeCustomer();
    await requestCode(customer);
    const code = codeSentTo(customer.number);
    const { phone } = unusedPhone();
    await send(app, customer, 'PATCH', '/api/account', {
      firstName: 'Ann',
      lastName: 'Lee',
      phone,
    });
    const confirmed = await confirm(customer, code);
    expect([confirmed.statusCode, confirmed.body]).toEqual([
      400,
      'Your phone number has changed. Please request a new code.',
    ]);
    expect(await findNumber(customer.id)).toBeNull();
  });

  test('cannot use a code that could not be sent', async () => {
    const customer = await makeCustomer();
    provider.respondWith({ rateLimit: '5' });
    expect((await requestCode(customer)).statusCode).toBe(503);
    provider.respondWith(21614);
    expect((await requestCode(customer)).statusCode).toBe(409);
    expect((await confirm(customer, codeSentTo(customer.number))).body).toMatch(/no longer valid/);
  });

  test('can use a code whose delivery was never confirmed', async () => {
    const customer = await makeCustomer();
    provider.respondWith('lose response');
    expect((await requestCode(customer)).statusCode).toBe(204);
    expect((await confirm(customer, codeSentTo(customer.number))).statusCode).toBe(200);
  });

  test('gets no code for a number that cannot be texted @messages.sms-numbers', async () => {
    const customer = await makeCustomer();
    const { store } = app;
    for (const phone of [null, '(415) 555-2671 x12', '555-0132']) {
      await store.kysely
        .updateTable('people')
        .set({ phone })
        .where('id', '=', customer.id)
        .execute();
      expect((await requestCode(customer)).statusCode).toBe(400);
      expect(await readOwn(customer)).toMatchObject({ phone, canBeTexted: false });
    }
  });
});

describe('codes are limited', () => {
  test('to three an hour for a number, whoever requests them @messages.sms-limits', async () => {
    const customer = await makeCustomer();
    const other = await makeCustomer();
    await app.store.kysely
      .updateTable('people')
      .set({ phone: customer.phone })
      .where('id', '=', other.id)
      .execute();
    const before = provider.received.length;
    const requests = [customer, other, customer, other, customer, other];
    const responses = await Promise.all(requests.map((person) => requestCode(person)));
    expect(sortedStatuses(responses)).toEqual([204, 204, 204, 429, 429, 429]);
    expect(provider.received).toHaveLength(before + 3);
    app.clock.set(new Date(testMorning.getTime() + 3_600_000));
    expect((await requestCode(customer)).statusCode).toBe(204);
  });

  test('to ten an hour for a network, whatever address a client claims @messages.sms-limits', async () => {
    const network = fromNewNetwork();
    const claimed = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index}, ${network['x-forwarded-for']}`,
    });
    const customers = await Promise.all(Array.from({ length: 12 }, makeCustomer));
    const responses = await Promise.all(
      customers.map((person, index) => requestCode(person, agreement, claimed(index))),
    );
    expect(sortedStatuses(responses)).toEqual([...Array.from({ length: 10 }, () => 204), 429, 429]);
  });

  test('to two hundred a day for the business @messages.sms-limits', async () => {
    const separateApp = await startApp({
      twilio: provider.settings,
      trustedProxies: ['127.0.0.1'],
    });
    try {
      const customer = await makePerson(separateApp, 'customer');
      const { phone } = unusedPhone();
      const db = separateApp.store.kysely;
      await db.updateTable('people').set({ phone }).where('id', '=', customer.id).execute();
      const request = () =>
        send(separateApp, customer, 'POST', '/api/texting/code', agreement, fromNewNetwork());
      expect((await request()).statusCode).toBe(204);
      // The count of the whole business is the one that lasts a day.
      const raised = await db
        .updateTable('rate_limits')
        .set({ count: 199 })
        .where('ends_at', '>', new Date(testMorning.getTime() + 23 * 3_600_000))
        .returning('key')
        .execute();
      expect(raised).toHaveLength(1);
      const responses = await Promise.all([request(), request()]);
      expect(sortedStatuses(responses)).toEqual([204, 429]);
    } finally {
      await separateApp.stop();
    }
  });
});

describe('the office', () => {
  test('records that a customer agreed on the phone, with who and when @messages.sms-verbal-consent', async () => {
    const { phone, number } = unusedPhone();
    const id = await makePersonWithoutAccount(app, { phone });
    expect(await readCustomer(id)).toEqual({
      smsIsSetUp: true,
      consent: null,
      phones: [{ phone, canBeTexted: true, hasOptedOut: false }],
    });
    const recorded = await recordConsent(id, phone);
    expect([recorded.statusCode, recorded.json<CustomerSmsConsentStatus>().consent]).toEqual([
      200,
      {
        phone,
        source: 'office',
        agreedAt: testMorning.toISOString(),
        agreedBy: 'Ada Moss',
        endedAt: null,
        endedReason: null,
        endedBy: null,
      },
    ]);
    expect(await findNumber(id)).toBe(number);
    // Recording it again keeps the first record.
    app.clock.set(new Date(testMorning.getTime() + 60_000));
    const again = await recordConsent(id, phone, await makePerson(app, 'admin'));
    expect(again.json<CustomerSmsConsentStatus>().consent).toMatchObject({
      agreedAt: testMorning.toISOString(),
      agreedBy: 'Ada Moss',
    });
  });

  test("cannot record consent for a number that is not the customer's @messages.sms-verbal-consent", async () => {
    const { phone } = unusedPhone();
    const id = await makePersonWithoutAccount(app, { phone });
    expect((await recordConsent(id, unusedPhone().phone)).statusCode).toBe(409);
    expect((await recordConsent(id, '(415) 555-2671 x12')).statusCode).toBe(400);
    expect((await recordConsent('nobody', phone)).statusCode).toBe(404);
    expect((await recordConsent(advisor.id, phone)).statusCode).toBe(404);
    expect(await findNumber(id)).toBeNull();
  });

  test('can stop texts to a customer @messages.sms-stop', async () => {
    const { phone } = unusedPhone();
    const id = await makePersonWithoutAccount(app, { phone });
    await recordConsent(id, phone);
    for (const _ of [1, 2]) {
      const stopped = await send(app, advisor, 'POST', `/api/customers/${id}/texting/stop`);
      expect([stopped.statusCode, stopped.json<CustomerSmsConsentStatus>().consent]).toEqual([
        200,
        expect.objectContaining({
          endedAt: testMorning.toISOString(),
          endedReason: 'office',
          endedBy: 'Ada Moss',
        }),
      ]);
    }
    expect(await findNumber(id)).toBeNull();
  });
});

test('a customer can stop texts to themselves @messages.sms-stop', async () => {
  const customer = await makeCustomer();
  await recordConsent(customer.id, customer.phone);
  expect((await readOwn(customer)).consent).toMatchObject({ source: 'office', endedAt: null });
  const stopped = await send(app, customer, 'POST', '/api/texting/stop');
  expect(stopped.json<OwnSmsConsentStatus>().consent).toMatchObject({ endedReason: 'person' });
  expect(await findNumber(customer.id)).toBeNull();
});

describe('while text messages are not set up', () => {
  test('nobody can consent, but consent can be ended @messages.sms-setup', async () => {
    const separateApp = await startApp();
    try {
      const admin = await makePerson(separateApp, 'admin');
      const customer = await makePerson(separateApp, 'customer');
      const { phone } = unusedPhone();
      const db = separateApp.store.kysely;
      await db.updateTable('people').set({ phone }).where('id', '=', customer.id).execute();
      expect(await read(separateApp, customer, '/api/texting')).toMatchObject({
        smsIsSetUp: false,
      });
      const url = `/api/customers/${customer.id}/texting`;
      expect(await read(separateApp, admin, url)).toMatchObject({ smsIsSetUp: false });
      const recorded = await send(separateApp, admin, 'POST', url, {
        phone,
        consentVersion: smsConsentVersion,
      });
      expect([recorded.statusCode, recorded.body]).toEqual([
        409,
        "We don't send text messages yet.",
      ]);
      const requested = await send(separateApp, customer, 'POST', '/api/texting/code', agreement);
      expect([requested.statusCode, requested.body]).toEqual([
        409,
        "We don't send text messages yet.",
      ]);
      expect((await send(separateApp, customer, 'POST', '/api/texting/stop')).statusCode).toBe(200);
      expect((await send(separateApp, admin, 'POST', `${url}/stop`)).statusCode).toBe(200);
      // Twilio's requests are not accepted either.
      const webhook = await send(separateApp, null, 'POST', '/webhooks/sms/incoming');
      expect(webhook.statusCode).toBe(404);
    } finally {
      await separateApp.stop();
    }
  });
});
