import { describe, expect, test } from 'vitest';
import { makeAccount, password, signIn, type AccountHolder } from '@curbwrench/testing/accounts';
import { generateCode } from '@curbwrench/testing/authenticator';
import { Browser, emailsTo } from '@curbwrench/testing/browser';
import { makePerson, openSession } from '@curbwrench/testing/builders';
import {
  prepareSecondFactorApps,
  setUpSecondFactor,
  type SecondFactor,
} from '@curbwrench/testing/second-factor';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
/** The same business, but its staff need a second factor. */
let strict: TestApp;

prepareSecondFactorApps((prepared) => {
  ({ app, strict } = prepared);
});

const enter = (browser: Browser, code: string, extra: object = {}) =>
  browser.post('/api/account/sign-in/code', { code, ...extra });

describe('setting up a second factor', () => {
  test('requires the password, and a first code from the app', async () => {
    const holder = await makeAccount(app);
    const { browser } = holder;
    const guess = await browser.post('/api/account/two-factor', { password: 'not it at all' });
    expect([guess.statusCode, guess.body]).toEqual([400, 'That password is incorrect.']);

    const started = await browser.post('/api/account/two-factor', { password });
    const { uri, backupCodes } = started.json<SecondFactor>();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Curbwrench:/);
    expect(new Set(backupCodes).size).toBe(10);
    // No code is required yet.
    await signIn(app, holder.email);

    const wrongCode = await browser.post('/api/account/two-factor/confirm', {
      code: String((Number(generateCode(uri)) + 1) % 1_000_000).padStart(6, '0'),
    });
    expect([wrongCode.statusCode, wrongCode.body]).toEqual([
      400,
      'That code is incorrect. Please try the next one.',
    ]);
    const before = browser.session;
    const confirmed = await browser.post('/api/account/two-factor/confirm', {
      code: generateCode(uri),
    });
    expect(confirmed.json()).toMatchObject({ twoFactor: true });
    // A new session was opened; the previous one has ended.
    expect(browser.session).not.toBe(before);
    expect(await browser.signedInUserId()).toBe(holder.id);
    expect((await emailsTo(app, holder.email)).at(-1)?.subject).toMatch(/was turned on$/);
    const twice = await browser.post('/api/account/two-factor', { password });
    expect(twice.statusCode).toBe(409);
    const confirmedTwice = await browser.post('/api/account/two-factor/confirm', {
      code: generateCode(uri, 1),
    });
    expect(confirmedTwice.statusCode).toBe(409);
    expect(await emailsTo(app, holder.email)).toHaveLength(1);
  });

  test('stores neither the secret nor the codes in plain text @accounts.second-factor', async () => {
    const holder = await makeAccount(app);
    const { uri, backupCodes } = await setUpSecondFactor(holder);
    const rows = JSON.stringify(
      await app.store.kysely.selectFrom('two_factors').selectAll().execute(),
    );
    expect(rows).not.toContain(new URL(uri).searchParams.get('secret'));
    for (const code of backupCodes) expect(rows).not.toContain(code);
  });
});

test('turning off a second factor accepts a backup code instead of a code from the app', async () => {
  const { browser, ...holder } = await makeAccount(app);
  const { backupCodes } = await setUpSecondFactor({ browser });
  const [code = ''] = backupCodes;
  const stopped = await browser.post('/api/account/two-factor/stop', { password, code });
  expect(stopped.json()).toMatchObject({ twoFactor: false });
  expect(await browser.signedInUserId()).toBe(holder.id);
});

test('turning off a second factor requires password and code, and deletes trusted browsers @accounts.second-factor', async () => {
  const holder = await makeAccount(app);
  const { uri } = await setUpSecondFactor(holder);
  const trusted = await signIn(app, holder.email);
  const usedCode = generateCode(uri);
  await enter(trusted, usedCode, { trust: true });
  const { browser } = holder;
  const guess = await browser.post('/api/account/two-factor/stop', {
    password: 'not it at all',
    code: generateCode(uri),
  });
  expect([guess.statusCode, guess.body]).toEqual([400, 'That password is incorrect.']);
  // The password in a trusted browser is not enough, and a used code is not accepted.
  const turnOff = (code?: string) =>
    browser.post('/api/account/two-factor/stop', { password, ...(code && { code }) });
  expect((await turnOff()).statusCode).toBe(400);
  for (const [code, sentence] of [
    ['ABCDE-12345', 'That code is incorrect.'],
    [usedCode, 'That code was already used. Please wait for the next one.'],
  ] as const) {
    const refusal = await turnOff(code);
    expect([refusal.statusCode, refusal.body]).toEqual([400, sentence]);
  }
  expect((await browser.send('GET', '/api/account')).json()).toMatchObject({ twoFactor: true });
  const stopped = await turnOff(generateCode(uri, 1));
  expect(stopped.json()).toMatchObject({ twoFactor: false });
  expect(await browser.signedInUserId()).toBe(holder.id);
  expect((await emailsTo(app, holder.email)).at(-1)?.subject).toMatch(/was turned off$/);
  await signIn(app, holder.email);
  const twice = await turnOff(generateCode(uri, 1));
  expect([twice.statusCode, twice.body]).toEqual([409, 'Two-factor authentication is not on.']);
  const rows = await app.store.kysely
    .selectFrom('verifications')
    .select('id')
    .where('value', '=', holder.id)
    .execute();
  expect(rows).toEqual([]);
});

