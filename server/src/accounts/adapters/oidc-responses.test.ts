import { describe, expect, test } from 'vitest';
import { cleanUp } from '../../clean-up-job.ts';
import { Navigator, ownOrigin } from '@curbwrench/testing/navigator';
import type { Tampering } from '@curbwrench/testing/oidc-provider';
import {
  expectProblem,
  signInProblem,
  setUpProviderSite,
  sessionCookie,
  sessionToken,
} from '@curbwrench/testing/provider-site';
import { startApp, testMorning } from '@curbwrench/testing/start-app';

const fixture = setUpProviderSite();
const { newcomer, signIn, whoIs, everybody, answerFor } = fixture;

describe("a provider's response", () => {
  test.each([
    ['forged', (state: string) => `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`],
    ['empty', () => ''],
    ['missing', () => null],
    ['of the wrong kind', () => '../../\u0000'],
  ])('is refused with a state that is %s', async (_, change) => {
    const browser = new Navigator(fixture.site.server);
    const response = await answerFor(newcomer(), browser);
    const state = change(response.searchParams.get('state') ?? '');
    if (state === null) response.searchParams.delete('state');
    else response.searchParams.set('state', state);
    const before = await everybody();
    expectProblem(await browser.go(response.href), browser, 'expired');
    expect(await everybody()).toEqual(before);
  });

  test('is refused with two states of which one is correct @accounts.provider-answers', async () => {
    const browser = new Navigator(fixture.site.server);
    const response = await answerFor(newcomer(), browser);
    response.searchParams.append('state', 'another');
    expectProblem(await browser.go(response.href), browser, 'not_proven');
  });

  test('is not accepted a second time @accounts.provider-answers', async () => {
    const browser = new Navigator(fixture.site.server);
    const response = await answerFor(newcomer(), browser);
    expect((await browser.go(response.href)).url).toBe(`${ownOrigin}/`);
    browser.cookies.get(ownOrigin)?.delete(sessionCookie);
    const before = await everybody();
    expectProblem(await browser.go(response.href), browser, 'expired');
    expect(await everybody()).toEqual(before);
  });

  test('is not accepted twice at once', async () => {
    const browser = new Navigator(fixture.site.server);
    const response = await answerFor(newcomer(), browser);
    const landings = await Promise.all([browser.go(response.href), browser.go(response.href)]);
    expect(new Set(landings.map(signInProblem))).toEqual(new Set(['expired', null]));
  });

  test('is refused in another browser, so that no link signs anyone in as its sender @accounts.provider-answers', async () => {
    const attacker = new Navigator(fixture.site.server);
    const response = await answerFor(newcomer(), attacker);
    const bystander = new Navigator(fixture.site.server);
    expectProblem(await bystander.go(response.href), bystander, 'expired');
    // It is also refused in a browser that has its own sign-in at the provider.
    const victim = new Navigator(fixture.site.server);
    await answerFor(newcomer(), victim);
    expectProblem(await victim.go(response.href), victim, 'expired');
    // The refusals did not use the attempt up, which is the attacker's.
    expect((await attacker.go(response.href)).url).toBe(`${ownOrigin}/`);
  });

  test('is refused after a quarter of an hour', async () => {
    const browser = new Navigator(fixture.site.server);
    const response = await answerFor(newcomer(), browser);
    fixture.site.clock.set(new Date(testMorning.getTime() + 15 * 60_000 + 1));
    expectProblem(await browser.go(response.href), browser, 'expired');
  });

  test('is accepted by whichever process receives it', async () => {
    const { database, authSecret } = fixture.site;
    const signInBy = { passwords: true, providers: [fixture.provider.settings] };
    const secondApp = await startApp({ database, authSecret, signIn: signInBy });
    try {
      const browser = new Navigator(fixture.site.server);
      const response = await answerFor(newcomer(), browser, '/payments');
      const elsewhere = new Navigator(secondApp.server);
      for (const [origin, jar] of browser.cookies) elsewhere.cookies.set(origin, jar);
      expect((await elsewhere.go(response.href)).url).toBe(`${ownOrigin}/payments`);
      expect(await whoIs(elsewhere)).not.toBeNull();
    } finally {
      await secondApp.stop();
    }
  });

  test('is refused at the callback of another provider @accounts.provider-answers', async () => {
    const browser = new Navigator(fixture.site.server);
    const response = await answerFor(newcomer(), browser);
    const landing = await browser.go(response.href.replace('/callback/oidc', '/callback/other'));
    expect(landing.status).toBe(404);
    expect(sessionToken(browser)).toBeUndefined();
  });

  test("is refused with another sign-in's code @accounts.provider-answers", async () => {
    const one = new Navigator(fixture.site.server);
    const two = new Navigator(fixture.site.server);
    const stolen = await answerFor(newcomer(), one);
    const response = await answerFor(newcomer(), two);
    response.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    // PKCE: the code is bound to a verifier that stayed here.
    expectProblem(await two.go(response.href), two, 'expired');
  });

  test.each([
    ['names another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example')],
    ['names no issuer', (query: URLSearchParams) => query.delete('iss')],
    ['carries no code', (query: URLSearchParams) => query.delete('code')],
    ['carries two codes', (query: URLSearchParams) => query.append('code', 'another')],
  ])('is refused when it %s @accounts.provider-answers', async (_, change) => {
    const browser = new Navigator(fixture.site.server);
    const response = await answerFor(newcomer(), browser);
    change(response.searchParams);
    expectProblem(await browser.go(response.href), browser, 'not_proven');
  });

  test('can be received until its attempt expires, which is then deleted', async () => {
    const { kysely } = fixture.site.store;
    await kysely.deleteFrom('sign_in_attempts').execute();
    const browser = new Navigator(fixture.site.server);
    await answerFor(newcomer(), browser);
    await cleanUp(fixture.site.store, testMorning);
    expect(await kysely.selectFrom('sign_in_attempts').selectAll().execute()).toHaveLength(1);
    await cleanUp(fixture.site.store, new Date(testMorning.getTime() + 15 * 60_000 + 1));
    expect(await kysely.selectFrom('sign_in_attempts').selectAll().execute()).toEqual([]);
  });

  test('cannot be completed with what is stored of its attempt', async () => {
    const browser = new Navigator(fixture.site.server);
    const response = await answerFor(newcomer(), browser);
    const kept = JSON.stringify(
      await fixture.site.store.kysely.selectFrom('sign_in_attempts').selectAll().execute(),
    );
    expect(kept).not.toContain(response.searchParams.get('state'));
    expect(kept).not.toContain(browser.cookies.get(ownOrigin)?.get('curbwrench.sign-in'));
  });
});

