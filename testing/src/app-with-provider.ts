import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { Navigator, ownOrigin, type Landing } from './navigator.ts';
import { startProvider, type ProviderUser, type TestProvider } from './oidc-provider.ts';
import { startApp, testMorning, type TestApp } from './start-app.ts';

/** The cookie of a signed-in session. */
export const sessionCookie = 'better-auth.session_token';

/** A user of the provider who has an email address. */
type UserWithEmail = ProviderUser & { email: string };

/**
 * Starts an app with passwords and one real OpenID Connect provider for the tests of one file, and stops it after them.
 * Before each test, sets the clock, clears logs and rate-limit counts, and resets the provider: it works, and cancels
 * every sign-in.
 */
export function setUpAppWithProvider() {
  let provider: TestProvider;
  let app: TestApp;
  const logLines: string[] = [];
  let userCount = 0;

  beforeAll(async () => {
    provider = await startProvider(ownOrigin);
    app = await startApp({
      signIn: { passwords: true, providers: [provider.settings] },
      logLevel: 'warn',
      logSink: { write: (line) => void logLines.push(line) },
    });
  });
  afterAll(async () => {
    await app.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    await app.store.kysely.deleteFrom('rate_limits').execute();
    app.clock.set(testMorning);
    logLines.length = 0;
    Object.assign(provider, {
      nextSignIn: 'cancel',
      tampering: null,
      hasClaimsInToken: false,
      tokenEndpoint: 'works',
    });
  });

  /** Returns a new user of the provider with a verified address. */
  function makeProviderUser(details: Partial<ProviderUser> = {}): UserWithEmail {
    userCount += 1;
    const email = `person${userCount}@example.org`;
    return {
      sub: `sub-${userCount}`,
      email,
      email_verified: true,
      given_name: 'Pat',
      family_name: `Doe${userCount}`,
      ...details,
    } as UserWithEmail;
  }

  /** Signs a user in with the provider, starting at the application. Returns where the navigation ends. */
  async function signIn(
    user: TestProvider['nextSignIn'],
    browser = new Navigator(app.server),
    to = '',
  ): Promise<{ landing: Landing; browser: Navigator }> {
    provider.nextSignIn = user;
    const query = to === '' ? '' : `?to=${encodeURIComponent(to)}`;
    return { landing: await browser.go(`/api/login/oidc${query}`), browser };
  }

  /** Signs in at the provider. Returns the callback URL that it redirects to, without requesting that URL. */
  async function callbackUrlFor(user: ProviderUser, browser: Navigator, to = '/'): Promise<URL> {
    provider.nextSignIn = user;
    const { url } = await browser.go(`/api/login/oidc?to=${encodeURIComponent(to)}`, {
      shouldStop: (next) => next.startsWith(`${ownOrigin}/api/login/callback/`),
    });
    return new URL(url);
  }

  /** Returns the person who is signed in with this browser; null if nobody is. */
  async function signedInUser(browser: Navigator): Promise<Record<string, unknown> | null> {
    const response = await app.server.inject({
      url: '/api/auth/user',
      headers: { cookie: browser.cookie },
    });
    return response.statusCode === 200 ? response.json() : null;
  }

  function accountsWith(email: string) {
    return app.store.kysely
      .selectFrom('accounts')
      .innerJoin('people', 'people.id', 'accounts.id')
      .select(['accounts.id', 'accounts.email', 'email_verified', 'role', 'active'])
      .select(['first_name', 'last_name'])
      .where('accounts.email', '=', email)
      .execute();
  }

  function readCredentials(userId: string) {
    return app.store.kysely
      .selectFrom('credentials')
      .select(['provider_id', 'subject'])
      .where('account_id', '=', userId)
      .execute();
  }

  /** Returns every person, account, credential and session, to verify that a refusal changes nothing. */
  async function readAccounts() {
    const { kysely } = app.store;
    return {
      people: await kysely.selectFrom('people').selectAll().orderBy('id').execute(),
      accounts: await kysely.selectFrom('accounts').selectAll().orderBy('id').execute(),
      credentials: await kysely.selectFrom('credentials').selectAll().orderBy('id').execute(),
      sessions: await kysely.selectFrom('sessions').select('id').orderBy('id').execute(),
    };
  }

  return {
    get provider() {
      return provider;
    },
    get app() {
      return app;
    },
    logLines,
    makeProviderUser,
    signIn,
    callbackUrlFor,
    signedInUser,
    accountsWith,
    readCredentials,
    readAccounts,
  };
}

/** Returns the session token of this browser, if it has one. */
export function sessionToken(browser: Navigator): string | undefined {
  return browser.cookies.get(ownOrigin)?.get(sessionCookie);
}

/** Returns the problem shown on the sign-in page; null on any other page. */
export function signInProblem({ url }: Landing): string | null {
  const { pathname, searchParams } = new URL(url);
  return pathname === '/sign-in' ? searchParams.get('problem') : null;
}

/** Expects the sign-in page with `problem`, and no session. */
export function expectProblem(landing: Landing, browser: Navigator, problem: string): void {
  expect([landing.url, signInProblem(landing)]).toEqual([landing.url, problem]);
  expect(sessionToken(browser)).toBeUndefined();
}