describe('where staff need a second factor', () => {
  const setupRequired = [403, 'Please set up two-factor authentication in your account first.'];

  /** Returns the same person with a browser that uses this app. */
  function inApp(targetApp: TestApp, holder: AccountHolder): AccountHolder {
    const browser = new Browser(targetApp);
    for (const [name, value] of holder.browser.cookies) browser.cookies.set(name, value);
    return { ...holder, browser };
  }

  test.each(['mechanic', 'service_advisor', 'admin'] as const)(
    'a %s without a second factor can only set one up',
    async (role) => {
      const holder = inApp(strict, await makeAccount(app, role));
      const { browser } = holder;
      const refusals = [
        await browser.send('GET', '/api/appointments'),
        await browser.send('GET', '/api/events'),
        await browser.post('/api/users/role', { userId: holder.id, role: 'admin' }),
      ];
      for (const response of refusals)
        expect([response.statusCode, response.body]).toEqual(setupRequired);
      const problem = await browser.send('GET', '/api/appointments', undefined, {
        accept: 'application/problem+json',
      });
      expect(problem.json()).toMatchObject({ code: 'two_factor_required' });
      expect(await browser.signedInUserId()).toBe(holder.id);
      expect((await browser.send('GET', '/api/account')).json()).toMatchObject({
        twoFactorRequired: true,
      });

      await setUpSecondFactor(holder);
      expect((await browser.send('GET', '/api/appointments')).statusCode).toBe(200);
      const account = await browser.send('GET', '/api/account');
      expect(account.json()).toMatchObject({ twoFactor: true, twoFactorRequired: false });
      const stopped = await browser.post('/api/account/two-factor/stop', {
        password,
        code: '123456',
      });
      expect([stopped.statusCode, stopped.body]).toEqual([
        403,
        'The business requires two-factor authentication for its staff.',
      ]);
    },
  );

  test('customers do not need one, nor do staff where it is not required', async () => {
    const customer = inApp(strict, await makeAccount(app));
    expect((await customer.browser.send('GET', '/api/appointments')).statusCode).toBe(200);
    const { browser } = await makeAccount(app, 'admin');
    expect((await browser.send('GET', '/api/appointments')).statusCode).toBe(200);
  });

  test('someone who signs in only through a provider needs no second factor, unless they also have a password', async () => {
    const holder = inApp(strict, await makeAccount(app, 'admin'));
    const link = { subject: holder.id, provider_id: 'oidc', account_id: holder.id };
    const now = { created_at: new Date(), updated_at: new Date() };
    await app.store.kysely
      .insertInto('credentials')
      .values({ id: `${holder.id}-oidc`, ...link, ...now })
      .execute();
    const withBoth = await holder.browser.send('GET', '/api/appointments');
    expect([withBoth.statusCode, withBoth.body]).toEqual(setupRequired);
    await app.store.kysely
      .deleteFrom('credentials')
      .where('account_id', '=', holder.id)
      .where('provider_id', '=', 'credential')
      .execute();
    expect((await holder.browser.send('GET', '/api/appointments')).statusCode).toBe(200);
  });

  test('demo accounts need no second factor, but only while the demo is on', async () => {
    const admin = await makePerson(app, 'admin');
    const ids = { customer: 'none-1', mechanic: 'none-2', advisor: 'none-3', admin: admin.id };
    const demo = await startApp({
      database: app.database,
      authSecret: app.authSecret,
      staffTwoFactor: true,
      demoAccounts: ids,
    });
    try {
      const headers = await openSession(app, admin.id);
      const listAppointments = (targetApp: TestApp) =>
        targetApp.server.inject({ url: '/api/appointments', headers });
      expect((await listAppointments(demo)).statusCode).toBe(200);
      const afterDemo = await listAppointments(strict);
      expect([afterDemo.statusCode, afterDemo.body]).toEqual(setupRequired);
    } finally {
      await demo.stop();
    }
  });
});
