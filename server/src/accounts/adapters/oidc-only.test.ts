import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Navigator, ownOrigin } from '@curbwrench/testing/navigator';
import { setUpAppWithProvider, sessionToken } from '@curbwrench/testing/app-with-provider';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

const fixture = setUpAppWithProvider();
const { makeProviderUser, readAccounts } = fixture;

describe('when people can sign in only through a provider, @accounts.provider-only', () => {
  let secondApp: TestApp;
  beforeAll(async () => {
    secondApp = await startApp({
      database: fixture.app.database,
      authSecret: fixture.app.authSecret,
      signIn: { passwords: false, providers: [fixture.provider.settings] },
    });
  });
  afterAll(() => secondApp.stop());

  test('people sign in through the provider, the only option on the sign-in page', async () => {
    const browser = new Navigator(secondApp.server);
    fixture.provider.nextSignIn = makeProviderUser();
    expect((await browser.go('/api/login?to=/payments')).url).toBe(`${ownOrigin}/payments`);
    expect(await read(secondApp, null, '/api/account/sign-in-options')).toMatchObject({
      passwords: false,
      providers: [{ id: 'oidc', name: 'Test provider' }],
    });
    const account = await read(secondApp, { headers: { cookie: browser.cookie } }, '/api/account');
    expect(account).toMatchObject({ providers: ['Test provider'], hasPassword: false });
  });

  test.each(['cross-site', 'same-site'])(
    'a %s navigation leads to the sign-in page first',
    async (from) => {
      const options = { headers: { 'sec-fetch-site': from } };
      fixture.provider.nextSignIn = makeProviderUser();
      for (const path of ['/api/login', '/api/login/oidc']) {
        const browser = new Navigator(secondApp.server);
        const landing = await browser.go(`${path}?to=/payments`, options);
        expect(landing.url).toBe(`${ownOrigin}/sign-in?to=%2Fpayments`);
        expect([...browser.cookies.keys()]).toEqual([ownOrigin]);
        expect(browser.cookie).toBe('');
      }
      for (const fetchSite of ['same-origin', 'none']) {
        const browser = new Navigator(secondApp.server);
        const headers = { 'sec-fetch-site': fetchSite };
        expect((await browser.go('/api/login/oidc', { headers })).url).toBe(`${ownOrigin}/`);
        expect(sessionToken(browser)).toBeDefined();
      }
    },
  );

  test.each([
    ['sign-in', { email: 'a@example.com', password: 'a long password' }],
    ['sign-in/code', { code: '123456' }],
    [
      'sign-up',
      { firstName: 'A', lastName: 'B', email: 'a@example.com', password: 'a rubber mallet' },
    ],
    ['forgot-password', { email: 'a@example.com' }],
    ['reset-password', { token: 'x'.repeat(32), password: 'a rubber mallet' }],
    ['resend-verification', { email: 'a@example.com' }],
  ])('the password-based endpoint %s is refused', async (endpoint, payload) => {
    const before = await readAccounts();
    const response = await send(secondApp, null, 'POST', `/api/account/${endpoint}`, payload);
    expect(response.statusCode).toBe(403);
    expect(await readAccounts()).toEqual(before);
  });

  test('an invitation cannot be accepted with a new password; the person must sign in first', async () => {
    const payload = {
      token: 'x'.repeat(32),
      account: { firstName: 'A', lastName: 'B', password: 'a rubber mallet in the rain' },
    };
    const response = await send(secondApp, null, 'POST', '/api/invitations/accept', payload);
    expect([response.statusCode, response.body]).toEqual([
      403,
      'Please log in first, then open this invitation again.',
    ]);
  });
});
