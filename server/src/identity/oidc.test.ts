import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@curbwrench/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePerson, openSession, sessionIsOpen } from '../testing/builders.ts';
import { Navigator, ownSite, type Landing } from '../testing/navigator.ts';
import {
  startProvider,
  type ProviderPerson,
  type Tampering,
  type TestProvider,
} from '../testing/oidc-provider.ts';
import { read, send } from '../testing/requests.ts';
import { startApp, testMorning, type TestApp } from '../testing/start-app.ts';
import { createSignInProvider } from './oidc.ts';
import { cleanUp } from '../jobs/clean-up.ts';

const sessionCookie = 'better-auth.session_token';

let provider: TestProvider;
let site: TestApp;
const logged: string[] = [];

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

let made = 0;

/** Somebody new at the provider, whose address it has verified. */
function newcomer(details: Partial<ProviderPerson> = {}): ProviderPerson & { email: string } {
  made += 1;
  const email = `person${made}@example.org`;
  return {
    sub: `sub-${made}`,
    email,
    email_verified: true,
    given_name: 'Pat',
    family_name: `Doe${made}`,
    ...details,
  } as ProviderPerson & { email: string };
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

function token(browser: Navigator): string | undefined {
  return browser.cookies.get(ownSite)?.get(sessionCookie);
}

async function whoIs(browser: Navigator): Promise<Record<string, unknown> | null> {
  const answer = await site.app.inject({
    url: '/api/auth/user',
    headers: { cookie: browser.cookie },
  });
  return answer.statusCode === 200 ? answer.json() : null;
}

/** What the sign-in page is told; null when somewhere else. */
function problemOf({ url }: Landing): string | null {
  const { pathname, searchParams } = new URL(url);
  return pathname === '/sign-in' ? searchParams.get('problem') : null;
}

async function expectProblem(landing: Landing, browser: Navigator, problem: string): Promise<void> {
  expect([landing.url, problemOf(landing)]).toEqual([landing.url, problem]);
  expect(token(browser)).toBeUndefined();
}

async function usersWith(email: string) {
  return site.store.kysely.selectFrom('users').selectAll().where('email', '=', email).execute();
}

async function linksOf(userId: string) {
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

describe('signing in by a provider', () => {
  test('makes a customer, with a session', async () => {
    const person = newcomer();
    const { landing, browser } = await signIn(person);
    expect(landing.url).toBe(`${ownSite}/`);
    expect(await whoIs(browser)).toMatchObject({
      email: person.email,
      firstName: 'Pat',
      lastName: person['family_name'],
      role: 'customer',
    });
    const [user] = await usersWith(person.email);
    expect(user).toMatchObject({ email_verified: true, role: 'customer', active: true });
    expect(await linksOf(user?.id ?? '')).toEqual([
      { provider_id: provider.settings.issuer, account_id: person.sub },
    ]);
  });

  test('with address and name in the ID token is the same', async () => {
    provider.claimsInToken = true;
    const person = newcomer();
    const { browser } = await signIn(person);
    expect(await whoIs(browser)).toMatchObject({ email: person.email, firstName: 'Pat' });
  });

  test('again is the same person, with another session', async () => {
    const person = newcomer();
    const first = await signIn(person);
    const id = (await whoIs(first.browser))?.['id'];
    const formerToken = token(first.browser);
    const formerCookie = `${sessionCookie}=${formerToken}`;
    // In the same browser the former session ends; another browser's stays.
    const other = await signIn({ ...person, email: 'new@example.org' });
    expect((await whoIs(other.browser))?.['id']).toBe(id);
    await signIn(person, first.browser);
    expect((await whoIs(first.browser))?.['id']).toBe(id);
    expect(token(first.browser)).not.toBe(formerToken);
    expect(await sessionIsOpen(site, formerCookie)).toBe(false);
    expect(await whoIs(other.browser)).not.toBeNull();
    expect(await usersWith('new@example.org')).toEqual([]);
  });

  test('ends the session that somebody else left in the browser, or planted there', async () => {
    const planted = await makePerson(site, 'customer');
    const browser = new Navigator(site.app);
    const [name = '', value = ''] = planted.headers.cookie.split(/=(.*)/s);
    browser.cookies.set(ownSite, new Map([[name, value]]));
    const person = newcomer();
    await signIn(person, browser);
    expect(await whoIs(browser)).toMatchObject({ email: person.email });
    expect(await sessionIsOpen(site, planted.headers.cookie)).toBe(false);
  });

  test('twice at once makes one person', async () => {
    const person = newcomer();
    provider.person = person;
    const browsers = Array.from({ length: 4 }, () => new Navigator(site.app));
    const landings = await Promise.all(browsers.map((browser) => browser.go('/api/login/oidc')));
    expect(landings.map(problemOf)).toEqual([null, null, null, null]);
    const ids = await Promise.all(browsers.map(async (browser) => (await whoIs(browser))?.['id']));
    expect(new Set(ids).size).toBe(1);
    expect(await usersWith(person.email)).toHaveLength(1);
  });

  test('in two tabs of one browser opens both', async () => {
    provider.person = newcomer();
    const browser = new Navigator(site.app);
    const isCallback = (url: string): boolean => url.startsWith(`${ownSite}/api/login/callback/`);
    const one = await browser.go('/api/login/oidc?to=/payments', { stop: isCallback });
    const two = await browser.go('/api/login/oidc?to=/settings', { stop: isCallback });
    expect((await browser.go(one.url)).url).toBe(`${ownSite}/payments`);
    expect((await browser.go(two.url)).url).toBe(`${ownSite}/settings`);
  });

  test('never takes a role, or anything else, from the provider', async () => {
    const person = newcomer({
      role: 'admin',
      roles: ['admin'],
      groups: ['admin'],
      id: 'someone-else',
      active: false,
    });
    provider.tampering = { claims: { role: 'admin', roles: ['admin'] } };
    const { browser } = await signIn(person);
    expect(await whoIs(browser)).toMatchObject({ email: person.email, role: 'customer' });
    await signIn({ ...person, role: 'mechanic' }, browser);
    expect(await whoIs(browser)).toMatchObject({ role: 'customer' });
  });

  test('takes what it can for a name', async () => {
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
      const { browser } = await signIn(newcomer(claims));
      const who = await whoIs(browser);
      expect(who?.['firstName']).toEqual(
        typeof first === 'string' ? first : expect.stringMatching(first),
      );
      expect(who?.['lastName']).toBe(last);
    }
  });
});

describe('whose account it is', () => {
  test('a verified address links with the account that has proven it', async () => {
    const mechanic = await makePerson(site, 'mechanic');
    const person = newcomer({ email: mechanic.email.toUpperCase() });
    const { browser } = await signIn(person);
    expect(await whoIs(browser)).toMatchObject({ id: mechanic.id, role: 'mechanic' });
    expect(await linksOf(mechanic.id)).toEqual([
      { provider_id: provider.settings.issuer, account_id: person.sub },
    ]);
    // From now on the link counts, whatever becomes of the addresses.
    const again = await signIn({ ...person, email: 'other@example.org', email_verified: false });
    expect((await whoIs(again.browser))?.['id']).toBe(mechanic.id);
  });

  test.each([
    ['unverified', { email_verified: false }],
    ['said to be verified in some other way', { email_verified: 'true' }],
    ['not said to be verified', { email_verified: undefined }],
    ['missing', { email: undefined }],
    ['none at all', { email: 'not an address' }],
    ['a list', { email: ['a@example.org'] }],
  ])('an address that is %s links with nobody and makes nobody', async (_, claims) => {
    const admin = await makePerson(site, 'admin');
    for (const email of [admin.email, `fresh-${made}@example.org`]) {
      const person = newcomer({ email, ...claims });
      for (const inToken of [true, false]) {
        provider.claimsInToken = inToken;
        const before = await everybody();
        const { landing, browser } = await signIn(person);
        await expectProblem(landing, browser, 'email_unverified');
        expect(await everybody()).toEqual(before);
      }
    }
  });

  test('an address that our account never proved does not link', async () => {
    const squatter = await makePerson(site, 'customer');
    await site.store.kysely
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', squatter.id)
      .execute();
    const before = await everybody();
    const { landing, browser } = await signIn(newcomer({ email: squatter.email }));
    await expectProblem(landing, browser, 'account_unverified');
    expect(await everybody()).toEqual(before);
  });

  test('somebody with a second factor is linked only where it is asked for no more', async () => {
    const admin = await makePerson(site, 'admin');
    const { kysely } = site.store;
    await kysely
      .updateTable('users')
      .set({ two_factor_enabled: true })
      .where('id', '=', admin.id)
      .execute();
    const person = newcomer({ email: admin.email });
    const before = await everybody();
    const { landing, browser } = await signIn(person);
    await expectProblem(landing, browser, 'second_factor');
    expect(await everybody()).toEqual(before);
    const there = await startApp({
      database: site.database,
      authSecret: site.authSecret,
      signIn: { passwords: false, providers: [provider.settings] },
    });
    try {
      await new Navigator(there.app).go('/api/login');
    } finally {
      await there.stop();
    }
    expect(await linksOf(admin.id)).toHaveLength(1);
    await signIn(person, browser);
    expect(await whoIs(browser)).toMatchObject({ id: admin.id });
  });

  test('the same subject at another issuer is somebody else', async () => {
    const other = await startProvider(ownSite);
    const there = await startApp({
      database: site.database,
      signIn: { passwords: true, providers: [other.settings] },
    });
    try {
      const person = newcomer();
      const { browser } = await signIn(person);
      const namesake = newcomer({ sub: person.sub });
      other.person = namesake;
      const elsewhere = new Navigator(there.app);
      await elsewhere.go('/api/login/oidc');
      const answer = await read<{ email: string }>(
        there,
        { headers: { cookie: elsewhere.cookie } },
        '/api/auth/user',
      );
      expect(answer.email).toBe(namesake.email);
      expect(await whoIs(browser)).toMatchObject({ email: person.email });
    } finally {
      await there.stop();
      await other.stop();
    }
  });

  test('a deactivated person is refused, linked or not', async () => {
    const person = newcomer();
    const first = await signIn(person);
    const unlinked = await makePerson(site, 'admin');
    await site.store.kysely
      .updateTable('users')
      .set({ active: false })
      .where('email', 'in', [person.email, unlinked.email])
      .execute();
    expect(await whoIs(first.browser)).toBeNull();
    for (const who of [person, newcomer({ email: unlinked.email })]) {
      const before = await everybody();
      const { landing, browser } = await signIn(who);
      await expectProblem(landing, browser, 'deactivated');
      expect(await everybody()).toEqual(before);
    }
  });
});

/** Goes as far as the provider's answer, and answers the address that would take it. */
async function answerFor(person: ProviderPerson, browser: Navigator, to = '/'): Promise<URL> {
  provider.person = person;
  const { url } = await browser.go(`/api/login/oidc?to=${encodeURIComponent(to)}`, {
    stop: (next) => next.startsWith(`${ownSite}/api/login/callback/`),
  });
  return new URL(url);
}

describe('an answer counts once, in the browser that asked', () => {
  test.each([
    ['forged', (state: string) => `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`],
    ['empty', () => ''],
    ['missing', () => null],
    ['of the wrong kind', () => '../../\u0000'],
  ])('not with a state that is %s', async (_, change) => {
    const browser = new Navigator(site.app);
    const answer = await answerFor(newcomer(), browser);
    const state = change(answer.searchParams.get('state') ?? '');
    if (state === null) answer.searchParams.delete('state');
    else answer.searchParams.set('state', state);
    const before = await everybody();
    await expectProblem(await browser.go(answer.href), browser, 'expired');
    expect(await everybody()).toEqual(before);
  });

  test('not with two states, of which one is right', async () => {
    const browser = new Navigator(site.app);
    const answer = await answerFor(newcomer(), browser);
    answer.searchParams.append('state', 'another');
    await expectProblem(await browser.go(answer.href), browser, 'not_proven');
  });

  test('not a second time', async () => {
    const browser = new Navigator(site.app);
    const answer = await answerFor(newcomer(), browser);
    expect((await browser.go(answer.href)).url).toBe(`${ownSite}/`);
    browser.cookies.get(ownSite)?.delete(sessionCookie);
    const before = await everybody();
    await expectProblem(await browser.go(answer.href), browser, 'expired');
    expect(await everybody()).toEqual(before);
  });

  test('not twice at once', async () => {
    const browser = new Navigator(site.app);
    const answer = await answerFor(newcomer(), browser);
    const landings = await Promise.all([browser.go(answer.href), browser.go(answer.href)]);
    expect(new Set(landings.map(problemOf))).toEqual(new Set(['expired', null]));
  });

  test('not in another browser, so that nobody is signed in as who sent them a link', async () => {
    const attacker = new Navigator(site.app);
    const answer = await answerFor(newcomer(), attacker);
    const bystander = new Navigator(site.app);
    await expectProblem(await bystander.go(answer.href), bystander, 'expired');
    // Nor in one that is on its way to the provider itself.
    const victim = new Navigator(site.app);
    await answerFor(newcomer(), victim);
    await expectProblem(await victim.go(answer.href), victim, 'expired');
    // And it was not used up by that: the attempt is the attacker's own.
    expect((await attacker.go(answer.href)).url).toBe(`${ownSite}/`);
  });

  test('not after a quarter of an hour', async () => {
    const browser = new Navigator(site.app);
    const answer = await answerFor(newcomer(), browser);
    site.clock.set(new Date(testMorning.getTime() + 15 * 60_000 + 1));
    await expectProblem(await browser.go(answer.href), browser, 'expired');
  });

  test('whichever process it comes to', async () => {
    const { database, authSecret } = site;
    const signInBy = { passwords: true, providers: [provider.settings] };
    const there = await startApp({ database, authSecret, signIn: signInBy });
    try {
      const browser = new Navigator(site.app);
      const answer = await answerFor(newcomer(), browser, '/payments');
      const elsewhere = new Navigator(there.app);
      for (const [origin, jar] of browser.cookies) elsewhere.cookies.set(origin, jar);
      expect((await elsewhere.go(answer.href)).url).toBe(`${ownSite}/payments`);
      expect(await whoIs(elsewhere)).not.toBeNull();
    } finally {
      await there.stop();
    }
  });

  test('not at the address of another provider', async () => {
    const browser = new Navigator(site.app);
    const answer = await answerFor(newcomer(), browser);
    const landing = await browser.go(answer.href.replace('/callback/oidc', '/callback/other'));
    expect(landing.status).toBe(404);
    expect(token(browser)).toBeUndefined();
  });

  test("not with another sign-in's code", async () => {
    const one = new Navigator(site.app);
    const two = new Navigator(site.app);
    const stolen = await answerFor(newcomer(), one);
    const answer = await answerFor(newcomer(), two);
    answer.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    // PKCE: the code is bound to a verifier that stayed here.
    await expectProblem(await two.go(answer.href), two, 'expired');
  });

  test.each([
    ['names another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example')],
    ['names no issuer', (query: URLSearchParams) => query.delete('iss')],
    ['carries no code', (query: URLSearchParams) => query.delete('code')],
    ['carries two codes', (query: URLSearchParams) => query.append('code', 'another')],
  ])('not when it %s', async (_, change) => {
    const browser = new Navigator(site.app);
    const answer = await answerFor(newcomer(), browser);
    change(answer.searchParams);
    await expectProblem(await browser.go(answer.href), browser, 'not_proven');
  });

  test('an attempt that is over is forgotten, one that is not is kept', async () => {
    const { kysely } = site.store;
    await kysely.deleteFrom('sign_in_attempts').execute();
    const browser = new Navigator(site.app);
    await answerFor(newcomer(), browser);
    await cleanUp(site.store, testMorning);
    expect(await kysely.selectFrom('sign_in_attempts').selectAll().execute()).toHaveLength(1);
    await cleanUp(site.store, new Date(testMorning.getTime() + 15 * 60_000 + 1));
    expect(await kysely.selectFrom('sign_in_attempts').selectAll().execute()).toEqual([]);
  });

  test('what waits for an answer holds nothing that finishes it', async () => {
    const browser = new Navigator(site.app);
    const answer = await answerFor(newcomer(), browser);
    const kept = JSON.stringify(
      await site.store.kysely.selectFrom('sign_in_attempts').selectAll().execute(),
    );
    expect(kept).not.toContain(answer.searchParams.get('state'));
    expect(kept).not.toContain(browser.cookies.get(ownSite)?.get('curbwrench.sign-in'));
  });
});

