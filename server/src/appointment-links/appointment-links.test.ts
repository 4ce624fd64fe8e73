import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import {
  getToken,
  makeLinkToken,
  makeLinkUrl,
  sendByLink,
} from '@curbwrench/testing/appointment-links';
import { listEntriesAbout } from '@curbwrench/testing/audit-trail';
import {
  makeAppointment,
  makePerson,
  makePersonWithoutAccount,
  type Person,
} from '@curbwrench/testing/builders';
import { readDatabase } from '@curbwrench/testing/database-contents';
import { send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
let advisor: Person;
let id: number;

beforeAll(async () => {
  app = await startApp();
  advisor = await makePerson(app, 'service_advisor');
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.clock.set(testMorning);
  customer = await makePerson(app, 'customer');
  id = await makeAppointment(app, { date: '2026-03-06', customer_id: customer.id });
});

const statusOf = async (token: string) => (await sendByLink(app, 'readByLink', token)).statusCode;

const requestAsOffice = (action: '' | '/renew' | '/end', person = advisor, appointmentId = id) =>
  send(app, person, 'POST', `/api/appointments/${appointmentId}/link${action}`);

describe("an appointment's link", () => {
  test('is the same each time, and its token is not stored anywhere @appointment-links.token', async () => {
    const url = await makeLinkUrl(app, id, customer.id);
    expect(url).toMatch(/^http:\/\/localhost\/appointment-link#token=[\w-]{43}$/);
    expect(await makeLinkUrl(app, id, customer.id)).toBe(url);
    expect(await statusOf(getToken(url))).toBe(200);
    const contents = JSON.stringify(await readDatabase(app.store, { withAuditTrail: true }));
    expect(contents).not.toContain(getToken(url));
  });

  test('is different for each appointment, and the same in messages that create it concurrently', async () => {
    const urls = await Promise.all([1, 2, 3].map(() => makeLinkUrl(app, id, customer.id)));
    expect(new Set(urls).size).toBe(1);
    const other = await makeAppointment(app, { date: '2026-03-06', customer_id: customer.id });
    expect(await makeLinkUrl(app, other, customer.id)).not.toBe(urls[0]);
  });

  test("gets a new URL if the server's secret was replaced", async () => {
    const url = await makeLinkUrl(app, id, customer.id);
    const renewed = await makeLinkUrl({ ...app, authSecret: 'another secret' }, id, customer.id);
    expect(renewed).not.toBe(url);
    expect(await statusOf(getToken(renewed))).toBe(200);
    expect(await statusOf(getToken(url))).toBe(410);
  });

  test('keeps working when its customer is merged into another customer', async () => {
    const admin = await makePerson(app, 'admin');
    const duplicate = await makePersonWithoutAccount(app);
    const moved = await makeAppointment(app, { date: '2026-03-06', customer_id: duplicate });
    const token = await makeLinkToken(app, moved, duplicate);
    const canceled = await sendByLink(app, 'cancelByLink', token);
    expect(canceled.statusCode).toBe(200);
    const merged = await send(app, admin, 'POST', `/api/customers/${customer.id}/merge`, {
      otherId: duplicate,
      version: 1,
      otherVersion: 1,
    });
    expect([merged.statusCode, merged.statusCode === 200 ? '' : merged.body]).toEqual([200, '']);
    expect(await statusOf(token)).toBe(200);
  });
});

describe('the office', () => {
  test('can get the link that messages contain, renew it and turn it off @appointment-links.office', async () => {
    const token = await makeLinkToken(app, id, customer.id);
    const shown = await requestAsOffice('');
    expect(getToken(shown.json<{ url: string }>().url)).toBe(token);
    const renewed = getToken((await requestAsOffice('/renew')).json<{ url: string }>().url);
    expect([await statusOf(token), await statusOf(renewed)]).toEqual([410, 200]);
    expect((await requestAsOffice('/end')).statusCode).toBe(204);
    expect(await statusOf(renewed)).toBe(410);
    expect([
      (await requestAsOffice('/end')).statusCode,
      (await requestAsOffice('/end')).body,
    ]).toEqual([409, 'This appointment has no working link.']);
    // A new message, or showing the link again, turns it on again with a new URL.
    const newToken = getToken((await requestAsOffice('')).json<{ url: string }>().url);
    expect(newToken).not.toBe(renewed);
    expect(await statusOf(newToken)).toBe(200);
    expect(await listEntriesAbout(app, 'appointment', id)).toMatchObject([
      {},
      {},
      { actor_id: advisor.id, before: { version: 1 }, after: { version: 2 } },
      { actor_id: advisor.id, after: { ended_at: expect.any(String) as unknown } },
      { actor_id: advisor.id, before: { version: 2 }, after: { version: 3 } },
    ]);
  });

  test('cannot get a link that would not work', async () => {
    await sql`update accounts set active = false where id = ${customer.id}`.execute(
      app.store.kysely,
    );
    expect((await requestAsOffice('')).statusCode).toBe(404);
    const old = await makeAppointment(app, { date: '2025-12-02' });
    expect([
      (await requestAsOffice('', advisor, old)).statusCode,
      (await requestAsOffice('', advisor, old)).body,
    ]).toEqual([409, 'This appointment ended more than 90 days ago, so its link no longer works.']);
  });
});

describe('a link', () => {
  const message =
    'This link no longer works. Please use the link in our latest message, or call us.';
  const read = async (token: string) => {
    const { statusCode, body } = await sendByLink(app, 'readByLink', token);
    return [statusCode, body];
  };

  test('that does not work gets the same refusal, whatever the reason @appointment-links.refusal', async () => {
    const token = await makeLinkToken(app, id, customer.id);
    const unknown = 'x'.repeat(43);
    for (const bad of [unknown, '', 'a b', `${token}x`, token.slice(1), '../..', 'é'.repeat(999)]) {
      expect([bad, ...(await read(bad))]).toEqual([bad, 410, message]);
    }
    expect((await read(token))[0]).toBe(200);
    await sendByLink(app, 'revokeOwnLink', token);
    expect(await read(token)).toEqual([410, message]);
  });

  test('works until 90 days after the end, but not if the person is deactivated, or works for the business', async () => {
    const token = await makeLinkToken(app, id, customer.id);
    for (const change of [
      sql`update accounts set active = false where id = ${customer.id}`,
      sql`update accounts set active = true, role = 'mechanic' where id = ${customer.id}`,
      sql`update appointments set customer_id = ${advisor.id} where id = ${id}`,
    ]) {
      await change.execute(app.store.kysely);
      expect(await read(token)).toEqual([410, message]);
    }
    await sql`update accounts set role = 'customer' where id = ${customer.id}`.execute(
      app.store.kysely,
    );
    await sql`update appointments set customer_id = ${customer.id} where id = ${id}`.execute(
      app.store.kysely,
    );
    expect((await read(token))[0]).toBe(200);
    await sendByLink(app, 'cancelByLink', token);
    app.clock.set(new Date(testMorning.getTime() + 90 * 86_400_000));
    expect((await read(token))[0]).toBe(200);
    app.clock.set(new Date(testMorning.getTime() + 90 * 86_400_000 + 1000));
    expect(await read(token)).toEqual([410, message]);
  });

  test('works after the account is deleted, but not after the person is deleted', async () => {
    const token = await makeLinkToken(app, id, customer.id);
    await sql`delete from accounts where id = ${customer.id}`.execute(app.store.kysely);
    expect((await read(token))[0]).toBe(200);
    await sql`update people set deleted_at = now() where id = ${customer.id}`.execute(
      app.store.kysely,
    );
    expect(await read(token)).toEqual([410, message]);
  });
});
