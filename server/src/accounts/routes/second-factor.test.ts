import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeAccount, password, signIn, type AccountHolder } from '@curbwrench/testing/accounts';
import { generateCode } from '@curbwrench/testing/authenticator';
import { Browser, emailsTo } from '@curbwrench/testing/browser';
import { makePerson, openSession } from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
/** The same business, but its staff need a second factor. */
let strict: TestApp;

beforeAll(async () => {
  // Stops the clock: codes are valid for half a minute, and none may expire during a test.
  vi.useFakeTimers({ toFake: ['Date'] });
  site = await startApp();
  strict = await startApp({
    database: site.database,
    authSecret: site.authSecret,
    staffTwoFactor: true,
  });
});
afterAll(async () => {
  await strict.stop();
  await site.stop();
  vi.useRealTimers();
});

interface Factor {
  readonly uri: string;
  readonly backupCodes: string[];
}

/** Sets up a second factor with the previous time step's code, so that later codes stay unused. */
async function setUp({ browser }: Pick<AccountHolder, 'browser'>): Promise<Factor> {
  const started = await browser.post('/api/account/two-factor', { password });
  if (started.statusCode !== 200) throw new Error(started.body);
  const factor = started.json<Factor>();
  const confirmed = await browser.post('/api/account/two-factor/confirm', {
    code: generateCode(factor.uri, -1),
  });
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body);
  return factor;
}

const enter = (browser: Browser, code: string, extra: object = {}) =>
  browser.post('/api/account/sign-in/code', { code, ...extra });

const passwordRequired = [401, 'Please enter your password again.'];
const codeIncorrect = [401, 'That code is incorrect.'];

describe('setting up a second factor', () => {
  test('requires the password, and a first code from the app', async () => {
    const holder = await makeAccount(site);
    const { browser } = holder;
    const guess = await browser.post('/api/account/two-factor', { password: 'not it at all' });
    expect([guess.statusCode, guess.body]).toEqual([400, 'That password is incorrect.']);

    const started = await browser.post('/api/account/two-factor', { password });
    const { uri, backupCodes } = started.json<Factor>();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Curbwrench:/);
    expect(new Set(backupCodes).size).toBe(10);
    // No code is required yet.
    await signIn(site, holder.email);

    const wrongCode = await browser.post('/api/account/two-factor/confirm', {
      code: String((Number(generateCode(uri)) + 1) % 1_000_000).padStart(6, '0'),
    });
    expect([wrongCode.statusCode, wrongCode.body]).toEqual([
      400,
      'That code is incorrect; please try the next one.',
    ]);
    const before = browser.session;
    const confirmed = await browser.post('/api/account/two-factor/confirm', {
      code: generateCode(uri),
    });
    expect(confirmed.json()).toMatchObject({ twoFactor: true });
    // A new session was opened; the previous one has ended.
    expect(browser.session).not.toBe(before);
    expect(await browser.signedInUserId()).toBe(holder.id);
    expect((await emailsTo(site, holder.email)).at(-1)?.subject).toMatch(/was turned on$/);
    const twice = await browser.post('/api/account/two-factor', { password });
    expect(twice.statusCode).toBe(409);
    const confirmedTwice = await browser.post('/api/account/two-factor/confirm', {
      code: generateCode(uri, 1),
    });
    expect(confirmedTwice.statusCode).toBe(409);
    expect(await emailsTo(site, holder.email)).toHaveLength(1);
  });

  test('stores neither the secret nor the codes in plain text @accounts.second-factor', async () => {
    const holder = await makeAccount(site);
    const { uri, backupCodes } = await setUp(holder);
    const rows = JSON.stringify(
      await site.store.kysely.selectFrom('two_factors').selectAll().execute(),
    );
    expect(rows).not.toContain(new URL(uri).searchParams.get('secret'));
    for (const code of backupCodes) expect(rows).not.toContain(code);
  });
});