describe('an ID token is believed only when it is', () => {
  const soon = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
  const cases: [string, () => Tampering][] = [
    ['for another sign-in (nonce)', () => ({ claims: { nonce: 'forged' } })],
    ['for none (no nonce)', () => ({ claims: { nonce: undefined } })],
    ['for another application', () => ({ claims: { aud: 'another' } })],
    ['for several, by another', () => ({ claims: { aud: ['curbwrench', 'x'], azp: 'x' } })],
    ['from another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['over', () => ({ claims: { exp: soon(-120) } })],
    ['without an end', () => ({ claims: { exp: undefined } })],
    ['not valid yet', () => ({ claims: { nbf: soon(120) } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    [
      'with a subject that is none',
      () => ({ claims: { sub: 'a\u0000b', email: 'nul@example.org', email_verified: true } }),
    ],
    ['signed by another key', () => ({ signature: 'wrong key' })],
    ['signed by the shared secret', () => ({ signature: 'shared secret' })],
    ['not signed', () => ({ signature: 'none' })],
  ];

  test.each(cases)('not: %s', async (_, tampering) => {
    provider.tampering = tampering();
    const before = await everybody();
    const { landing, browser } = await signIn(newcomer());
    await expectProblem(landing, browser, 'not_proven');
    expect(await everybody()).toEqual(before);
  });

  test('else it is: the same way of signing, with nothing changed', async () => {
    provider.tampering = { claims: {} };
    const { browser } = await signIn(newcomer());
    expect(await whoIs(browser)).not.toBeNull();
  });

  test('and what is said of a person is said of the same one', async () => {
    // The user-info endpoint answers for the subject of the token that came with it.
    provider.tampering = { claims: { sub: 'somebody-else' } };
    const { landing, browser } = await signIn(newcomer());
    await expectProblem(landing, browser, 'not_proven');
  });
});

describe('a provider in trouble', () => {
  test('that is down when this server starts is asked again each time', async () => {
    const late = await startProvider(ownSite);
    await late.stop();
    const there = await startApp({
      database: site.database,
      signIn: { passwords: false, providers: [late.settings] },
      logLevel: 'silent',
    });
    try {
      const browser = new Navigator(there.app);
      const down = await browser.go('/api/login?to=/payments');
      expect(down.url).toBe(`${ownSite}/sign-in?problem=unavailable&to=%2Fpayments`);
      await late.start();
      late.person = newcomer();
      const up = await browser.go('/api/login?to=/payments');
      expect(up.url).toBe(`${ownSite}/payments`);
      expect(token(browser)).toBeDefined();
    } finally {
      await there.stop();
      await late.stop();
    }
  });

  test('that goes down on the way, and comes back', async () => {
    const browser = new Navigator(site.app);
    const person = newcomer();
    const answer = await answerFor(person, browser, '/payments');
    await provider.stop();
    try {
      const landing = await browser.go(answer.href);
      expect(landing.url).toBe(`${ownSite}/sign-in?problem=unavailable&to=%2Fpayments`);
      await expectProblem(await browser.go('/api/login/oidc'), browser, 'unavailable');
    } finally {
      await provider.start();
    }
    const { landing } = await signIn(person, browser);
    expect(landing.url).toBe(`${ownSite}/`);
    expect(await whoIs(browser)).toMatchObject({ email: person.email });
  });

  test('whose token endpoint fails', async () => {
    provider.tokenEndpoint = 'fails';
    const person = newcomer();
    const { landing, browser } = await signIn(person);
    await expectProblem(landing, browser, 'unavailable');
    provider.tokenEndpoint = 'works';
    await signIn(person, browser);
    expect(await whoIs(browser)).not.toBeNull();
  });

  test('that never answers is given up, each of its answers', async () => {
    const impatient = createSignInProvider(provider.settings, ownSite, 0.3);
    const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };
    const query = `code=a&state=${secrets.state}&iss=${provider.settings.issuer}`;
    provider.tokenEndpoint = 'hangs';
    expect(await impatient.prove(query, secrets)).toMatchObject({ problem: 'unavailable' });
    const silent = createServer(() => {});
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const mute = createSignInProvider(
      { ...provider.settings, issuer: `http://127.0.0.1:${port}` },
      ownSite,
      0.3,
    );
    expect(await mute.begin(secrets)).toMatchObject({ problem: 'unavailable' });
    expect(await mute.signOutUrl('token')).toBeNull();
    silent.closeAllConnections();
    silent.close();
  });

  test('where somebody says no leads back to the sign-in page', async () => {
    const { landing, browser } = await signIn('cancel');
    await expectProblem(landing, browser, 'cancelled');
  });

  test('is logged by its code, without anything of the person or the answer', async () => {
    const person = newcomer({ email_verified: false });
    const browser = new Navigator(site.app);
    const answer = await answerFor(person, browser);
    await browser.go(answer.href);
    await browser.go(answer.href);
    provider.claimsInToken = true;
    provider.tampering = { claims: { nonce: 'forged' } };
    await signIn(person);
    const log = logged.join('');
    for (const problem of ['email_unverified', 'expired', 'not_proven']) {
      expect(log).toContain(`"problem":"${problem}"`);
    }
    for (const secret of [person.email, person.sub, 'forged', ...answer.searchParams.values()]) {
      if (secret !== provider.settings.issuer) expect(log).not.toContain(secret);
    }
  });
});

describe('the way in', () => {
  test('is the sign-in page where there are passwords', async () => {
    const browser = new Navigator(site.app);
    expect((await browser.go('/api/login')).url).toBe(`${ownSite}/sign-in`);
    expect((await browser.go('/api/login?to=/payments?page=2')).url).toBe(
      `${ownSite}/sign-in?to=%2Fpayments%3Fpage%3D2`,
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
  ])('leads back to a page of ours and never to %j', async (to) => {
    const query = `to=${encodeURIComponent(to)}`;
    const browser = new Navigator(site.app);
    expect((await browser.go(`/api/login?${query}`)).url).toBe(`${ownSite}/sign-in`);
    provider.person = newcomer();
    expect((await browser.go(`/api/login/oidc?${query}`)).url).toBe(`${ownSite}/`);
    expect(token(browser)).toBeDefined();
    expect((await browser.go(`/api/login?to=/payments&${query}&to=/`)).url).toMatch(/\/sign-in/);
  });

  test('leads back to the page that was asked for', async () => {
    const to = '/appointments?tab=past&search=öl wechsel#top';
    const { landing } = await signIn(newcomer(), new Navigator(site.app), to);
    expect(landing.url).toBe(new URL(to, ownSite).href);
  });

  test('is not there for a provider that is not', async () => {
    for (const id of ['other', 'OIDC', '..', '%00', 'callback']) {
      const answer = await site.app.inject({ url: `/api/login/${id}` });
      expect([id, answer.statusCode]).toEqual([id, 404]);
    }
  });

  test('asks the provider for no more than who somebody is, by code, state, nonce and PKCE', async () => {
    const answer = await site.app.inject({ url: '/api/login/oidc' });
    expect(answer.statusCode).toBe(303);
    const asked = new URL(String(answer.headers['location']));
    expect(asked.origin).toBe(provider.settings.issuer);
    const query = Object.fromEntries(asked.searchParams);
    expect(query).toEqual({
      client_id: 'curbwrench',
      redirect_uri: `${ownSite}/api/login/callback/oidc`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(
      /^curbwrench\.sign-in=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const head = await site.app.inject({ method: 'HEAD', url: '/api/login/oidc' });
    expect(head.statusCode).toBe(404);
  });

  test('can be begun so often from one address, and then later again', async () => {
    const there = await startApp({
      database: site.database,
      signIn: { passwords: false, providers: [provider.settings] },
    });
    try {
      const [limit] = limits.beginProviderSignIn ?? [];
      const remoteAddress = '203.0.113.9';
      const begin = () => there.app.inject({ url: '/api/login', remoteAddress });
      for (let times = 0; times < (limit?.times ?? 0); times += 1) {
        expect((await begin()).statusCode).toBe(303);
      }
      const answer = await begin();
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([429, undefined]);
      there.clock.set(new Date(testMorning.getTime() + (limit?.minutes ?? 0) * 60_000 + 1));
      expect((await begin()).statusCode).toBe(303);
    } finally {
      await there.stop();
    }
  });

  test('has a cookie that only this host can set, where there is https', async () => {
    const there = await startApp({
      database: site.database,
      publicUrl: 'https://book.example.com',
      signIn: { passwords: true, providers: [provider.settings] },
    });
    try {
      const answer = await there.app.inject({ url: '/api/login/oidc' });
      expect(String(answer.headers['set-cookie'])).toMatch(
        /^__Host-curbwrench\.sign-in=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      );
    } finally {
      await there.stop();
    }
  });
});

describe('a provider instead of passwords', () => {
  let there: TestApp;
  beforeAll(async () => {
    there = await startApp({
      database: site.database,
      authSecret: site.authSecret,
      signIn: { passwords: false, providers: [provider.settings] },
    });
  });
  afterAll(() => there.stop());

  test('is what the way in leads to, and what is offered', async () => {
    const browser = new Navigator(there.app);
    provider.person = newcomer();
    expect((await browser.go('/api/login?to=/payments')).url).toBe(`${ownSite}/payments`);
    expect(await read(there, null, '/api/account/sign-in-options')).toMatchObject({
      passwords: false,
      providers: [{ id: 'oidc', name: 'Test provider' }],
    });
    const account = await read(there, { headers: { cookie: browser.cookie } }, '/api/account');
    expect(account).toMatchObject({ providers: ['Test provider'], hasPassword: false });
  });

  test.each(['cross-site', 'same-site'])('asks first who is sent there: %s', async (from) => {
    const course = { headers: { 'sec-fetch-site': from } };
    provider.person = newcomer();
    for (const way of ['/api/login', '/api/login/oidc']) {
      const browser = new Navigator(there.app);
      const asked = await browser.go(`${way}?to=/payments`, course);
      expect(asked.url).toBe(`${ownSite}/sign-in?to=%2Fpayments`);
      expect([...browser.cookies.keys()]).toEqual([ownSite]);
      expect(browser.cookie).toBe('');
    }
    for (const own of ['same-origin', 'none']) {
      const browser = new Navigator(there.app);
      const headers = { 'sec-fetch-site': own };
      expect((await browser.go('/api/login/oidc', { headers })).url).toBe(`${ownSite}/`);
      expect(token(browser)).toBeDefined();
    }
  });

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
  ])('leaves no call that takes one: %s', async (call, payload) => {
    const before = await everybody();
    const answer = await send(there, null, 'POST', `/api/account/${call}`, payload);
    expect(answer.statusCode).toBe(403);
    expect(await everybody()).toEqual(before);
  });

  test('takes an invitation from who signed in, not with a new password', async () => {
    const payload = {
      token: 'x'.repeat(32),
      account: { firstName: 'A', lastName: 'B', password: 'a rubber mallet in the rain' },
    };
    const answer = await send(there, null, 'POST', '/api/invitations/accept', payload);
    expect([answer.statusCode, answer.body]).toEqual([
      403,
      'Please sign in first, then open this invitation again.',
    ]);
  });
});

describe('signing out', () => {
  const fromHere = { headers: { 'sec-fetch-site': 'same-origin' } };

  /** The provider asks whether to sign out there too; this says yes. */
  async function confirm(landing: Landing, browser: Navigator): Promise<Landing> {
    const [, action = ''] = /action="([^"]+)"/.exec(landing.body) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(landing.body) ?? [];
    return browser.go(action, { form: `xsrf=${xsrf}&logout=yes` });
  }

  test('ends the session here, then at the provider, and comes back', async () => {
    const person = newcomer();
    const { browser } = await signIn(person);
    const asked = provider.asked();
    await signIn(person, browser);
    expect(provider.asked()).toBe(asked);
    const cookie = `${sessionCookie}=${token(browser)}`;

    const page = await browser.go('/api/logout', fromHere);
    expect(await sessionIsOpen(site, cookie)).toBe(false);
    expect(token(browser)).toBeUndefined();
    const away = new URL(page.url);
    expect(`${away.origin}${away.pathname}`).toBe(`${provider.settings.issuer}/session/end`);
    const back = await confirm(page, browser);
    expect(back.url).toBe(`${ownSite}/?signed-out`);

    await signIn(person, browser);
    expect(provider.asked()).toBe(asked + 1);
  });

  test('by the button does the same, without a redirect that a form may not follow', async () => {
    const { browser } = await signIn(newcomer());
    const cookie = `${sessionCookie}=${token(browser)}`;
    const page = await browser.go('/api/logout', { form: '', ...fromHere });
    expect([page.url, page.status]).toEqual([`${ownSite}/api/logout`, 200]);
    expect(await sessionIsOpen(site, cookie)).toBe(false);
    const [, to = ''] = /content="0;url=([^"]+)"/.exec(page.body) ?? [];
    const address = to.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const back = await confirm(await browser.go(address), browser);
    expect(back.url).toBe(`${ownSite}/?signed-out`);
  });

  test('asks before, where another site sent the browser', async () => {
    const { browser } = await signIn(newcomer());
    const page = await browser.go('/api/logout', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([page.url, page.status]).toEqual([`${ownSite}/api/logout`, 200]);
    expect(await whoIs(browser)).not.toBeNull();
  });

  test('of a session that came another way stays here', async () => {
    const person = newcomer();
    const { browser } = await signIn(person);
    const { id } = (await whoIs(browser)) ?? {};
    const { cookie } = await openSession(site, String(id));
    const other = new Navigator(site.app);
    other.cookies.set(ownSite, new Map([cookie.split(/=(.*)/s).slice(0, 2) as [string, string]]));
    expect((await other.go('/api/logout', fromHere)).url).toBe(`${ownSite}/?signed-out`);
    expect(await whoIs(browser)).not.toBeNull();
  });

  test('works while the provider is down, and ends the session here in any case', async () => {
    const { browser } = await signIn(newcomer());
    const cookie = `${sessionCookie}=${token(browser)}`;
    await provider.stop();
    // A fresh process has not read the provider's description yet.
    const there = await startApp({
      database: site.database,
      authSecret: site.authSecret,
      signIn: { passwords: true, providers: [provider.settings] },
    });
    try {
      const answer = await there.app.inject({
        url: '/api/logout',
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      });
      expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/?signed-out']);
      expect(await sessionIsOpen(site, cookie)).toBe(false);
    } finally {
      await there.stop();
      await provider.start();
    }
  });
});
