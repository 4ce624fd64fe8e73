import { describe, expect, test } from 'vitest';
import { openSession, isSessionOpen } from '@curbwrench/testing/builders';
import { Navigator, ownOrigin, type Landing } from '@curbwrench/testing/navigator';
import {
  setUpAppWithProvider,
  sessionCookie,
  sessionToken,
} from '@curbwrench/testing/app-with-provider';
import { startApp } from '@curbwrench/testing/start-app';

const fixture = setUpAppWithProvider();
const { makeProviderUser, signIn, signedInUser } = fixture;

describe('signing out', () => {
  const fromOwnSite = { headers: { 'sec-fetch-site': 'same-origin' } };

  /** Confirms on the provider's page that the person wants to sign out there too. */
  async function confirm(landing: Landing, browser: Navigator): Promise<Landing> {
    const [, action = ''] = /action="([^"]+)"/.exec(landing.body) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(landing.body) ?? [];
    return browser.go(action, { form: `xsrf=${xsrf}&logout=yes` });
  }

  test('ends the session here, then at the provider, and returns to our site @accounts.provider-sign-out', async () => {
    const person = makeProviderUser();
    const { browser } = await signIn(person);
    const promptsBefore = fixture.provider.promptCount();
    await signIn(person, browser);
    expect(fixture.provider.promptCount()).toBe(promptsBefore);
    const cookie = `${sessionCookie}=${sessionToken(browser)}`;

    const page = await browser.go('/api/logout', fromOwnSite);
    expect(await isSessionOpen(fixture.app, cookie)).toBe(false);
    expect(sessionToken(browser)).toBeUndefined();
    const endSessionUrl = new URL(page.url);
    expect(`${endSessionUrl.origin}${endSessionUrl.pathname}`).toBe(
      `${fixture.provider.settings.issuer}/session/end`,
    );
    const landing = await confirm(page, browser);
    expect(landing.url).toBe(`${ownOrigin}/?signed-out`);

    await signIn(person, browser);
    expect(fixture.provider.promptCount()).toBe(promptsBefore + 1);
  });

  test('with the button uses an interstitial page, since our CSP blocks redirecting a form to another site', async () => {
    const { browser } = await signIn(makeProviderUser());
    const cookie = `${sessionCookie}=${sessionToken(browser)}`;
    const page = await browser.go('/api/logout', { form: '', ...fromOwnSite });
    expect([page.url, page.status]).toEqual([`${ownOrigin}/api/logout`, 200]);
    expect(await isSessionOpen(fixture.app, cookie)).toBe(false);
    const [, to = ''] = /content="0;url=([^"]+)"/.exec(page.body) ?? [];
    const providerUrl = to.replace(/&#(\d+);/g, (_, code: string) =>
      String.fromCharCode(Number(code)),
    );
    const landing = await confirm(await browser.go(providerUrl), browser);
    expect(landing.url).toBe(`${ownOrigin}/?signed-out`);
  });

  test('asks for confirmation after a link from another site @accounts.provider-sign-out', async () => {
    const { browser } = await signIn(makeProviderUser());
    const page = await browser.go('/api/logout', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([page.url, page.status]).toEqual([`${ownOrigin}/api/logout`, 200]);
    expect(await signedInUser(browser)).not.toBeNull();
  });

  test('does not contact the provider if the session was opened without it @accounts.provider-sign-out', async () => {
    const person = makeProviderUser();
    const { browser } = await signIn(person);
    const { id } = (await signedInUser(browser)) ?? {};
    const { cookie } = await openSession(fixture.app, String(id));
    const other = new Navigator(fixture.app.server);
    other.cookies.set(ownOrigin, new Map([cookie.split(/=(.*)/s).slice(0, 2) as [string, string]]));
    expect((await other.go('/api/logout', fromOwnSite)).url).toBe(`${ownOrigin}/?signed-out`);
    expect(await signedInUser(browser)).not.toBeNull();
  });

  test('ends the session here even while the provider is down', async () => {
    const { browser } = await signIn(makeProviderUser());
    const cookie = `${sessionCookie}=${sessionToken(browser)}`;
    await fixture.provider.stop();
    // A new process has not fetched the provider's metadata yet.
    const secondApp = await startApp({
      database: fixture.app.database,
      authSecret: fixture.app.authSecret,
      signIn: { passwords: true, providers: [fixture.provider.settings] },
    });
    try {
      const response = await secondApp.server.inject({
        url: '/api/logout',
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      });
      expect([response.statusCode, response.headers['location']]).toEqual([303, '/?signed-out']);
      expect(await isSessionOpen(fixture.app, cookie)).toBe(false);
    } finally {
      await secondApp.stop();
      await fixture.provider.start();
    }
  });
});
