import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeAccount, password, signIn } from '@curbwrench/testing/accounts';
import { generateCode } from '@curbwrench/testing/authenticator';
import { Browser } from '@curbwrench/testing/browser';
import { setUpSecondFactor } from '@curbwrench/testing/second-factor';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;

beforeAll(async () => {
  // Stops the clock: codes are valid for half a minute, and none may expire during a test.
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await startApp();
});
afterAll(async () => {
  vi.useRealTimers();
  await app.stop();
});

const enter = (browser: Browser, code: string, extra: object = {}) =>
  browser.post('/api/account/sign-in/code', { code, ...extra });

const passwordRequired = [401, 'Please enter your password again.'];
const codeIncorrect = [401, 'That code is incorrect.'];

describe('signing in with a second factor', () => {
  test("requires the app's code after the password", async () => {
    const holder = await makeAccount(app);
    const { uri } = await setUpSecondFactor(holder);
    const browser = new Browser(app);
    const first = await browser.post('/api/account/sign-in', { email: holder.email, password });
    expect([first.statusCode, first.json()]).toEqual([200, { twoFactor: true }]);
    expect(browser.session).toBeUndefined();
    expect(await browser.signedInUserId()).toBeNull();
    const second = await enter(browser, generateCode(uri));
    expect([second.statusCode, second.body]).toEqual([204, '']);
    expect(await browser.signedInUserId()).toBe(holder.id);
  });

  test("accepts an app's code once @accounts.second-factor", async () => {
    const holder = await makeAccount(app);
    const { uri } = await setUpSecondFactor(holder);
    const code = generateCode(uri);
    const browsers = [await signIn(app, holder.email), await signIn(app, holder.email)];
    const responses = await Promise.all(browsers.map((browser) => enter(browser, code)));
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 401,
    ]);
    const userIds = await Promise.all(browsers.map((browser) => browser.signedInUserId()));
    expect(userIds.filter((id) => id !== null)).toEqual([holder.id]);
  });

  test('asks for the password again after a used code', async () => {
    const holder = await makeAccount(app);
    const { uri, backupCodes } = await setUpSecondFactor(holder);
    const code = generateCode(uri);
    expect((await enter(await signIn(app, holder.email), code)).statusCode).toBe(204);
    const browser = await signIn(app, holder.email);
    const used = await enter(browser, code);
    expect([used.statusCode, used.body]).toEqual([
      401,
      'That code was already used. Please go back, enter your password again, and then a new code.',
    ]);
    const secondAttempt = await enter(browser, backupCodes[0] ?? '');
    expect([secondAttempt.statusCode, secondAttempt.body]).toEqual(passwordRequired);
    await browser.post('/api/account/sign-in', { email: holder.email, password });
    expect((await enter(browser, backupCodes[0] ?? '')).statusCode).toBe(204);
  });

  test('accepts each backup code once @accounts.second-factor', async () => {
    const holder = await makeAccount(app);
    const [code = '', other = ''] = (await setUpSecondFactor(holder)).backupCodes;
    const browsers = [await signIn(app, holder.email), await signIn(app, holder.email)];
    const responses = await Promise.all(browsers.map((browser) => enter(browser, code)));
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 401,
    ]);
    const used = await enter(await signIn(app, holder.email), code);
    expect([used.statusCode, used.body]).toEqual(codeIncorrect);
    expect((await enter(await signIn(app, holder.email), other)).statusCode).toBe(204);
  });

  test('accepts no code in a browser in which the password was not entered', async () => {
    const holder = await makeAccount(app);
    const { uri } = await setUpSecondFactor(holder);
    await signIn(app, holder.email);
    const response = await enter(new Browser(app), generateCode(uri));
    expect([response.statusCode, response.body]).toEqual(passwordRequired);
  });

  test('accepts only a code of the person whose password was entered, even if someone else used this browser before', async () => {
    const stranger = await makeAccount(app);
    const { uri: strangersUri } = await setUpSecondFactor(stranger);
    const holder = await makeAccount(app);
    await setUpSecondFactor(holder);
    const { browser } = stranger;
    await browser.post('/api/account/sign-in', { email: holder.email, password });
    const response = await enter(browser, generateCode(strangersUri));
    expect([response.statusCode, response.body]).toEqual(codeIncorrect);
    expect(await browser.signedInUserId()).toBeNull();
  });

  test('accepts the code even if someone else has signed in with the same browser since the password was entered', async () => {
    const holder = await makeAccount(app);
    const { uri } = await setUpSecondFactor(holder);
    const other = await makeAccount(app);
    const browser = await signIn(app, holder.email);
    await browser.post('/api/account/sign-in', { email: other.email, password });
    expect(await browser.signedInUserId()).toBe(other.id);
    expect((await enter(browser, generateCode(uri))).statusCode).toBe(204);
    expect(await browser.signedInUserId()).toBe(holder.id);
  });

  test('requires the password again after five wrong codes, even if the sixth code is correct', async () => {
    const holder = await makeAccount(app);
    const { uri } = await setUpSecondFactor(holder);
    const browser = await signIn(app, holder.email);
    for (let tries = 0; tries < 5; tries += 1) {
      const response = await enter(browser, 'aaaaa-aaaaa');
      expect([response.statusCode, response.body]).toEqual(codeIncorrect);
    }
    const withCorrectCode = await enter(browser, generateCode(uri));
    expect([withCorrectCode.statusCode, withCorrectCode.body]).toEqual(passwordRequired);
  });

  test('is locked for 15 minutes after ten consecutive wrong codes @accounts.second-factor-lock', async () => {
    const holder = await makeAccount(app);
    const { uri } = await setUpSecondFactor(holder);
    const enterWrongCodes = async (times: number) => {
      const browser = await signIn(app, holder.email);
      for (let count = 0; count < times; count += 1) {
        expect((await enter(browser, 'aaaaa-aaaaa')).statusCode).toBe(401);
      }
      return browser;
    };
    await enterWrongCodes(5);
    await enterWrongCodes(5);
    // The lower rate limit per account and IP address would refuse the next sign-in; this resets it.
    await app.store.kysely.deleteFrom('rate_limits').execute();
    const locked = await enter(await signIn(app, holder.email), generateCode(uri));
    expect([locked.statusCode, locked.body]).toEqual([
      429,
      'Too many incorrect codes. Please try again in 15 minutes.',
    ]);
    await app.store.kysely
      .updateTable('two_factors')
      .set({ locked_until: new Date(Date.now() - 1) })
      .where('account_id', '=', holder.id)
      .execute();
    expect((await enter(await signIn(app, holder.email), generateCode(uri))).statusCode).toBe(204);
  });

  test('checks ten of sixty simultaneous wrong codes and refuses the rest @accounts.guesses', async () => {
    const holder = await makeAccount(app);
    await setUpSecondFactor(holder);
    const browsers = await Promise.all(Array.from({ length: 60 }, () => signIn(app, holder.email)));
    const responses = await Promise.all(browsers.map((browser) => enter(browser, 'aaaaa-aaaaa')));
    const count = (status: number) =>
      responses.filter(({ statusCode }) => statusCode === status).length;
    expect([count(401), count(429)]).toEqual([10, 50]);
  });

  test('needs no code in a trusted browser, until the password changes', async () => {
    const holder = await makeAccount(app);
    const { uri, backupCodes } = await setUpSecondFactor(holder);
    const browser = await signIn(app, holder.email);
    expect((await enter(browser, generateCode(uri), { trust: true })).statusCode).toBe(204);
    const body = { email: holder.email, password };
    const trusted = await browser.post('/api/account/sign-in', body);
    expect(trusted.json()).toEqual({ twoFactor: false });
    const inOtherBrowser = await new Browser(app).post('/api/account/sign-in', body);
    expect(inOtherBrowser.json()).toEqual({ twoFactor: true });

    const newPassword = 'a different mallet indoors';
    await browser.post('/api/account/change-password', {
      current: password,
      password: newPassword,
      code: backupCodes[1],
    });
    const signedIn = await browser.post('/api/account/sign-in', { ...body, password: newPassword });
    expect(signedIn.json()).toEqual({ twoFactor: true });
    expect((await enter(browser, backupCodes[0] ?? '')).statusCode).toBe(204);
  });

  test('is refused if the person is deactivated between password and code', async () => {
    const holder = await makeAccount(app);
    const { uri } = await setUpSecondFactor(holder);
    const browser = await signIn(app, holder.email);
    await app.store.kysely
      .updateTable('accounts')
      .set({ active: false })
      .where('id', '=', holder.id)
      .execute();
    expect((await enter(browser, generateCode(uri))).statusCode).toBe(403);
    expect(browser.session).toBeUndefined();
  });
});

