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

const office = (action: '' | '/renew' | '/end', person = advisor, appointmentId = id) =>
  send(app, person, 'POST', `/api/appointments/${appointmentId}/link${action}`);

describe("an appointment's link", () => {
  test('is the same each time, and its token is stored nowhere @appointment-links.token', async () => {
    const url = await makeLinkUrl(app, id, customer.id);
    expect(url).toMatch(/^http:\/\/localhost\/appointment-link#token=[\w-]{43}$/);
    expect(await makeLinkUrl(app, id, customer.id)).toBe(url);
    expect(await statusOf(getToken(url))).toBe(200);
    const contents = JSON.stringify(await readDatabase(app.store, { withAuditTrail: true }));
    expect(contents).not.toContain(getToken(url));
  });

  test('is another one for another appointment, and one if two messages need it at once', async () => {
    const urls = await Promise.all([1, 2, 3].map(() => makeLinkUrl(app, id, customer.id)));
    expect(new Set(urls).size).toBe(1);
    const other = await makeAppointment(app, { date: '2026-03-06', customer_id: customer.id });
    expect(await makeLinkUrl(app, other, customer.id)).not.toBe(urls[0]);
  });

  test("gets a new address if the server's secret was replaced", async () => {
    const url = await makeLinkUrl(app, id, customer.id);
    const renewed = await makeLinkUrl({ ...app, authSecret: 'another secret' }, id, customer.id);
    expect(renewed).not.toBe(url);
    expect(await statusOf(getToken(renewed))).toBe(200);
    expect(await statusOf(getToken(url))).toBe(410);
  });

  test('is moved with the appointment when its customer is merged into another', async () => {
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
  test('shows the link that messages contain, renews it and ends it @appointment-links.office', async () => {
    const token = await makeLinkToken(app, id, customer.id);
    const shown = await office('');
    expect(getToken(shown.json<{ url: string }>().url)).toBe(token);
    const renewed = getToken((await office('/renew')).json<{ url: string }>().url);
    expect([await statusOf(token), await statusOf(renewed)]).toEqual([410, 200]);
    expect((await office('/end')).statusCode).toBe(204);
    expect(await statusOf(renewed)).toBe(410);
    expect([(await office('/end')).statusCode, (await office('/end')).body]).toEqual([
      409,
      'This appointment has no working link.',
    ]);
    // A new message, or showing the link again, starts it with a new address.
    const restarted = getToken((await office('')).json<{ url: string }>().url);
    expect(restarted).not.toBe(renewed);
    expect(await statusOf(restarted)).toBe(200);
    expect(await listEntriesAbout(app, 'appointment', id)).toMatchObject([
      {},
      {},
      { actor_id: advisor.id, before: { version: 1 }, after: { version: 2 } },
      { actor_id: advisor.id, after: { ended_at: expect.any(String) as unknown } },
      { actor_id: advisor.id, before: { version: 2 }, after: { version: 3 } },
    ]);
  });

  test('gets no link that would not work', async () => {
    await sql`update accounts set active = false where id = ${customer.id}`.execute(
      app.store.kysely,
    );
    expect((await office('')).statusCode).toBe(404);
    const old = await makeAppointment(app, { date: '2025-12-02' });
    expect([
      (await office('', advisor, old)).statusCode,
      (await office('', advisor, old)).body,
    ]).toEqual([409, 'This appointment ended more than 90 days ago, so its link no longer works.']);
  });
});

describe('a link no longer works', () => {
  const message =
    'This link no longer works. Please use the link in our latest message, or call us.';
  const read = async (token: string) => {
    const { statusCode, body } = await sendByLink(app, 'readByLink', token);
    return [statusCode, body];
  };

  test('whatever the reason, with the same sentence @appointment-links.refusal', async () => {
    const token = await makeLinkToken(app, id, customer.id);
    const unknown = 'x'.repeat(43);
    for (const bad of [unknown, '', 'a b', `${token}x`, token.slice(1), '../..', 'é'.repeat(999)]) {
      expect([bad, ...(await read(bad))]).toEqual([bad, 410, message]);
    }
    expect((await read(token))[0]).toBe(200);
    await sendByLink(app, 'revokeLinkByLink', token);
    expect(await read(token)).toEqual([410, message]);
  });

  test('for 90 days after the end, and never for a deactivated or deleted person or a member of the staff', async () => {
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

  test('once the account is deleted, and its row is gone', async () => {
    const token = await makeLinkToken(app, id, customer.id);
    await sql`delete from accounts where id = ${customer.id}`.execute(app.store.kysely);
    expect((await read(token))[0]).toBe(200);
    await sql`update people set deleted_at = now() where id = ${customer.id}`.execute(
      app.store.kysely,
    );
    expect(await read(token)).toEqual([410, message]);
  });
});
