import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount, password, signIn } from '@curbwrench/testing/accounts';
import { Browser } from '@curbwrench/testing/browser';
import { makePerson } from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe("the viewer's sessions", () => {
  test('are listed with their devices; one session or all others can be ended immediately @accounts.sessions', async () => {
    const { email, browser } = await makeAccount(app);
    const phone = await signIn(app, email);
    const tablet = await signIn(app, email);
    const listSessions = async () =>
      (await browser.send('GET', '/api/account/sessions')).json<
        { id: string; current: boolean; ipAddress: string }[]
      >();
    const sessions = await listSessions();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions.find(({ ipAddress }) => ipAddress === phone.address)).toMatchObject({
      current: false,
      userAgent: 'Test browser',
    });
    expect(JSON.stringify(sessions)).not.toContain(browser.session?.split('.')[0]);

    const phoneId = sessions.find(({ ipAddress }) => ipAddress === phone.address)?.id;
    const ended = await browser.post(`/api/account/sessions/${phoneId}/end`, { password });
    expect(ended.statusCode).toBe(204);
    expect(await phone.signedInUserId()).toBeNull();
    expect(await tablet.signedInUserId()).not.toBeNull();
    const again = await browser.post(`/api/account/sessions/${phoneId}/end`, { password });
    expect([again.statusCode, again.body]).toEqual([404, 'Session not found.']);

    const others = await browser.post('/api/account/sessions/end-others', { password });
    expect(others.statusCode).toBe(204);
    expect(await tablet.signedInUserId()).toBeNull();
    expect(await listSessions()).toMatchObject([{ current: true }]);
  });

  test('cannot be ended by anyone else', async () => {
    const viewer = await makeAccount(app);
    const other = await makeAccount(app);
    const otherSessions = (await other.browser.send('GET', '/api/account/sessions')).json<
      { id: string }[]
    >();
    const response = await viewer.browser.post(
      `/api/account/sessions/${otherSessions[0]?.id}/end`,
      {
        password,
      },
    );
    expect(response.statusCode).toBe(404);
    const others = await viewer.browser.post('/api/account/sessions/end-others', { password });
    expect(others.statusCode).toBe(204);
    expect(await other.browser.signedInUserId()).toBe(other.id);
  });

  test('record the real client address, not one claimed in a header @interface.client-address', async () => {
    const { email } = await makeAccount(app);
    const browser = new Browser(app);
    await browser.send(
      'POST',
      '/api/account/sign-in',
      { email, password },
      {
        'x-forwarded-for': '203.0.113.7',
        'x-curbwrench-address': '203.0.113.7',
      },
    );
    const list = await browser.send('GET', '/api/account/sessions');
    expect(list.json<{ current: boolean }[]>().find(({ current }) => current)).toMatchObject({
      ipAddress: browser.address,
    });
  });

  test('expire after ninety days, no matter how often they are used @accounts.sessions', async () => {
    // An extension lasts seven days, so the last one is possible 83 days after signing in.
    const { id, browser } = await makeAccount(app);
    const day = 86_400_000;
    const isExtendedAfter = async (days: number) => {
      const now = Date.now();
      await app.store.kysely
        .updateTable('sessions')
        .set({
          created_at: new Date(now - days * day),
          updated_at: new Date(now - 2 * day),
          expires_at: new Date(now + 5 * day),
        })
        .where('account_id', '=', id)
        .execute();
      return (await browser.send('GET', '/api/auth/user')).headers['set-cookie'] !== undefined;
    };
    expect(await isExtendedAfter(82)).toBe(true);
    expect(await isExtendedAfter(84)).toBe(false);
  });

  test('end when the role changes, so that no session keeps the permissions of the previous role', async () => {
    const { id, browser } = await makeAccount(app);
    const admin = await makePerson(app, 'admin');
    const response = await app.server.inject({
      method: 'POST',
      url: '/api/users/role',
      headers: admin.headers,
      payload: { userId: id, role: 'service_advisor' },
    });
    expect(response.statusCode).toBe(200);
    expect(await browser.signedInUserId()).toBeNull();
  });
});