describe('wrong codes from a signed-in person', () => {
  const guesses = (browser: Browser, code: string) => [
    () => browser.post('/api/account/change-email', { email: 'a@b.example', password, code }),
    () =>
      browser.post('/api/account/change-password', {
        current: password,
        password: 'a different mallet indoors',
        code,
      }),
    () => browser.post('/api/account/delete', { password, code }),
    () => browser.post('/api/account/two-factor/stop', { password, code }),
  ];
  const locked = [429, 'Too many incorrect codes. Please try again in 15 minutes.'];

  test('lock the second factor after ten attempts, even if spread over several endpoints', async () => {
    const { browser, ...holder } = await makeAccount(app);
    const { uri } = await setUpSecondFactor({ browser });
    const wrongGuesses = guesses(browser, 'aaaaa-aaaaa');
    for (let tries = 0; tries < 10; tries += 1) {
      const response = await wrongGuesses[tries % wrongGuesses.length]?.();
      expect([response?.statusCode, response?.body]).toEqual([400, 'That code is incorrect.']);
    }
    for (const guess of guesses(browser, generateCode(uri))) {
      const response = await guess();
      expect([response.statusCode, response.body]).toEqual(locked);
    }
    const signInResponse = await enter(await signIn(app, holder.email), generateCode(uri));
    expect([signInResponse.statusCode, signInResponse.body]).toEqual(locked);
    expect(await browser.signedInUserId()).toBe(holder.id);
  });

  test('share one count with wrong codes at sign-in, which a correct code resets', async () => {
    const { browser, ...holder } = await makeAccount(app);
    const { uri, backupCodes } = await setUpSecondFactor({ browser });
    const guess = guesses(browser, 'aaaaa-aaaaa')[0];
    const guessNineTimes = async () => {
      for (let tries = 0; tries < 5; tries += 1) expect((await guess?.())?.statusCode).toBe(400);
      const pendingSignIn = await signIn(app, holder.email);
      for (let tries = 0; tries < 4; tries += 1) {
        expect((await enter(pendingSignIn, 'aaaaa-aaaaa')).statusCode).toBe(401);
      }
      return pendingSignIn;
    };
    expect((await enter(await guessNineTimes(), generateCode(uri))).statusCode).toBe(204);
    expect((await enter(await guessNineTimes(), backupCodes[0] ?? '')).statusCode).toBe(204);
    await guessNineTimes();
    // A code that was already used does not reset the count, although it is correct.
    const used = await enter(await signIn(app, holder.email), generateCode(uri));
    expect(used.statusCode).toBe(401);
    const lastAttempt = await enter(await signIn(app, holder.email), backupCodes[1] ?? '');
    expect([lastAttempt.statusCode, lastAttempt.body]).toEqual(locked);
  });

  test('are counted even if many arrive at the same time', async () => {
    const { browser } = await makeAccount(app);
    await setUpSecondFactor({ browser });
    const [guess] = guesses(browser, 'aaaaa-aaaaa');
    const responses = await Promise.all(Array.from({ length: 18 }, async () => guess?.()));
    const checkedGuesses = responses.filter((response) => response?.statusCode === 400);
    const refusedGuesses = responses.filter((response) => response?.statusCode === 429);
    expect([checkedGuesses.length, refusedGuesses.length]).toEqual([10, 8]);
  });

  test("are also counted when an admin removes someone's second factor", async () => {
    const admin = await makeAccount(app, 'admin');
    const { uri } = await setUpSecondFactor(admin);
    const user = await makeAccount(app, 'mechanic');
    await setUpSecondFactor(user);
    const remove = (code: string) =>
      admin.browser.post(`/api/users/${user.id}/second-factor/remove`, { password, code });
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await remove('aaaaa-aaaaa')).statusCode).toBe(400);
    }
    const response = await remove(generateCode(uri));
    expect([response.statusCode, response.body]).toEqual(locked);
  });
});