describe('signing in with a second factor', () => {
  test("requires the app's code after the password", async () => {
    const holder = await makeAccount(site);
    const { uri } = await setUp(holder);
    const browser = new Browser(site);
    const first = await browser.post('/api/account/sign-in', { email: holder.email, password });
    expect([first.statusCode, first.json()]).toEqual([200, { twoFactor: true }]);
    expect(browser.session).toBeUndefined();
    expect(await browser.signedInUserId()).toBeNull();
    const second = await enter(browser, generateCode(uri));
    expect([second.statusCode, second.body]).toEqual([204, '']);
    expect(await browser.signedInUserId()).toBe(holder.id);
  });

  test("accepts an app's code once @accounts.second-factor", async () => {
    const holder = await makeAccount(site);
    const { uri } = await setUp(holder);
    const code = generateCode(uri);
    const browsers = [await signIn(site, holder.email), await signIn(site, holder.email)];
    const responses = await Promise.all(browsers.map((browser) => enter(browser, code)));
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 401,
    ]);
    const people = await Promise.all(browsers.map((browser) => browser.signedInUserId()));
    expect(people.filter((id) => id !== null)).toEqual([holder.id]);
  });

  test('asks for the password again after a used code', async () => {
    const holder = await makeAccount(site);
    const { uri, backupCodes } = await setUp(holder);
    const code = generateCode(uri);
    expect((await enter(await signIn(site, holder.email), code)).statusCode).toBe(204);
    const browser = await signIn(site, holder.email);
    const used = await enter(browser, code);
    expect([used.statusCode, used.body]).toEqual([
      401,
      'That code was already used. Please go back, enter your password again, and then a new code.',
    ]);
    const next = await enter(browser, backupCodes[0] ?? '');
    expect([next.statusCode, next.body]).toEqual(passwordRequired);
    await browser.post('/api/account/sign-in', { email: holder.email, password });
    expect((await enter(browser, backupCodes[0] ?? '')).statusCode).toBe(204);
  });

  test('accepts each backup code once @accounts.second-factor', async () => {
    const holder = await makeAccount(site);
    const [code = '', other = ''] = (await setUp(holder)).backupCodes;
    const browsers = [await signIn(site, holder.email), await signIn(site, holder.email)];
    const responses = await Promise.all(browsers.map((browser) => enter(browser, code)));
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 401,
    ]);
    const used = await enter(await signIn(site, holder.email), code);
    expect([used.statusCode, used.body]).toEqual(codeIncorrect);
    expect((await enter(await signIn(site, holder.email), other)).statusCode).toBe(204);
  });

  test('accepts no code in a browser in which the password was not entered', async () => {
    const holder = await makeAccount(site);
    const { uri } = await setUp(holder);
    await signIn(site, holder.email);
    const response = await enter(new Browser(site), generateCode(uri));
    expect([response.statusCode, response.body]).toEqual(passwordRequired);
  });

  test("accepts only the code of the password's owner, even if someone else used this browser before", async () => {
    const stranger = await makeAccount(site);
    const { uri: strangersUri } = await setUp(stranger);
    const holder = await makeAccount(site);
    await setUp(holder);
    const { browser } = stranger;
    await browser.post('/api/account/sign-in', { email: holder.email, password });
    const response = await enter(browser, generateCode(strangersUri));
    expect([response.statusCode, response.body]).toEqual(codeIncorrect);
    expect(await browser.signedInUserId()).toBeNull();
  });

  test('accepts the code even if someone else uses the same browser in between', async () => {
    const holder = await makeAccount(site);
    const { uri } = await setUp(holder);
    const other = await makeAccount(site);
    const browser = await signIn(site, holder.email);
    await browser.post('/api/account/sign-in', { email: other.email, password });
    expect(await browser.signedInUserId()).toBe(other.id);
    expect((await enter(browser, generateCode(uri))).statusCode).toBe(204);
    expect(await browser.signedInUserId()).toBe(holder.id);
  });

  test('requires the password again after five wrong codes, even if the sixth code is correct', async () => {
    const holder = await makeAccount(site);
    const { uri } = await setUp(holder);
    const browser = await signIn(site, holder.email);
    for (let tries = 0; tries < 5; tries += 1) {
      const response = await enter(browser, 'aaaaa-aaaaa');
      expect([response.statusCode, response.body]).toEqual(codeIncorrect);
    }
    const withCorrectCode = await enter(browser, generateCode(uri));
    expect([withCorrectCode.statusCode, withCorrectCode.body]).toEqual(passwordRequired);
  });

  test('is locked for 15 minutes after ten consecutive wrong codes @accounts.second-factor-lock', async () => {
    const holder = await makeAccount(site);
    const { uri } = await setUp(holder);
    const enterWrongCodes = async (times: number) => {
      const browser = await signIn(site, holder.email);
      for (let count = 0; count < times; count += 1) {
        expect((await enter(browser, 'aaaaa-aaaaa')).statusCode).toBe(401);
      }
      return browser;
    };
    await enterWrongCodes(5);
    await enterWrongCodes(5);
    // The lower rate limit per account and network address would refuse the next sign-in; this resets it.
    await site.store.kysely.deleteFrom('rate_limits').execute();
    const locked = await enter(await signIn(site, holder.email), generateCode(uri));
    expect([locked.statusCode, locked.body]).toEqual([
      429,
      'Too many wrong codes. Please try again in 15 minutes.',
    ]);
    await site.store.kysely
      .updateTable('two_factors')
      .set({ locked_until: new Date(Date.now() - 1) })
      .where('account_id', '=', holder.id)
      .execute();
    expect((await enter(await signIn(site, holder.email), generateCode(uri))).statusCode).toBe(204);
  });

  test('checks ten of sixty simultaneous wrong codes and refuses the rest @accounts.guesses', async () => {
    const holder = await makeAccount(site);
    await setUp(holder);
    const browsers = await Promise.all(
      Array.from({ length: 60 }, () => signIn(site, holder.email)),
    );
    const responses = await Promise.all(browsers.map((browser) => enter(browser, 'aaaaa-aaaaa')));
    const count = (status: number) =>
      responses.filter(({ statusCode }) => statusCode === status).length;
    expect([count(401), count(429)]).toEqual([10, 50]);
  });

  test('needs no code in a trusted browser, until the password changes', async () => {
    const holder = await makeAccount(site);
    const { uri, backupCodes } = await setUp(holder);
    const browser = await signIn(site, holder.email);
    expect((await enter(browser, generateCode(uri), { trust: true })).statusCode).toBe(204);
    const body = { email: holder.email, password };
    const trusted = await browser.post('/api/account/sign-in', body);
    expect(trusted.json()).toEqual({ twoFactor: false });
    const inOtherBrowser = await new Browser(site).post('/api/account/sign-in', body);
    expect(inOtherBrowser.json()).toEqual({ twoFactor: true });

    const next = 'a different mallet indoors';
    await browser.post('/api/account/change-password', {
      current: password,
      password: next,
      code: backupCodes[1],
    });
    const signedIn = await browser.post('/api/account/sign-in', { ...body, password: next });
    expect(signedIn.json()).toEqual({ twoFactor: true });
    expect((await enter(browser, backupCodes[0] ?? '')).statusCode).toBe(204);
  });

  test('is refused if the person is deactivated between password and code', async () => {
    const holder = await makeAccount(site);
    const { uri } = await setUp(holder);
    const browser = await signIn(site, holder.email);
    await site.store.kysely
      .updateTable('accounts')
      .set({ active: false })
      .where('id', '=', holder.id)
      .execute();
    expect((await enter(browser, generateCode(uri))).statusCode).toBe(403);
    expect(browser.session).toBeUndefined();
  });
});

