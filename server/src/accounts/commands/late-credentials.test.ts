import type * as Accounts from '../queries/accounts.ts';
import type * as Hashing from '../adapters/password-hash.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { unusedEmail, makeAccount, password, signIn } from '@curbwrench/testing/accounts';
import { generateCode } from '@curbwrench/testing/authenticator';
import { Browser, mailsTo, tokenSentTo } from '@curbwrench/testing/browser';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

/*
 * Tests of credentials that were checked before an account was secured and are used after it. A gate holds
 * the first few requests at one of two places: where a password has just been compared, and where the library
 * is about to create a session.
 */

type Place = 'password compared' | 'session to be created';

const gate = vi.hoisted(() => {
  let shut: { place: string; holds: number } | null = null;
  let held = 0;
  let release: () => void = () => {};
  let released = Promise.resolve();
  let onArrival: () => void = () => {};
  return {
    /** Holds the next `holds` requests at a place, until `open`. */
    shut(place: string, holds: number): void {
      shut = { place, holds };
      held = 0;
      released = new Promise((resolve) => (release = resolve));
    },
    async pass(place: string): Promise<void> {
      if (shut?.place !== place || held === shut.holds) return;
      held += 1;
      onArrival();
      await released;
    },
    /** Resolves when all requests to be held have arrived. */
    full(): Promise<void> {
      return new Promise((resolve) => {
        onArrival = () => {
          if (held === shut?.holds) resolve();
        };
        onArrival();
      });
    },
    open(): void {
      shut = null;
      release();
    },
  };
});

vi.mock('../adapters/password-hash.ts', async (original) => {
  const real = await original<typeof Hashing>();
  return {
    ...real,
    passwordHashing: (cost: Parameters<typeof real.passwordHashing>[0]) => {
      const hashing = real.passwordHashing(cost);
      return {
        ...hashing,
        verify: async (given: { hash: string; password: string }) => {
          const isRight = await hashing.verify(given);
          await gate.pass('password compared');
          return isRight;
        },
      };
    },
  };
});

vi.mock('../queries/accounts.ts', async (original) => {
  const real = await original<typeof Accounts>();
  return {
    ...real,
    findSignInMethods: async (...given: Parameters<typeof real.findSignInMethods>) => {
      const methods = await real.findSignInMethods(...given);
      // The library's own hook calls this when it creates a session.
      if (new Error('caller').stack?.includes('/accounts/adapters/better-auth.ts')) {
        await gate.pass('session to be created');
      }
      return methods;
    },
  };
});

let site: TestApp;

beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.stop());
afterEach(() => gate.open());

const newPassword = 'a different mallet indoors';
const thirdPassword = 'one more mallet in the attic';

async function resetByLink(email: string, to = newPassword): Promise<void> {
  await new Browser(site).post('/api/account/forgot-password', { email });
  const token = await tokenSentTo(site, email);
  const reset = { token, password: to };
  const response = await new Browser(site).post('/api/account/reset-password', reset);
  expect([response.statusCode, response.body]).toEqual([204, '']);
}

/** Resets the owner's password and signs them in again, so that calls on their behalf continue. */
async function recover(email: string): Promise<void> {
  await resetByLink(email);
  await signIn(site, email, newPassword);
}

/** Returns how many sessions a person has, and how many trusted browsers and sign-ins waiting for a code. */
async function countSessionsAndVerifications(userId: string): Promise<number[]> {
  const { kysely } = site.store;
  const rows = [
    await kysely.selectFrom('sessions').select('id').where('account_id', '=', userId).execute(),
    await kysely.selectFrom('verifications').select('id').where('value', '=', userId).execute(),
  ];
  return rows.map(({ length }) => length);
}

/** Returns the responses to the requests that were held at a place while `action` ran. */
async function holdWhile<T>(
  place: Place,
  startRequests: () => readonly Promise<T>[],
  action: () => Promise<void>,
  holds = 6,
): Promise<T[]> {
  gate.shut(place, holds);
  const held = Promise.all(startRequests());
  await gate.full();
  await action();
  gate.open();
  return held;
}

const places: Place[] = ['password compared', 'session to be created'];

test.each(places)(
  'six sign-ins with the former password, held at "%s", open no session',
  async (place) => {
    const { id, email, browser } = await makeAccount(site);
    const securingActions = {
      'a changed password': async () => {
        const change = { current: password, password: newPassword };
        const response = await browser.post('/api/account/change-password', change);
        expect([response.statusCode, response.body]).toEqual([204, '']);
      },
      'a reset password': () => resetByLink(email, thirdPassword),
    };
    let current = password;
    for (const [name, action] of Object.entries(securingActions)) {
      const signIns = () =>
        Array.from({ length: 6 }, () =>
          new Browser(site).post('/api/account/sign-in', { email, password: current }),
        );
      const responses = await holdWhile(place, signIns, action);
      expect([name, responses.map(({ statusCode }) => statusCode)]).toEqual([
        name,
        [401, 401, 401, 401, 401, 401],
      ]);
      expect(
        responses.flatMap(({ cookies }) => cookies.filter(({ value }) => value !== '')),
      ).toEqual([]);
      // After a changed password only the owner's new session; after a reset one none.
      expect([name, await countSessionsAndVerifications(id)]).toEqual([
        name,
        [current === password ? 1 : 0, 0],
      ]);
      current = newPassword;
    }
    expect(await (await signIn(site, email, thirdPassword)).signedInUserId()).toBe(id);
  },
);