describe('an ID token @accounts.provider-answers', () => {
  const soon = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
  const cases: [string, () => Tampering][] = [
    ['for another sign-in (nonce)', () => ({ claims: { nonce: 'forged' } })],
    ['for no sign-in (no nonce)', () => ({ claims: { nonce: undefined } })],
    ['for another application', () => ({ claims: { aud: 'another' } })],
    [
      'for several applications and issued to another',
      () => ({ claims: { aud: ['curbwrench', 'x'], azp: 'x' } }),
    ],
    ['from another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['expired', () => ({ claims: { exp: soon(-120) } })],
    ['without an expiry', () => ({ claims: { exp: undefined } })],
    ['not valid yet', () => ({ claims: { nbf: soon(120) } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    [
      'with a subject that contains a null character',
      () => ({ claims: { sub: 'a\u0000b', email: 'nul@example.org', email_verified: true } }),
    ],
    ['signed by another key', () => ({ signature: 'wrong key' })],
    ['signed by the shared secret', () => ({ signature: 'shared secret' })],
    ['not signed', () => ({ signature: 'none' })],
  ];

  test.each(cases)('is refused when %s', async (_, tampering) => {
    fixture.provider.tampering = tampering();
    const before = await everybody();
    const { landing, browser } = await signIn(newcomer());
    expectProblem(landing, browser, 'not_proven');
    expect(await everybody()).toEqual(before);
  });

  test('is accepted when signed in the same way without changes', async () => {
    fixture.provider.tampering = { claims: {} };
    const { browser } = await signIn(newcomer());
    expect(await whoIs(browser)).not.toBeNull();
  });

  test('is refused when the user info is about another person', async () => {
    // The user-info endpoint answers for the subject of the token that came with it.
    fixture.provider.tampering = { claims: { sub: 'somebody-else' } };
    const { landing, browser } = await signIn(newcomer());
    expectProblem(landing, browser, 'not_proven');
  });
});
