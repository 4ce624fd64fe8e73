import type { CalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAccount, password } from '@curbwrench/testing/accounts';
import { makeMechanic, makePerson, type Person } from '@curbwrench/testing/builders';
import { createFeed, openFeed } from '@curbwrench/testing/calendar-feeds';
import { deleteEveryone } from '@curbwrench/testing/delete-everyone';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
let mechanic: Person;
let advisor: Person;

beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.stop());
beforeEach(async () => {
  await deleteEveryone(site.store);
  mechanic = await makeMechanic(site, { firstName: 'Sam', lastName: 'Rivera' });
  advisor = await makePerson(site, 'service_advisor');
});

const listFeeds = (person: Person) => read<CalendarFeed[]>(site, person, '/api/calendar-feeds');

async function expectEnded(url: string): Promise<void> {
  const { statusCode, body } = await openFeed(site, url);
  expect([statusCode, body]).toEqual([404, 'There is no calendar at this address.']);
}

describe('a feed ends when its owner', () => {
  let admin: Person;
  beforeEach(async () => {
    admin = await makePerson(site, 'admin');
  });

  const post = (url: string, body: object) => send(site, admin, 'POST', url, body);

  test('is deactivated, also if they are reactivated later @calendar.end', async () => {
    const { url } = await createFeed(site, advisor, null);
    await post(`/api/users/${advisor.id}/activation`, { active: false });
    await expectEnded(url);
    await post(`/api/users/${advisor.id}/activation`, { active: true });
    await expectEnded(url);
  });

  test('gets a different role @calendar.end', async () => {
    const { url } = await createFeed(site, advisor, null);
    await post('/api/users/role', { userId: advisor.id, role: 'customer' });
    await expectEnded(url);
    await post('/api/users/role', { userId: advisor.id, role: 'service_advisor' });
    await expectEnded(url);
  });

  test("no longer works as a mechanic, which ends the office's feeds of their jobs too @calendar.end", async () => {
    const own = await createFeed(site, mechanic);
    const ofOffice = await createFeed(site, advisor, mechanic.id);
    const ofAll = await createFeed(site, advisor, null);
    await post('/api/users/role', { userId: mechanic.id, role: 'customer' });
    await expectEnded(own.url);
    await expectEnded(ofOffice.url);
    expect((await openFeed(site, ofAll.url)).statusCode).toBe(200);
    expect(await listFeeds(advisor)).toMatchObject([{ mechanicId: null }]);
  });

  test('deletes their account @calendar.end', async () => {
    const { id, browser } = await makeAccount(site, 'service_advisor');
    const { url } = await createFeed(site, { id, headers: { cookie: browser.cookie } }, null);
    expect((await openFeed(site, url)).statusCode).toBe(200);
    expect((await browser.post('/api/account/delete', { password })).statusCode).toBe(204);
    await expectEnded(url);
    const feeds = await site.store.kysely.selectFrom('calendar_feeds').selectAll().execute();
    expect(feeds).toEqual([]);
  });

  test('may no longer sign in or lost the role by a change that left the feed @calendar.end', async () => {
    const office = await createFeed(site, advisor, null);
    const own = await createFeed(site, mechanic);
    const update = (set: string, id: string) =>
      sql`update accounts set ${sql.raw(set)} where id = ${id}`.execute(site.store.kysely);
    await update('active = false', advisor.id);
    await expectEnded(office.url);
    await update(`active = true, role = 'mechanic'`, advisor.id);
    await expectEnded(office.url);
    await update(`role = 'service_advisor'`, advisor.id);
    expect((await openFeed(site, office.url)).statusCode).toBe(200);
    await update('active = false', mechanic.id);
    await expectEnded(own.url);
    await update(`active = true, role = 'customer'`, mechanic.id);
    await expectEnded(own.url);
    await update(`role = 'mechanic'`, mechanic.id);
    await sql`update mechanics set active = false where person_id = ${mechanic.id}`.execute(
      site.store.kysely,
    );
    await expectEnded(own.url);
  });

  test('has no second factor although the business requires one @calendar.end', async () => {
    const { url } = await createFeed(site, mechanic);
    const strictSite = await startApp({ staffTwoFactor: true, database: site.database });
    try {
      expect((await openFeed(strictSite, url)).statusCode).toBe(404);
      await sql`update accounts set two_factor_enabled = true`.execute(site.store.kysely);
      expect((await openFeed(strictSite, url)).statusCode).toBe(200);
    } finally {
      await strictSite.stop();
    }
  });
});
