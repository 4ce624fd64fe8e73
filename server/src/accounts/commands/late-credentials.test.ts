import type * as Accounts from '../queries/accounts.ts';
import type * as Hashing from '../adapters/password-hash.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { unusedEmail, makeAccount, password, signIn } from '@curbwrench/testing/accounts';
import { Browser, emailsTo, tokenSentTo } from '@curbwrench/testing/browser';
import { setUpSecondFactor } from '@curbwrench/testing/second-factor';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

/*
 * Tests that credentials checked before an account was secured cannot be used afterward. A gate holds the first
 * few requests at one of two points: right after a password comparison, or right before the library creates a
 * session.
 */

type Point = 'password comparison' | 'session creation';

const gate = vi.hoisted(() => {
  let heldPoint: { point: string; capacity: number } | null = null;
  let heldCount = 0;
  let release: () => void = () => {};
  let released = Promise.resolve();
  let onArrival: () => void = () => {};
  return {
    /** Holds the next `capacity` requests at a point, until `open` is called. */
    close(point: string, capacity: number): void {
      heldPoint = { point, capacity };
      heldCount = 0;
      released = new Promise((resolve) => (release = resolve));
    },
    async pass(point: string): Promise<void> {
      if (heldPoint?.point !== point || heldCount === heldPoint.capacity) return;
      heldCount += 1;
      onArrival();
      await released;
    },
    /** Resolves when all requests to be held have arrived. */
    whenFull(): Promise<void> {
      return new Promise((resolve) => {
        onArrival = () => {
          if (heldCount === heldPoint?.capacity) resolve();
        };
        onArrival();
      });
    },
    open(): void {
      heldPoint = null;
      release();
    },
  };
});

vi.mock('../adapters/password-hash.ts', async (original) => {
  const real = await original<typeof Hashing>();
  return {
    ...real,
    createPasswordHashing: (cost: Parameters<typeof real.createPasswordHashing>[0]) => {
      const hashing = real.createPasswordHashing(cost);
      return {
        ...hashing,
        verify: async (attempt: { hash: string; password: string }) => {
          const isCorrect = await hashing.verify(attempt);
          await gate.pass('password comparison');
          return isCorrect;
        },
      };
    },
  };
});

vi.mock('../queries/accounts.ts', async (original) => {
  const real = await original<typeof Accounts>();
  return {
    ...real,
    findSignInMethods: async (...args: Parameters<typeof real.findSignInMethods>) => {
      const methods = await real.findSignInMethods(...args);
      // The library's own hook calls this when it creates a session.
      if (new Error('caller').stack?.includes('/accounts/adapters/better-auth.ts')) {
        await gate.pass('session creation');
      }
      return methods;
    },
  };
});

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
afterEach(() => gate.open());

const newPassword = 'a different mallet indoors';
const thirdPassword = 'one more mallet in the attic';

async function resetByLink(email: string, replacement = newPassword): Promise<void> {
  await new Browser(app).post('/api/account/forgot-password', { email });
  const token = await tokenSentTo(app, email);
  const reset = { token, password: replacement };
  const response = await new Browser(app).post('/api/account/reset-password', reset);
  expect([response.statusCode, response.body]).toEqual([204, '']);
}

/** Resets the owner's password and signs them in again, as the owner would after noticing an attack. */
async function recover(email: string): Promise<void> {
  await resetByLink(email);
  await signIn(app, email, newPassword);
}

/** Counts a person's sessions, and their verifications: trusted browsers and sign-ins waiting for a code. */
async function countSessionsAndVerifications(userId: string): Promise<number[]> {
  const { kysely } = app.store;
  const rows = [
    await kysely.selectFrom('sessions').select('id').where('account_id', '=', userId).execute(),
    await kysely.selectFrom('verifications').select('id').where('value', '=', userId).execute(),
  ];
  return rows.map(({ length }) => length);
}

/** Returns the responses to the requests that were held at a point while `action` ran. */
async function holdWhile<T>(
  point: Point,
  startRequests: () => readonly Promise<T>[],
  action: () => Promise<void>,
  capacity = 6,
): Promise<T[]> {
  gate.close(point, capacity);
  const responses = Promise.all(startRequests());
  await gate.whenFull();
  await action();
  gate.open();
  return responses;
}

const points: Point[] = ['password comparison', 'session creation'];

test.each(points)(
  'sign-ins with the old password, held at "%s" while the password is replaced, open no session',
  async (point) => {
    const { id, email, browser } = await makeAccount(app);
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
          new Browser(app).post('/api/account/sign-in', { email, password: current }),
        );
      const responses = await holdWhile(point, signIns, action);
      expect([name, responses.map(({ statusCode }) => statusCode)]).toEqual([
        name,
        [401, 401, 401, 401, 401, 401],
      ]);
      expect(
        responses.flatMap(({ cookies }) => cookies.filter(({ value }) => value !== '')),
      ).toEqual([]);
      // A change leaves only the owner's new session; a reset leaves none.
      expect([name, await countSessionsAndVerifications(id)]).toEqual([
        name,
        [current === password ? 1 : 0, 0],
      ]);
      current = newPassword;
    }
    expect(await (await signIn(app, email, thirdPassword)).signedInUserId()).toBe(id);
  },
);

