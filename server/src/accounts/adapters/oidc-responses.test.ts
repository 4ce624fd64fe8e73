import { describe, expect, test } from 'vitest';
import { cleanUp } from '../../clean-up-job.ts';
import { Navigator, ownOrigin } from '@curbwrench/testing/navigator';
import type { Tampering } from '@curbwrench/testing/oidc-provider';
import {
  expectProblem,
  signInProblem,
  setUpAppWithProvider,
  sessionCookie,
  sessionToken,
} from '@curbwrench/testing/app-with-provider';
import { startApp, testMorning } from '@curbwrench/testing/start-app';

const fixture = setUpAppWithProvider();
const { makeProviderUser, signIn, signedInUser, readAccounts, callbackUrlFor } = fixture;

describe("a provider's response", () => {
  test.each([
    ['forged', (state: string) => `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`],
    ['empty', () => ''],
    ['missing', () => null],
    ['malformed', () => '../../\u0000'],
  ])('is refused with a state that is %s', async (_, change) => {
    const browser = new Navigator(fixture.app.server);
    const callbackUrl = await callbackUrlFor(makeProviderUser(), browser);
    const state = change(callbackUrl.searchParams.get('state') ?? '');
    if (state === null) callbackUrl.searchParams.delete('state');
    else callbackUrl.searchParams.set('state', state);
    const before = await readAccounts();
    expectProblem(await browser.go(callbackUrl.href), browser, 'expired');
    expect(await readAccounts()).toEqual(before);
  });

  test('is refused with two states, even if one is correct @accounts.provider-answers', async () => {
    const browser = new Navigator(fixture.app.server);
    const callbackUrl = await callbackUrlFor(makeProviderUser(), browser);
    callbackUrl.searchParams.append('state', 'another');
    expectProblem(await browser.go(callbackUrl.href), browser, 'not_verified');
  });

  test('is not accepted a second time @accounts.provider-answers', async () => {
    const browser = new Navigator(fixture.app.server);
    const callbackUrl = await callbackUrlFor(makeProviderUser(), browser);
    expect((await browser.go(callbackUrl.href)).url).toBe(`${ownOrigin}/`);
    browser.cookies.get(ownOrigin)?.delete(sessionCookie);
    const before = await readAccounts();
    expectProblem(await browser.go(callbackUrl.href), browser, 'expired');
    expect(await readAccounts()).toEqual(before);
  });

  test('is accepted only once when received twice concurrently', async () => {
    const browser = new Navigator(fixture.app.server);
    const callbackUrl = await callbackUrlFor(makeProviderUser(), browser);
    const landings = await Promise.all([
      browser.go(callbackUrl.href),
      browser.go(callbackUrl.href),
    ]);
    expect(new Set(landings.map(signInProblem))).toEqual(new Set(['expired', null]));
  });

  test('is refused in another browser, so that no one can be signed in as an attacker by following a link @accounts.provider-answers', async () => {
    const attacker = new Navigator(fixture.app.server);
    const callbackUrl = await callbackUrlFor(makeProviderUser(), attacker);
    const bystander = new Navigator(fixture.app.server);
    expectProblem(await bystander.go(callbackUrl.href), bystander, 'expired');
    // It is also refused in a browser that has started its own sign-in.
    const victim = new Navigator(fixture.app.server);
    await callbackUrlFor(makeProviderUser(), victim);
    expectProblem(await victim.go(callbackUrl.href), victim, 'expired');
    // The refusals did not use up the attacker's attempt.
    expect((await attacker.go(callbackUrl.href)).url).toBe(`${ownOrigin}/`);
  });

  test('is refused after 15 minutes', async () => {
    const browser = new Navigator(fixture.app.server);
    const callbackUrl = await callbackUrlFor(makeProviderUser(), browser);
    fixture.app.clock.set(new Date(testMorning.getTime() + 15 * 60_000 + 1));
    expectProblem(await browser.go(callbackUrl.href), browser, 'expired');
  });

  test('is accepted by any server process', async () => {
    const { database, authSecret } = fixture.app;
    const signInOptions = { passwords: true, providers: [fixture.provider.settings] };
    const secondApp = await startApp({ database, authSecret, signIn: signInOptions });
    try {
      const browser = new Navigator(fixture.app.server);
      const callbackUrl = await callbackUrlFor(makeProviderUser(), browser, '/payments');
      const secondBrowser = new Navigator(secondApp.server);
      for (const [origin, jar] of browser.cookies) secondBrowser.cookies.set(origin, jar);
      expect((await secondBrowser.go(callbackUrl.href)).url).toBe(`${ownOrigin}/payments`);
      expect(await signedInUser(secondBrowser)).not.toBeNull();
    } finally {
      await secondApp.stop();
    }
  });

  test("is refused at a different provider's callback @accounts.provider-answers", async () => {
    const browser = new Navigator(fixture.app.server);
    const callbackUrl = await callbackUrlFor(makeProviderUser(), browser);
    const landing = await browser.go(callbackUrl.href.replace('/callback/oidc', '/callback/other'));
    expect(landing.status).toBe(404);
    expect(sessionToken(browser)).toBeUndefined();
  });

  test("is refused with a different sign-in's code @accounts.provider-answers", async () => {
    const otherBrowser = new Navigator(fixture.app.server);
    const browser = new Navigator(fixture.app.server);
    const otherCallbackUrl = await callbackUrlFor(makeProviderUser(), otherBrowser);
    const callbackUrl = await callbackUrlFor(makeProviderUser(), browser);
    callbackUrl.searchParams.set('code', otherCallbackUrl.searchParams.get('code') ?? '');
    // PKCE: a code works only with the verifier of its own sign-in, which our server keeps.
    expectProblem(await browser.go(callbackUrl.href), browser, 'expired');
  });

  test.each([
    [
      'names a different issuer',
      (query: URLSearchParams) => query.set('iss', 'https://evil.example'),
    ],
    ['names no issuer', (query: URLSearchParams) => query.delete('iss')],
    ['contains no code', (query: URLSearchParams) => query.delete('code')],
    ['contains two codes', (query: URLSearchParams) => query.append('code', 'another')],
  ])('is refused when it %s @accounts.provider-answers', async (_, change) => {
    const browser = new Navigator(fixture.app.server);
    const callbackUrl = await callbackUrlFor(makeProviderUser(), browser);
    change(callbackUrl.searchParams);
    expectProblem(await browser.go(callbackUrl.href), browser, 'not_verified');
  });

  test('is matched with a stored attempt, which is deleted after it expires', async () => {
    const { kysely } = fixture.app.store;
    await kysely.deleteFrom('sign_in_attempts').execute();
    const browser = new Navigator(fixture.app.server);
    await callbackUrlFor(makeProviderUser(), browser);
    await cleanUp(fixture.app.store, testMorning);
    expect(await kysely.selectFrom('sign_in_attempts').selectAll().execute()).toHaveLength(1);
    await cleanUp(fixture.app.store, new Date(testMorning.getTime() + 15 * 60_000 + 1));
    expect(await kysely.selectFrom('sign_in_attempts').selectAll().execute()).toEqual([]);
  });

  test('cannot be forged from the stored attempt, which contains neither the state nor the binding', async () => {
    const browser = new Navigator(fixture.app.server);
    const callbackUrl = await callbackUrlFor(makeProviderUser(), browser);
    const stored = JSON.stringify(
      await fixture.app.store.kysely.selectFrom('sign_in_attempts').selectAll().execute(),
    );
    expect(stored).not.toContain(callbackUrl.searchParams.get('state'));
    expect(stored).not.toContain(browser.cookies.get(ownOrigin)?.get('curbwrench.sign-in'));
  });
});