test('turning off a second factor accepts a backup code instead of a code from the app', async () => {
  const { browser, ...holder } = await makeAccount(site);
  const { backupCodes } = await setUp({ browser });
  const [code = ''] = backupCodes;
  const stopped = await browser.post('/api/account/two-factor/stop', { password, code });
  expect(stopped.json()).toMatchObject({ twoFactor: false });
  expect(await browser.signedInUserId()).toBe(holder.id);
});

test('turning off a second factor requires password and code, and deletes trusted browsers @accounts.second-factor', async () => {
  const holder = await makeAccount(site);
  const { uri } = await setUp(holder);
  const trusted = await signIn(site, holder.email);
  const usedCode = generateCode(uri);
  await enter(trusted, usedCode, { trust: true });
  const { browser } = holder;
  const guess = await browser.post('/api/account/two-factor/stop', {
    password: 'not it at all',
    code: generateCode(uri),
  });
  expect([guess.statusCode, guess.body]).toEqual([400, 'That password is incorrect.']);
  // Neither the password and a trusted browser nor a used code is enough.
  const turnOff = (code?: string) =>
    browser.post('/api/account/two-factor/stop', { password, ...(code && { code }) });
  expect((await turnOff()).statusCode).toBe(400);
  for (const [code, sentence] of [
    ['ABCDE-12345', 'That code is incorrect.'],
    [usedCode, 'That code was already used; please wait for the next one.'],
  ] as const) {
    const refusal = await turnOff(code);
    expect([refusal.statusCode, refusal.body]).toEqual([400, sentence]);
  }
  expect((await browser.send('GET', '/api/account')).json()).toMatchObject({ twoFactor: true });
  const stopped = await turnOff(generateCode(uri, 1));
  expect(stopped.json()).toMatchObject({ twoFactor: false });
  expect(await browser.signedInUserId()).toBe(holder.id);
  expect((await emailsTo(site, holder.email)).at(-1)?.subject).toMatch(/was turned off$/);
  await signIn(site, holder.email);
  const twice = await turnOff(generateCode(uri, 1));
  expect([twice.statusCode, twice.body]).toEqual([409, 'Two-factor sign-in is not on.']);
  const rows = await site.store.kysely
    .selectFrom('verifications')
    .select('id')
    .where('value', '=', holder.id)
    .execute();
  expect(rows).toEqual([]);
});

