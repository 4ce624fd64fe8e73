import { rateLimits } from '@curbwrench/contract/api/rate-limits';
import { describe, expect, test } from 'vitest';
import { makePerson, isSessionOpen } from '@curbwrench/testing/builders';
import { Navigator, ownOrigin } from '@curbwrench/testing/navigator';
import {
  signInProblem,
  setUpAppWithProvider,
  sessionCookie,
  sessionToken,
} from '@curbwrench/testing/app-with-provider';
import { startApp, testMorning } from '@curbwrench/testing/start-app';

const fixture = setUpAppWithProvider();
const { makeProviderUser, signIn, signedInUser, accountsWith, readCredentials } = fixture;

describe('signing in through a provider', () => {
  test('creates a customer, with a session', async () => {
    const person = makeProviderUser();
    const { landing, browser } = await signIn(person);
    expect(landing.url).toBe(`${ownOrigin}/`);
    expect(await signedInUser(browser)).toMatchObject({
      email: person.email,
      firstName: 'Pat',
      lastName: person['family_name'],
      role: 'customer',
    });
    const [user] = await accountsWith(person.email);
    expect(user).toMatchObject({ email_verified: true, role: 'customer', active: true });
    expect(await readCredentials(user?.id ?? '')).toEqual([
      { provider_id: fixture.provider.settings.issuer, subject: person.sub },
    ]);
  });

  test('works the same with email and name in the ID token', async () => {
    fixture.provider.hasClaimsInToken = true;
    const person = makeProviderUser();
    const { browser } = await signIn(person);
    expect(await signedInUser(browser)).toMatchObject({ email: person.email, firstName: 'Pat' });
  });

  test('a second time opens another session for the same person @accounts.provider', async () => {
    const person = makeProviderUser();
    const first = await signIn(person);
    const id = (await signedInUser(first.browser))?.['id'];
    const previousToken = sessionToken(first.browser);
    const previousCookie = `${sessionCookie}=${previousToken}`;
    // The previous session in the same browser ends; the other browser's stays open.
    const other = await signIn({ ...person, email: 'new@example.org' });
    expect((await signedInUser(other.browser))?.['id']).toBe(id);
    await signIn(person, first.browser);
    expect((await signedInUser(first.browser))?.['id']).toBe(id);
    expect(sessionToken(first.browser)).not.toBe(previousToken);
    expect(await isSessionOpen(fixture.app, previousCookie)).toBe(false);
    expect(await signedInUser(other.browser)).not.toBeNull();
    expect(await accountsWith('new@example.org')).toEqual([]);
  });

  test('ends a session that someone else left or planted in the browser @accounts.provider', async () => {
    const otherPerson = await makePerson(fixture.app, 'customer');
    const browser = new Navigator(fixture.app.server);
    const [name = '', value = ''] = otherPerson.headers.cookie.split(/=(.*)/s);
    browser.cookies.set(ownOrigin, new Map([[name, value]]));
    const person = makeProviderUser();
    await signIn(person, browser);
    expect(await signedInUser(browser)).toMatchObject({ email: person.email });
    expect(await isSessionOpen(fixture.app, otherPerson.headers.cookie)).toBe(false);
  });

  test('in several browsers at the same time creates one person', async () => {
    const person = makeProviderUser();
    fixture.provider.nextSignIn = person;
    const browsers = Array.from({ length: 4 }, () => new Navigator(fixture.app.server));
    const landings = await Promise.all(browsers.map((browser) => browser.go('/api/login/oidc')));
    expect(landings.map(signInProblem)).toEqual([null, null, null, null]);
    const ids = await Promise.all(
      browsers.map(async (browser) => (await signedInUser(browser))?.['id']),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await accountsWith(person.email)).toHaveLength(1);
  });

  test('in two tabs of one browser succeeds in both', async () => {
    fixture.provider.nextSignIn = makeProviderUser();
    const browser = new Navigator(fixture.app.server);
    const isCallback = (url: string): boolean => url.startsWith(`${ownOrigin}/api/login/callback/`);
    const firstTab = await browser.go('/api/login/oidc?to=/payments', { shouldStop: isCallback });
    const secondTab = await browser.go('/api/login/oidc?to=/settings', { shouldStop: isCallback });
    expect((await browser.go(firstTab.url)).url).toBe(`${ownOrigin}/payments`);
    expect((await browser.go(secondTab.url)).url).toBe(`${ownOrigin}/settings`);
  });

  test('never takes a role, an id or an active flag from the provider', async () => {
    const person = makeProviderUser({
      role: 'admin',
      roles: ['admin'],
      groups: ['admin'],
      id: 'someone-else',
      active: false,
    });
    fixture.provider.tampering = { claims: { role: 'admin', roles: ['admin'] } };
    const { browser } = await signIn(person);
    expect(await signedInUser(browser)).toMatchObject({ email: person.email, role: 'customer' });
    await signIn({ ...person, role: 'mechanic' }, browser);
    expect(await signedInUser(browser)).toMatchObject({ role: 'customer' });
  });

  test('takes the name from any of the name claims that the provider sends @accounts.provider', async () => {
    const names = [
      [
        { given_name: undefined, family_name: undefined, name: 'Ana María de la Cruz' },
        'Ana',
        'María de la Cruz',
      ],
      [{ given_name: undefined, family_name: undefined }, /^person\d+$/, ''],
      [{ given_name: ` A\u0000\u0007b\n${'c'.repeat(100)}`, family_name: 7 }, /^A b c{56}$/, ''],
    ] as const;
    for (const [claims, first, last] of names) {
      const { browser } = await signIn(makeProviderUser(claims));
      const user = await signedInUser(browser);
      expect(user?.['firstName']).toEqual(
        typeof first === 'string' ? first : expect.stringMatching(first),
      );
      expect(user?.['lastName']).toBe(last);
    }
  });
});