describe('an ID token @accounts.provider-answers', () => {
  const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
  const cases: [string, () => Tampering][] = [
    ['for a different sign-in (nonce)', () => ({ claims: { nonce: 'forged' } })],
    ['for no sign-in (no nonce)', () => ({ claims: { nonce: undefined } })],
    ['for a different application', () => ({ claims: { aud: 'another' } })],
    [
      'for several applications but issued to a different one',
      () => ({ claims: { aud: ['curbwrench', 'x'], azp: 'x' } }),
    ],
    ['from a different issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['expired', () => ({ claims: { exp: secondsFromNow(-120) } })],
    ['without an expiry', () => ({ claims: { exp: undefined } })],
    ['not valid yet', () => ({ claims: { nbf: secondsFromNow(120) } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    [
      'with a subject that contains a null character',
      () => ({ claims: { sub: 'a\u0000b', email: 'nul@example.org', email_verified: true } }),
    ],
    ['signed with a different key', () => ({ signature: 'wrong key' })],
    ['signed with the shared secret', () => ({ signature: 'shared secret' })],
    ['not signed', () => ({ signature: 'none' })],
  ];

  test.each(cases)('is refused: %s', async (_, tampering) => {
    fixture.provider.tampering = tampering();
    const before = await readAccounts();
    const { landing, browser } = await signIn(makeProviderUser());
    expectProblem(landing, browser, 'not_verified');
    expect(await readAccounts()).toEqual(before);
  });

  test('is accepted when the test re-signs it with unchanged claims', async () => {
    fixture.provider.tampering = { claims: {} };
    const { browser } = await signIn(makeProviderUser());
    expect(await signedInUser(browser)).not.toBeNull();
  });

  test('is refused when the user info is about a different person', async () => {
    // The user-info endpoint still returns the subject of the untampered access token.
    fixture.provider.tampering = { claims: { sub: 'somebody-else' } };
    const { landing, browser } = await signIn(makeProviderUser());
    expectProblem(landing, browser, 'not_verified');
  });
});