describe('where staff need a second factor', () => {
  const required = [403, 'Please set up two-factor sign-in in your account first.'];

  /** Returns the same person with a browser that uses this app. */
  function inApp(app: TestApp, holder: AccountHolder): AccountHolder {
    const browser = new Browser(app);
    for (const [name, value] of holder.browser.cookies) browser.cookies.set(name, value);
    return { ...holder, browser };
  }

  test.each(['mechanic', 'service_advisor', 'admin'] as const)(
    'a %s without a second factor can only set one up',
    async (role) => {
      const holder = inApp(strict, await makeAccount(site, role));
      const { browser } = holder;
      const refusals = [
        await browser.send('GET', '/api/appointments'),
        await browser.send('GET', '/api/events'),
        await browser.post('/api/users/role', { userId: holder.id, role: 'admin' }),
      ];
      for (const response of refusals)
        expect([response.statusCode, response.body]).toEqual(required);
      const problem = await browser.send('GET', '/api/appointments', undefined, {
        accept: 'application/problem+json',
      });
      expect(problem.json()).toMatchObject({ code: 'two_factor_required' });
      expect(await browser.signedInUserId()).toBe(holder.id);
      expect((await browser.send('GET', '/api/account')).json()).toMatchObject({
        twoFactorRequired: true,
      });

      await setUp(holder);
      expect((await browser.send('GET', '/api/appointments')).statusCode).toBe(200);
      const account = await browser.send('GET', '/api/account');
      expect(account.json()).toMatchObject({ twoFactor: true, twoFactorRequired: false });
      const stopped = await browser.post('/api/account/two-factor/stop', {
        password,
        code: '123456',
      });
      expect([stopped.statusCode, stopped.body]).toEqual([
        403,
        'The business requires two-factor sign-in for its staff.',
      ]);
    },
  );

  test('customers do not need one, nor do staff where it is not required', async () => {
    const customer = inApp(strict, await makeAccount(site));
    expect((await customer.browser.send('GET', '/api/appointments')).statusCode).toBe(200);
    const { browser } = await makeAccount(site, 'admin');
    expect((await browser.send('GET', '/api/appointments')).statusCode).toBe(200);
  });

  test('someone who signs in only through a provider needs no second factor, unless they also have a password', async () => {
    const holder = inApp(strict, await makeAccount(site, 'admin'));
    const link = { subject: holder.id, provider_id: 'oidc', account_id: holder.id };
    const now = { created_at: new Date(), updated_at: new Date() };
    await site.store.kysely
      .insertInto('credentials')
      .values({ id: `${holder.id}-oidc`, ...link, ...now })
      .execute();
    const withBoth = await holder.browser.send('GET', '/api/appointments');
    expect([withBoth.statusCode, withBoth.body]).toEqual(required);
    await site.store.kysely
      .deleteFrom('credentials')
      .where('account_id', '=', holder.id)
      .where('provider_id', '=', 'credential')
      .execute();
    expect((await holder.browser.send('GET', '/api/appointments')).statusCode).toBe(200);
  });

  test('demo accounts need no second factor, but only while the demo is on', async () => {
    const admin = await makePerson(site, 'admin');
    const ids = { customer: 'none-1', mechanic: 'none-2', advisor: 'none-3', admin: admin.id };
    const demo = await startApp({
      database: site.database,
      authSecret: site.authSecret,
      staffTwoFactor: true,
      demoAccounts: ids,
    });
    try {
      const headers = await openSession(site, admin.id);
      const ask = (app: TestApp) => app.server.inject({ url: '/api/appointments', headers });
      expect((await ask(demo)).statusCode).toBe(200);
      const afterDemo = await ask(strict);
      expect([afterDemo.statusCode, afterDemo.body]).toEqual(required);
    } finally {
      await demo.stop();
    }
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
  const locked = [429, 'Too many wrong codes. Please try again in 15 minutes.'];

  test('lock the second factor after ten attempts, even if spread over several calls', async () => {
    const { browser, ...holder } = await makeAccount(site);
    const { uri } = await setUp({ browser });
    const wrongGuesses = guesses(browser, 'aaaaa-aaaaa');
    for (let tries = 0; tries < 10; tries += 1) {
      const response = await wrongGuesses[tries % wrongGuesses.length]?.();
      expect([response?.statusCode, response?.body]).toEqual([400, 'That code is incorrect.']);
    }
    for (const guess of guesses(browser, generateCode(uri))) {
      const response = await guess();
      expect([response.statusCode, response.body]).toEqual(locked);
    }
    const signInResponse = await enter(await signIn(site, holder.email), generateCode(uri));
    expect([signInResponse.statusCode, signInResponse.body]).toEqual(locked);
    expect(await browser.signedInUserId()).toBe(holder.id);
  });

  test('share one count with wrong codes at sign-in, which a correct code resets', async () => {
    const { browser, ...holder } = await makeAccount(site);
    const { uri, backupCodes } = await setUp({ browser });
    const guess = guesses(browser, 'aaaaa-aaaaa')[0];
    const guessNineTimes = async () => {
      for (let tries = 0; tries < 5; tries += 1) expect((await guess?.())?.statusCode).toBe(400);
      const pendingSignIn = await signIn(site, holder.email);
      for (let tries = 0; tries < 4; tries += 1) {
        expect((await enter(pendingSignIn, 'aaaaa-aaaaa')).statusCode).toBe(401);
      }
      return pendingSignIn;
    };
    expect((await enter(await guessNineTimes(), generateCode(uri))).statusCode).toBe(204);
    expect((await enter(await guessNineTimes(), backupCodes[0] ?? '')).statusCode).toBe(204);
    await guessNineTimes();
    // A code that was already used does not reset the count, although it is correct.
    const used = await enter(await signIn(site, holder.email), generateCode(uri));
    expect(used.statusCode).toBe(401);
    const next = await enter(await signIn(site, holder.email), backupCodes[1] ?? '');
    expect([next.statusCode, next.body]).toEqual(locked);
  });

  test('are counted even if many arrive at the same time', async () => {
    const { browser } = await makeAccount(site);
    await setUp({ browser });
    const [guess] = guesses(browser, 'aaaaa-aaaaa');
    const responses = await Promise.all(Array.from({ length: 18 }, async () => guess?.()));
    const checkedGuesses = responses.filter((response) => response?.statusCode === 400);
    const refusedGuesses = responses.filter((response) => response?.statusCode === 429);
    expect([checkedGuesses.length, refusedGuesses.length]).toEqual([10, 8]);
  });

  test("are also counted when an admin removes someone's second factor", async () => {
    const admin = await makeAccount(site, 'admin');
    const { uri } = await setUp(admin);
    const user = await makeAccount(site, 'mechanic');
    await setUp(user);
    const remove = (code: string) =>
      admin.browser.post(`/api/users/${user.id}/second-factor/remove`, { password, code });
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await remove('aaaaa-aaaaa')).statusCode).toBe(400);
    }
    const response = await remove(generateCode(uri));
    expect([response.statusCode, response.body]).toEqual(locked);
  });
});