describe('the sign-in URL', () => {
  test('leads to the sign-in page if passwords are enabled', async () => {
    const browser = new Navigator(fixture.app.server);
    expect((await browser.go('/api/login')).url).toBe(`${ownOrigin}/sign-in`);
    expect((await browser.go('/api/login?to=/payments?page=2')).url).toBe(
      `${ownOrigin}/sign-in?to=%2Fpayments%3Fpage%3D2`,
    );
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    'javascript:alert(1)',
    '/api/logout',
    '/a\r\nset-cookie: a=b',
  ])('redirects only to our own pages, never to %j', async (to) => {
    const query = `to=${encodeURIComponent(to)}`;
    const browser = new Navigator(fixture.app.server);
    expect((await browser.go(`/api/login?${query}`)).url).toBe(`${ownOrigin}/sign-in`);
    fixture.provider.nextSignIn = makeProviderUser();
    expect((await browser.go(`/api/login/oidc?${query}`)).url).toBe(`${ownOrigin}/`);
    expect(sessionToken(browser)).toBeDefined();
    expect((await browser.go(`/api/login?to=/payments&${query}&to=/`)).url).toMatch(/\/sign-in/);
  });

  test('returns to the requested page @accounts.provider', async () => {
    const to = '/appointments?tab=past&search=Škoda Fabia#top';
    const { landing } = await signIn(makeProviderUser(), new Navigator(fixture.app.server), to);
    expect(landing.url).toBe(new URL(to, ownOrigin).href);
  });

  test('does not exist for an unknown provider', async () => {
    for (const id of ['other', 'OIDC', '..', '%00', 'callback']) {
      const response = await fixture.app.server.inject({ url: `/api/login/${id}` });
      expect([id, response.statusCode]).toEqual([id, 404]);
    }
  });

  test('requests only identity scopes, with the code flow, state, nonce and PKCE @accounts.provider', async () => {
    const response = await fixture.app.server.inject({ url: '/api/login/oidc' });
    expect(response.statusCode).toBe(303);
    const requestedUrl = new URL(String(response.headers['location']));
    expect(requestedUrl.origin).toBe(fixture.provider.settings.issuer);
    const query = Object.fromEntries(requestedUrl.searchParams);
    expect(query).toEqual({
      client_id: 'curbwrench',
      redirect_uri: `${ownOrigin}/api/login/callback/oidc`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(response.headers['cache-control']).toBe('no-store');
    const cookie = String(response.headers['set-cookie']);
    expect(cookie).toMatch(
      /^curbwrench\.sign-in=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const head = await fixture.app.server.inject({ method: 'HEAD', url: '/api/login/oidc' });
    expect(head.statusCode).toBe(404);
  });

  test('is rate-limited per IP address until the limit resets', async () => {
    const secondApp = await startApp({
      database: fixture.app.database,
      signIn: { passwords: false, providers: [fixture.provider.settings] },
    });
    try {
      const [limit] = rateLimits.beginProviderSignIn ?? [];
      const remoteAddress = '203.0.113.9';
      const begin = () => secondApp.server.inject({ url: '/api/login', remoteAddress });
      for (let count = 0; count < (limit?.times ?? 0); count += 1) {
        expect((await begin()).statusCode).toBe(303);
      }
      const response = await begin();
      expect([response.statusCode, response.headers['set-cookie']]).toEqual([429, undefined]);
      secondApp.clock.set(new Date(testMorning.getTime() + (limit?.minutes ?? 0) * 60_000 + 1));
      expect((await begin()).statusCode).toBe(303);
    } finally {
      await secondApp.stop();
    }
  });

  test('sets, over https, a cookie that only this host can set @protection.cookies', async () => {
    const secondApp = await startApp({
      database: fixture.app.database,
      publicUrl: 'https://book.example.com',
      signIn: { passwords: true, providers: [fixture.provider.settings] },
    });
    try {
      const response = await secondApp.server.inject({ url: '/api/login/oidc' });
      expect(String(response.headers['set-cookie'])).toMatch(
        /^__Host-curbwrench\.sign-in=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      );
    } finally {
      await secondApp.stop();
    }
  });
});
