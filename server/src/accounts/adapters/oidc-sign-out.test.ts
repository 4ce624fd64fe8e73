import { describe, expect, test } from 'vitest';
import { openSession, sessionIsOpen } from '@curbwrench/testing/builders';
import { Navigator, ownOrigin, type Landing } from '@curbwrench/testing/navigator';
import { setUpProviderSite, sessionCookie, sessionToken } from '@curbwrench/testing/provider-site';
import { startApp } from '@curbwrench/testing/start-app';

const fixture = setUpProviderSite();
const { newcomer, signIn, whoIs } = fixture;

describe('signing out', () => {
  const fromOwnSite = { headers: { 'sec-fetch-site': 'same-origin' } };

  /** Confirms the provider's question whether to sign out there too. */
  async function confirm(landing: Landing, browser: Navigator): Promise<Landing> {
    const [, action = ''] = /action="([^"]+)"/.exec(landing.body) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(landing.body) ?? [];
    return browser.go(action, { form: `xsrf=${xsrf}&logout=yes` });
  }

  test('ends the session here, then at the provider, and returns @accounts.provider-sign-out', async () => {
    const person = newcomer();
    const { browser } = await signIn(person);
    const asked = fixture.provider.promptCount();
    await signIn(person, browser);
    expect(fixture.provider.promptCount()).toBe(asked);
    const cookie = `${sessionCookie}=${sessionToken(browser)}`;

    const page = await browser.go('/api/logout', fromOwnSite);
    expect(await sessionIsOpen(fixture.site, cookie)).toBe(false);
    expect(sessionToken(browser)).toBeUndefined();
    const endSessionUrl = new URL(page.url);
    expect(`${endSessionUrl.origin}${endSessionUrl.pathname}`).toBe(
      `${fixture.provider.settings.issuer}/session/end`,
    );
    const back = await confirm(page, browser);
    expect(back.url).toBe(`${ownOrigin}/?signed-out`);

    await signIn(person, browser);
    expect(fixture.provider.promptCount()).toBe(asked + 1);
  });

  test('by the button does the same, without a redirect that forms may not follow', async () => {
    const { browser } = await signIn(newcomer());
    const cookie = `${sessionCookie}=${sessionToken(browser)}`;
    const page = await browser.go('/api/logout', { form: '', ...fromOwnSite });
    expect([page.url, page.status]).toEqual([`${ownOrigin}/api/logout`, 200]);
    expect(await sessionIsOpen(fixture.site, cookie)).toBe(false);
    const [, to = ''] = /content="0;url=([^"]+)"/.exec(page.body) ?? [];
    const address = to.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const back = await confirm(await browser.go(address), browser);
    expect(back.url).toBe(`${ownOrigin}/?signed-out`);
  });

  test('asks first after a link from another site @accounts.provider-sign-out', async () => {
    const { browser } = await signIn(newcomer());
    const page = await browser.go('/api/logout', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([page.url, page.status]).toEqual([`${ownOrigin}/api/logout`, 200]);
    expect(await whoIs(browser)).not.toBeNull();
  });

  test('of a session not from the provider does not involve it @accounts.provider-sign-out', async () => {
    const person = newcomer();
    const { browser } = await signIn(person);
    const { id } = (await whoIs(browser)) ?? {};
    const { cookie } = await openSession(fixture.site, String(id));
    const other = new Navigator(fixture.site.server);
    other.cookies.set(ownOrigin, new Map([cookie.split(/=(.*)/s).slice(0, 2) as [string, string]]));
    expect((await other.go('/api/logout', fromOwnSite)).url).toBe(`${ownOrigin}/?signed-out`);
    expect(await whoIs(browser)).not.toBeNull();
  });

  test('works while the provider is down, and ends the session here in any case', async () => {
    const { browser } = await signIn(newcomer());
    const cookie = `${sessionCookie}=${sessionToken(browser)}`;
    await fixture.provider.stop();
    // A new process has not fetched the provider's metadata yet.
    const secondApp = await startApp({
      database: fixture.site.database,
      authSecret: fixture.site.authSecret,
      signIn: { passwords: true, providers: [fixture.provider.settings] },
    });
    try {
      const response = await secondApp.server.inject({
        url: '/api/logout',
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      });
      expect([response.statusCode, response.headers['location']]).toEqual([303, '/?signed-out']);
      expect(await sessionIsOpen(fixture.site, cookie)).toBe(false);
    } finally {
      await secondApp.stop();
      await fixture.provider.start();
    }
  });
});