/** Makes a person with a second factor. */
async function makeAccountWithSecondFactor() {
  const holder = await makeAccount(site);
  const started = await holder.browser.post('/api/account/two-factor', { password });
  const { uri, backupCodes } = started.json<{ uri: string; backupCodes: string[] }>();
  const code = generateCode(uri, -1);
  const confirmed = await holder.browser.post('/api/account/two-factor/confirm', { code });
  expect(confirmed.statusCode).toBe(200);
  return { ...holder, backupCodes };
}

test.each(places)(
  'a sign-in that would need a code, held at "%s", is refused when the password is reset meanwhile',
  async (place) => {
    const { id, email, backupCodes } = await makeAccountWithSecondFactor();
    const browser = new Browser(site);
    const [response] = await holdWhile(
      place,
      () => [browser.post('/api/account/sign-in', { email, password })],
      () => resetByLink(email),
      1,
    );
    expect(response?.statusCode).toBe(401);
    expect(await countSessionsAndVerifications(id)).toEqual([0, 0]);
    const code = await browser.post('/api/account/sign-in/code', { code: backupCodes[0] });
    expect(code.statusCode).toBe(401);
  },
);

test.each(places)('a trusted browser, held at "%s", is no longer trusted', async (place) => {
  const { id, email, backupCodes } = await makeAccountWithSecondFactor();
  const browser = await signIn(site, email);
  const trust = { code: backupCodes[0], trust: true };
  expect((await browser.post('/api/account/sign-in/code', trust)).statusCode).toBe(204);
  const [response] = await holdWhile(
    place,
    () => [browser.post('/api/account/sign-in', { email, password })],
    () => resetByLink(email),
    1,
  );
  expect(response?.statusCode).toBe(401);
  expect(await countSessionsAndVerifications(id)).toEqual([0, 0]);
});

test('a correct code held before its session is created opens none @accounts.secured', async () => {
  const { id, email, backupCodes } = await makeAccountWithSecondFactor();
  const browser = await signIn(site, email);
  const [response] = await holdWhile(
    'session to be created',
    () => [browser.post('/api/account/sign-in/code', { code: backupCodes[0], trust: true })],
    () => resetByLink(email),
    1,
  );
  expect([response?.statusCode, response?.body]).toEqual([
    401,
    'Please enter your password again.',
  ]);
  expect(await countSessionsAndVerifications(id)).toEqual([0, 0]);
});

const sensitiveRequests: readonly (readonly [
  string,
  (browser: Browser) => ReturnType<Browser['post']>,
])[] = [
  [
    'a change of the password',
    (browser) =>
      browser.post('/api/account/change-password', { current: password, password: thirdPassword }),
  ],
  [
    'a change of email address',
    (browser) => browser.post('/api/account/change-email', { email: unusedEmail(), password }),
  ],
  ['a deletion', (browser) => browser.post('/api/account/delete', { password })],
  ['a second factor', (browser) => browser.post('/api/account/two-factor', { password })],
  [
    'logging out others',
    (browser) => browser.post('/api/account/sessions/end-others', { password }),
  ],
];

test.each(sensitiveRequests)(
  '%s requested with the former password is refused',
  async (_, action) => {
    const { id, email, browser } = await makeAccount(site);
    const [response] = await holdWhile(
      'password compared',
      () => [action(browser)],
      () => recover(email),
      1,
    );
    expect([response?.statusCode, response?.body]).toEqual([
      409,
      'Your account was changed in the meantime. Please try again.',
    ]);
    // The owner's own new session.
    expect(await countSessionsAndVerifications(id)).toEqual([1, 0]);
    for (const table of ['account_tokens', 'two_factors'] as const) {
      const rows = await site.store.kysely
        .selectFrom(table)
        .selectAll()
        .where('account_id', '=', id)
        .execute();
      expect([table, rows]).toEqual([table, []]);
    }
    expect(await (await signIn(site, email, newPassword)).signedInUserId()).toBe(id);
  },
);

test('of two simultaneous changes of one password, the second finds it changed', async () => {
  const { id, email, browser } = await makeAccount(site);
  const changes = () =>
    [newPassword, thirdPassword].map((chosen) =>
      browser.post('/api/account/change-password', { current: password, password: chosen }),
    );
  const responses = await holdWhile('password compared', changes, async () => {}, 2);
  const statuses = responses.map(({ statusCode }) => statusCode);
  // 401: its turn came before the first had opened its new session.
  expect([
    [204, 401],
    [204, 409],
  ]).toContainEqual(statuses.toSorted((a, b) => a - b));
  expect((await mailsTo(site, email)).map(({ subject }) => subject)).toEqual([
    'Your password for Curbwrench was changed',
  ]);
  const kept = statuses[0] === 204 ? newPassword : thirdPassword;
  expect(await (await signIn(site, email, kept)).signedInUserId()).toBe(id);
});

test('the new session of a changed password ends with the next change', async () => {
  const { id, email, browser } = await makeAccount(site);
  const change = { current: password, password: newPassword };
  const [response] = await holdWhile(
    'session to be created',
    () => [browser.post('/api/account/change-password', change)],
    () => resetByLink(email, thirdPassword),
    1,
  );
  expect(response?.statusCode).toBe(401);
  expect(await countSessionsAndVerifications(id)).toEqual([0, 0]);
});

test('an admin cannot remove a second factor with a former password', async () => {
  const admin = await makeAccount(site, 'admin');
  const lost = await makeAccountWithSecondFactor();
  const [response] = await holdWhile(
    'password compared',
    () => [admin.browser.post(`/api/users/${lost.id}/second-factor/remove`, { password })],
    () => recover(admin.email),
    1,
  );
  expect(response?.statusCode).toBe(409);
  expect((await lost.browser.send('GET', '/api/account')).json()).toMatchObject({
    twoFactor: true,
  });
});
