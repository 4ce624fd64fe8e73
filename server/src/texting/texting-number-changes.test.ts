import { smsConsentVersion } from '@curbwrench/contract/texting/sms-consent';
import type { CustomerRecord } from '@curbwrench/contract/customers/schemas';
import type { CustomerSmsConsentStatus } from '@curbwrench/contract/texting/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, makePersonWithoutAccount, type Person } from '@curbwrench/testing/builders';
import { findRowsContaining } from '@curbwrench/testing/database-search';
import { read, send } from '@curbwrench/testing/requests';
import { startSmsProvider, type SmsProvider } from '@curbwrench/testing/sms-provider';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { inTransaction } from '../database/connection/transaction.ts';
import { erasePerson } from '../erasure/changes.ts';
import { findTextableNumber } from './sms-consent-queries.ts';
import { toTextingNumber } from './texting-number.ts';

let app: TestApp;
let provider: SmsProvider;
let admin: Person;
let lastLine = 2000;

beforeAll(async () => {
  provider = await startSmsProvider();
  app = await startApp({ twilio: provider.settings });
  admin = await makePerson(app, 'admin');
});
afterAll(async () => {
  await app.stop();
  provider.stop();
});

function unusedPhone(): string {
  lastLine += 1;
  return `(415) 555-${lastLine}`;
}

async function makeCustomer(phone = unusedPhone()) {
  return { id: await makePersonWithoutAccount(app, { phone }), phone };
}

async function makeConsentingCustomer(phone = unusedPhone()) {
  const customer = await makeCustomer(phone);
  expect((await recordConsent(customer.id, phone)).statusCode).toBe(200);
  return customer;
}

const recordConsent = (id: string, phone: string) =>
  send(app, admin, 'POST', `/api/customers/${id}/texting`, {
    phone,
    consentVersion: smsConsentVersion,
  });
const stop = (id: string) => send(app, admin, 'POST', `/api/customers/${id}/texting/stop`);
const findNumber = (id: string) => findTextableNumber(app.store.kysely, id);
const readConsent = async (id: string) =>
  (await read<CustomerSmsConsentStatus>(app, admin, `/api/customers/${id}/texting`)).consent;

async function setPhones(id: string, phones: readonly string[]): Promise<void> {
  const { version } = await read<CustomerRecord>(app, admin, `/api/customers/${id}`);
  const changed = await send(app, admin, 'PATCH', `/api/customers/${id}`, { version, phones });
  expect([changed.statusCode, changed.body]).toEqual([200, expect.any(String)]);
}

async function merge(keptId: string, otherId: string): Promise<void> {
  const versionOf = async (id: string) =>
    (await read<CustomerRecord>(app, admin, `/api/customers/${id}`)).version;
  const merged = await send(app, admin, 'POST', `/api/customers/${keptId}/merge`, {
    otherId,
    version: await versionOf(keptId),
    otherVersion: await versionOf(otherId),
  });
  expect([merged.statusCode, merged.body]).toEqual([200, expect.any(String)]);
}

describe('a consent is for one number of one person', () => {
  test('so it ends when the number is changed, and does not come back with it @messages.sms-number', async () => {
    const { id, phone } = await makeConsentingCustomer();
    await setPhones(id, [unusedPhone()]);
    expect(await findNumber(id)).toBeNull();
    expect(await readConsent(id)).toMatchObject({ endedReason: 'number_removed' });
    await setPhones(id, [phone]);
    expect(await findNumber(id)).toBeNull();
  });

  test('so it remains valid while the person has the number, however it is formatted @messages.sms-number', async () => {
    const { id, phone } = await makeConsentingCustomer();
    const number = toTextingNumber(phone);
    await setPhones(id, [unusedPhone(), phone]);
    expect(await findNumber(id)).toBe(number);
    const { store } = app;
    await store.kysely
      .updateTable('people')
      .set({ phone: number, other_phones: [] })
      .where('id', '=', id)
      .execute();
    expect(await findNumber(id)).toBe(number);
    await setPhones(id, []);
    expect(await findNumber(id)).toBeNull();
  });

  test('so consenting for another number ends the first consent @messages.sms-number', async () => {
    const { id, phone } = await makeConsentingCustomer();
    const other = unusedPhone();
    await setPhones(id, [phone, other]);
    expect((await recordConsent(id, other)).statusCode).toBe(200);
    expect(await findNumber(id)).toBe(toTextingNumber(other));
    const rows = await sql<{ ended_reason: string | null }>`
      select ended_reason from sms_consents where person_id = ${id} order by id
    `.execute(app.store.kysely);
    expect(rows.rows.map((row) => row.ended_reason)).toEqual(['replaced', null]);
  });
});

describe('the database and the server normalize phone numbers in the same way', () => {
  test.each(['(415) 555-2671', '+1 415 555 2671', '415.555.2671', '+447400123456', '14155552671'])(
    '%s',
    async (phone) => {
      const { rows } = await sql<{ number: string | null }>`
        select phone_to_e164(${phone}) as number`.execute(app.store.kysely);
      expect(rows[0]?.number).toBe(toTextingNumber(phone));
      expect(rows[0]?.number).not.toBeNull();
    },
  );

  test.each(['(415) 555-2671 x12', '415-555-2671 ext 5', '555-0132', ''])(
    'not a valid number: %s',
    async (phone) => {
      const { rows } = await sql<{ number: string | null }>`
      select phone_to_e164(${phone}) as number`.execute(app.store.kysely);
      expect([rows[0]?.number, toTextingNumber(phone)]).toEqual([null, null]);
    },
  );
});

describe('merging two customers', () => {
  test('moves consent to a customer who has none @messages.sms-merge', async () => {
    const kept = await makeCustomer();
    const removed = await makeConsentingCustomer();
    await merge(kept.id, removed.id);
    expect(await findNumber(kept.id)).toBe(toTextingNumber(removed.phone));
  });

  test("keeps the kept customer's consent @messages.sms-merge", async () => {
    const kept = await makeConsentingCustomer();
    const removed = await makeConsentingCustomer();
    await merge(kept.id, removed.id);
    expect(await findNumber(kept.id)).toBe(toTextingNumber(kept.phone));
  });

  test('does not bring back a consent that has since been ended @messages.sms-merge', async () => {
    const phone = unusedPhone();
    const removed = await makeConsentingCustomer(phone);
    const kept = await makeConsentingCustomer(phone);
    await stop(kept.id);
    await merge(kept.id, removed.id);
    expect(await findNumber(kept.id)).toBeNull();
  });
});

test('erasing a customer erases the numbers in their consents and codes @messages.sms-erasure', async () => {
  const { id, phone } = await makeConsentingCustomer();
  await sql`insert into sms_codes (person_id, number, hash, text_version, expires_at)
    values (${id}, ${toTextingNumber(phone)}, 'hash', '1', now())`.execute(app.store.kysely);
  const digits = `415555${phone.slice(-4)}`;
  expect((await findRowsContaining(app, [digits])).length).toBeGreaterThan(2);
  await inTransaction(app.store, (trx) => erasePerson(trx, id, app.clock.now()));
  expect(await findRowsContaining(app, [digits, phone])).toEqual([]);
  expect(await findNumber(id)).toBeNull();
});