/** Creates a person with a second factor. */
async function makeAccountWithSecondFactor() {
  const holder = await makeAccount(app);
  return { ...holder, ...(await setUpSecondFactor(holder, 0)) };
}

test.each(points)(
  'a sign-in that would require a code, held at "%s", is refused after the password is reset',
  async (point) => {
    const { id, email, backupCodes } = await makeAccountWithSecondFactor();
    const browser = new Browser(app);
    const [response] = await holdWhile(
      point,
      () => [browser.post('/api/account/sign-in', { email, password })],
      () => resetByLink(email),
      1,
    );
    expect(response?.statusCode).toBe(401);
    expect(await countSessionsAndVerifications(id)).toEqual([0, 0]);
    const codeResponse = await browser.post('/api/account/sign-in/code', { code: backupCodes[0] });
    expect(codeResponse.statusCode).toBe(401);
  },
);

test.each(points)(
  'a trusted browser, held at "%s", loses its trust when the password is reset',
  async (point) => {
    const { id, email, backupCodes } = await makeAccountWithSecondFactor();
    const browser = await signIn(app, email);
    const trust = { code: backupCodes[0], trust: true };
    expect((await browser.post('/api/account/sign-in/code', trust)).statusCode).toBe(204);
    const [response] = await holdWhile(
      point,
      () => [browser.post('/api/account/sign-in', { email, password })],
      () => resetByLink(email),
      1,
    );
    expect(response?.statusCode).toBe(401);
    expect(await countSessionsAndVerifications(id)).toEqual([0, 0]);
  },
);

test('a correct code opens no session if the password is reset before the session is created @accounts.secured', async () => {
  const { id, email, backupCodes } = await makeAccountWithSecondFactor();
  const browser = await signIn(app, email);
  const [response] = await holdWhile(
    'session creation',
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
    'a password change',
    (browser) =>
      browser.post('/api/account/change-password', { current: password, password: thirdPassword }),
  ],
  [
    'a change of email address',
    (browser) => browser.post('/api/account/change-email', { email: unusedEmail(), password }),
  ],
  ['deleting the account', (browser) => browser.post('/api/account/delete', { password })],
  [
    'setting up a second factor',
    (browser) => browser.post('/api/account/two-factor', { password }),
  ],
  [
    'logging out other sessions',
    (browser) => browser.post('/api/account/sessions/end-others', { password }),
  ],
];

test.each(sensitiveRequests)(
  '%s is refused if the password is replaced while the old one is being checked',
  async (_, action) => {
    const { id, email, browser } = await makeAccount(app);
    const [response] = await holdWhile(
      'password comparison',
      () => [action(browser)],
      () => recover(email),
      1,
    );
    expect([response?.statusCode, response?.body]).toEqual([
      409,
      'Your account was just changed. Please try again.',
    ]);
    // Only the owner's new session exists.
    expect(await countSessionsAndVerifications(id)).toEqual([1, 0]);
    for (const table of ['account_tokens', 'two_factors'] as const) {
      const rows = await app.store.kysely
        .selectFrom(table)
        .selectAll()
        .where('account_id', '=', id)
        .execute();
      expect([table, rows]).toEqual([table, []]);
    }
    expect(await (await signIn(app, email, newPassword)).signedInUserId()).toBe(id);
  },
);

test('only one of two concurrent password changes succeeds', async () => {
  const { id, email, browser } = await makeAccount(app);
  const changes = () =>
    [newPassword, thirdPassword].map((replacement) =>
      browser.post('/api/account/change-password', { current: password, password: replacement }),
    );
  const responses = await holdWhile('password comparison', changes, async () => {}, 2);
  const statuses = responses.map(({ statusCode }) => statusCode);
  // 401: the second request was handled before the first one had opened its new session.
  expect([
    [204, 401],
    [204, 409],
  ]).toContainEqual(statuses.toSorted((a, b) => a - b));
  expect((await emailsTo(app, email)).map(({ subject }) => subject)).toEqual([
    'Your password for Curbwrench was changed',
  ]);
  const current = statuses[0] === 204 ? newPassword : thirdPassword;
  expect(await (await signIn(app, email, current)).signedInUserId()).toBe(id);
});

test('a password change opens no session if the password is reset before the session is created', async () => {
  const { id, email, browser } = await makeAccount(app);
  const change = { current: password, password: newPassword };
  const [response] = await holdWhile(
    'session creation',
    () => [browser.post('/api/account/change-password', change)],
    () => resetByLink(email, thirdPassword),
    1,
  );
  expect(response?.statusCode).toBe(401);
  expect(await countSessionsAndVerifications(id)).toEqual([0, 0]);
});

test("an admin cannot remove someone's second factor with a password that is replaced during the request", async () => {
  const admin = await makeAccount(app, 'admin');
  const member = await makeAccountWithSecondFactor();
  const [response] = await holdWhile(
    'password comparison',
    () => [admin.browser.post(`/api/users/${member.id}/second-factor/remove`, { password })],
    () => recover(admin.email),
    1,
  );
  expect(response?.statusCode).toBe(409);
  expect((await member.browser.send('GET', '/api/account')).json()).toMatchObject({
    twoFactor: true,
  });
});
