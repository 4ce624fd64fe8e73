import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { Navigator, ownSite, type Landing } from './navigator.ts';
import { startProvider, type ProviderPerson, type TestProvider } from './oidc-provider.ts';
import { startApp, testMorning, type TestApp } from './start-app.ts';

/** What keeps somebody signed in. */
export const sessionCookie = 'better-auth.session_token';

/** Somebody at the provider with an address. */
type Newcomer = ProviderPerson & { email: string };

/**
 * A site that takes passwords and the people of one real OpenID Connect provider, for the tests of
 * one file: started before them and stopped after them; before each the provider works and asks
 * nobody, the clock is set, and nothing has been logged or counted against a limit.
 */
export function providerSite() {
  let provider: TestProvider;
  let site: TestApp;
  const logged: string[] = [];
  let made = 0;

  beforeAll(async () => {
    provider = await startProvider(ownSite);
    site = await startApp({
      signIn: { passwords: true, providers: [provider.settings] },
      logLevel: 'warn',
      logSink: { write: (line) => void logged.push(line) },
    });
  });
  afterAll(async () => {
    await site.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    await site.store.kysely.deleteFrom('rate_limits').execute();
    site.clock.set(testMorning);
    logged.length = 0;
    Object.assign(provider, {
      person: 'cancel',
      tampering: null,
      claimsInToken: false,
      tokenEndpoint: 'works',
    });
  });

  /** Somebody new at the provider, whose address it has verified. */
  function newcomer(details: Partial<ProviderPerson> = {}): Newcomer {
    made += 1;
    const email = `person${made}@example.org`;
    return {
      sub: `sub-${made}`,
      email,
      email_verified: true,
      given_name: 'Pat',
      family_name: `Doe${made}`,
      ...details,
    } as Newcomer;
  }

  /** Signs somebody in at the provider, from our address to where it ends. */
  async function signIn(
    person: TestProvider['person'],
    browser = new Navigator(site.app),
    to = '',
  ): Promise<{ landing: Landing; browser: Navigator }> {
    provider.person = person;
    const query = to === '' ? '' : `?to=${encodeURIComponent(to)}`;
    return { landing: await browser.go(`/api/login/oidc${query}`), browser };
  }

  /** Goes as far as the provider's answer, and answers the address that would take it. */
  async function answerFor(person: ProviderPerson, browser: Navigator, to = '/'): Promise<URL> {
    provider.person = person;
    const { url } = await browser.go(`/api/login/oidc?to=${encodeURIComponent(to)}`, {
      stop: (next) => next.startsWith(`${ownSite}/api/login/callback/`),
    });
    return new URL(url);
  }

  /** Who is signed in in that browser; null for nobody. */
  async function whoIs(browser: Navigator): Promise<Record<string, unknown> | null> {
    const answer = await site.app.inject({
      url: '/api/auth/user',
      headers: { cookie: browser.cookie },
    });
    return answer.statusCode === 200 ? answer.json() : null;
  }

  function usersWith(email: string) {
    return site.store.kysely.selectFrom('users').selectAll().where('email', '=', email).execute();
  }

  function linksOf(userId: string) {
    return site.store.kysely
      .selectFrom('accounts')
      .select(['provider_id', 'account_id'])
      .where('user_id', '=', userId)
      .execute();
  }

  /** Every user and link, to show that a refusal changes nothing. */
  async function everybody() {
    const { kysely } = site.store;
    return {
      users: await kysely.selectFrom('users').selectAll().orderBy('id').execute(),
      accounts: await kysely.selectFrom('accounts').selectAll().orderBy('id').execute(),
      sessions: await kysely.selectFrom('sessions').select('id').orderBy('id').execute(),
    };
  }

  return {
    get provider() {
      return provider;
    },
    get site() {
      return site;
    },
    logged,
    newcomer,
    signIn,
    answerFor,
    whoIs,
    usersWith,
    linksOf,
    everybody,
  };
}

/** The session's token in that browser, if it has one. */
export function token(browser: Navigator): string | undefined {
  return browser.cookies.get(ownSite)?.get(sessionCookie);
}

/** What the sign-in page is told; null when somewhere else. */
export function problemOf({ url }: Landing): string | null {
  const { pathname, searchParams } = new URL(url);
  return pathname === '/sign-in' ? searchParams.get('problem') : null;
}

/** The sign-in page is told `problem`, and nobody is signed in. */
export function expectProblem(landing: Landing, browser: Navigator, problem: string): void {
  expect([landing.url, problemOf(landing)]).toEqual([landing.url, problem]);
  expect(token(browser)).toBeUndefined();
}
