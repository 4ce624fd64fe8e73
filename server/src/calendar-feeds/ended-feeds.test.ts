import type { CalendarFeed } from '@curbwrench/contract/calendar-feeds/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAccount, password } from '@curbwrench/testing/accounts';
import { makeMechanic, makePerson, type Person } from '@curbwrench/testing/builders';
import { createFeed, openFeed } from '@curbwrench/testing/calendar-feeds';
import { deleteEveryone } from '@curbwrench/testing/delete-everyone';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let mechanic: Person;
let advisor: Person;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await deleteEveryone(app.store);
  mechanic = await makeMechanic(app, { firstName: 'Sam', lastName: 'Rivera' });
  advisor = await makePerson(app, 'service_advisor');
});

const listFeeds = (person: Person) => read<CalendarFeed[]>(app, person, '/api/calendar-feeds');

async function expectEnded(url: string): Promise<void> {
  const { statusCode, body } = await openFeed(app, url);
  expect([statusCode, body]).toEqual([404, 'There is no calendar at this address.']);
}

describe('a feed ends when its owner', () => {
  let admin: Person;
  beforeEach(async () => {
    admin = await makePerson(app, 'admin');
  });

  const post = (url: string, body: object) => send(app, admin, 'POST', url, body);

  test('is deactivated, even if they are reactivated later @calendar.end', async () => {
    const { url } = await createFeed(app, advisor, null);
    await post(`/api/users/${advisor.id}/activation`, { active: false });
    await expectEnded(url);
    await post(`/api/users/${advisor.id}/activation`, { active: true });
    await expectEnded(url);
  });

  test('gets a different role @calendar.end', async () => {
    const { url } = await createFeed(app, advisor, null);
    await post('/api/users/role', { userId: advisor.id, role: 'customer' });
    await expectEnded(url);
    await post('/api/users/role', { userId: advisor.id, role: 'service_advisor' });
    await expectEnded(url);
  });

  test("no longer works as a mechanic, which also ends the office's feeds of their jobs @calendar.end", async () => {
    const own = await createFeed(app, mechanic);
    const ofOffice = await createFeed(app, advisor, mechanic.id);
    const ofAll = await createFeed(app, advisor, null);
    await post('/api/users/role', { userId: mechanic.id, role: 'customer' });
    await expectEnded(own.url);
    await expectEnded(ofOffice.url);
    expect((await openFeed(app, ofAll.url)).statusCode).toBe(200);
    expect(await listFeeds(advisor)).toMatchObject([{ mechanicId: null }]);
  });

  test('deletes their account @calendar.end', async () => {
    const { id, browser } = await makeAccount(app, 'service_advisor');
    const { url } = await createFeed(app, { id, headers: { cookie: browser.cookie } }, null);
    expect((await openFeed(app, url)).statusCode).toBe(200);
    expect((await browser.post('/api/account/delete', { password })).statusCode).toBe(204);
    await expectEnded(url);
    const feeds = await app.store.kysely.selectFrom('calendar_feeds').selectAll().execute();
    expect(feeds).toEqual([]);
  });

  test('can no longer sign in or has lost the role, even if the change did not delete the feed @calendar.end', async () => {
    const office = await createFeed(app, advisor, null);
    const own = await createFeed(app, mechanic);
    const update = (set: string, id: string) =>
      sql`update accounts set ${sql.raw(set)} where id = ${id}`.execute(app.store.kysely);
    await update('active = false', advisor.id);
    await expectEnded(office.url);
    await update(`active = true, role = 'mechanic'`, advisor.id);
    await expectEnded(office.url);
    await update(`role = 'service_advisor'`, advisor.id);
    expect((await openFeed(app, office.url)).statusCode).toBe(200);
    await update('active = false', mechanic.id);
    await expectEnded(own.url);
    await update(`active = true, role = 'customer'`, mechanic.id);
    await expectEnded(own.url);
    await update(`role = 'mechanic'`, mechanic.id);
    await sql`update mechanics set active = false where person_id = ${mechanic.id}`.execute(
      app.store.kysely,
    );
    await expectEnded(own.url);
  });

  test('has no second factor while the business requires one @calendar.end', async () => {
    const { url } = await createFeed(app, mechanic);
    const strictApp = await startApp({ staffTwoFactor: true, database: app.database });
    try {
      expect((await openFeed(strictApp, url)).statusCode).toBe(404);
      await sql`update accounts set two_factor_enabled = true`.execute(app.store.kysely);
      expect((await openFeed(strictApp, url)).statusCode).toBe(200);
    } finally {
      await strictApp.stop();
    }
  });
});
