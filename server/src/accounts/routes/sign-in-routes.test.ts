import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  unusedEmail,
  signUpBody,
  makeAccount,
  password,
  signIn,
  signUp,
} from '@curbwrench/testing/accounts';
import { withClockAdvanced } from '@curbwrench/testing/advanced-clock';
import { Browser, emailsTo, tokenSentTo } from '@curbwrench/testing/browser';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const hour = 3_600_000;
const wrongCredentials = [401, 'The email address or password is incorrect.'];
const linkExpired = [410, 'This link was already used or has expired. Please request a new one.'];

describe('signing in', () => {
  test('gives an unknown address and a wrong password the same reply', async () => {
    const email = await signUp(app);
    for (const body of [
      { email, password: 'not the password' },
      { email: unusedEmail(), password },
    ]) {
      const response = await new Browser(app).post('/api/account/sign-in', body);
      expect([response.statusCode, response.body, response.headers['set-cookie']]).toEqual([
        ...wrongCredentials,
        undefined,
      ]);
    }
  });

  test("opens a new session and ends the browser's previous one @accounts.session-tokens", async () => {
    const email = await signUp(app);
    const browser = await signIn(app, email);
    const before = browser.session;
    const browserCopy = new Browser(app);
    for (const [name, value] of browser.cookies) browserCopy.cookies.set(name, value);
    expect((await browser.post('/api/account/sign-in', { email, password })).statusCode).toBe(200);
    expect(browser.session).toBeDefined();
    expect(browser.session).not.toBe(before);
    expect(await browser.signedInUserId()).not.toBeNull();
    expect(await browserCopy.signedInUserId()).toBeNull();
  });

  test('does not adopt a token that someone else chose @accounts.session-tokens', async () => {
    const email = await signUp(app);
    const browser = new Browser(app);
    browser.cookies.set('better-auth.session_token', 'chosen.signature');
    expect((await browser.post('/api/account/sign-in', { email, password })).statusCode).toBe(200);
    expect(browser.session).not.toContain('chosen');
  });

  test('is refused for a deactivated person, whose sessions end immediately', async () => {
    const { id, email, browser } = await makeAccount(app);
    const setActive = (active: boolean) =>
      app.store.kysely.updateTable('accounts').set({ active }).where('id', '=', id).execute();
    await setActive(false);
    expect(await browser.signedInUserId()).toBeNull();
    const response = await new Browser(app).post('/api/account/sign-in', { email, password });
    expect([response.statusCode, response.body, response.headers['set-cookie']]).toEqual([
      403,
      "This account can't log in. Please contact us.",
      undefined,
    ]);
    const guess = await new Browser(app).post('/api/account/sign-in', {
      email,
      password: 'not the password',
    });
    expect([guess.statusCode, guess.body]).toEqual(wrongCredentials);
    const emailCount = (await emailsTo(app, email)).length;
    await new Browser(app).post('/api/account/forgot-password', { email });
    await new Browser(app).post('/api/account/sign-up', signUpBody(email));
    expect(await emailsTo(app, email)).toHaveLength(emailCount);
  });

  test('sets a cookie for secure connections only, if the public address is https', async () => {
    const secureApp = await startApp({
      database: app.database,
      publicUrl: 'https://book.example.com',
    });
    try {
      const email = await signUp(app);
      const browser = new Browser(secureApp);
      const response = await browser.send(
        'POST',
        '/api/account/sign-in',
        { email, password },
        { host: 'book.example.com' },
      );
      expect(response.statusCode).toBe(200);
      const cookie = [response.headers['set-cookie'] ?? []].flat().join('\n');
      expect(cookie).toMatch(/^__(Host|Secure)-[\w.-]+session_token=/);
      for (const flag of [/; HttpOnly/i, /; Secure/i, /; SameSite=(Lax|Strict)/i, /; Path=\//i]) {
        expect(cookie).toMatch(flag);
      }
      expect(cookie).not.toMatch(/Domain=/i);
      expect(await browser.signedInUserId()).not.toBeNull();
    } finally {
      await secureApp.stop();
    }
  });

  test('accepts no password where people sign in only through a provider @accounts.provider-only', async () => {
    const email = await signUp(app);
    const appWithoutPasswords = await startApp({
      database: app.database,
      signIn: { passwords: false, providers: [] },
    });
    try {
      const browser = new Browser(appWithoutPasswords);
      const emailCount = (await emailsTo(app, email)).length;
      for (const [url, body] of [
        ['sign-up', signUpBody(unusedEmail())],
        ['sign-in', { email, password }],
        ['sign-in/code', { code: '123456' }],
        ['forgot-password', { email }],
        ['resend-verification', { email }],
        ['reset-password', { token: 'made-up-token', password }],
      ] as const) {
        const response = await browser.post(`/api/account/${url}`, body);
        expect([url, response.statusCode, response.body]).toEqual([
          url,
          403,
          "You can't log in with a password here.",
        ]);
      }
      expect(await emailsTo(app, email)).toHaveLength(emailCount);
      expect((await browser.send('GET', '/api/account/sign-in-options')).json()).toMatchObject({
        passwords: false,
      });
    } finally {
      await appWithoutPasswords.stop();
    }
  });

  test('offers the methods that the business allows', async () => {
    const response = await new Browser(app).send('GET', '/api/account/sign-in-options');
    expect(response.json()).toMatchObject({ passwords: true, providers: [] });
  });
});

describe('a forgotten password', () => {
  test('is replaced through the link in a message, and every session ends', async () => {
    const { email, browser } = await makeAccount(app);
    const other = await signIn(app, email);
    const requested = await new Browser(app).post('/api/account/forgot-password', { email });
    expect([requested.statusCode, requested.body]).toEqual([204, '']);
    const mail = (await emailsTo(app, email)).at(-1);
    expect(mail?.text).toMatch(/^http:\/\/localhost\/reset-password#token=[\w-]{43}$/m);
    const token = await tokenSentTo(app, email);

    const newPassword = 'a different mallet indoors';
    const reset = await new Browser(app).post('/api/account/reset-password', {
      token,
      password: newPassword,
    });
    expect([reset.statusCode, reset.body, reset.headers['set-cookie']]).toEqual([
      204,
      '',
      undefined,
    ]);
    expect(await browser.signedInUserId()).toBeNull();
    expect(await other.signedInUserId()).toBeNull();
    const withOldPassword = await new Browser(app).post('/api/account/sign-in', {
      email,
      password,
    });
    expect([withOldPassword.statusCode, withOldPassword.body]).toEqual(wrongCredentials);
    await signIn(app, email, newPassword);
    expect((await emailsTo(app, email)).at(-1)?.subject).toBe(
      'Your password for Curbwrench was changed',
    );

    const again = await new Browser(app).post('/api/account/reset-password', {
      token,
      password: 'one more, please',
    });
    expect([again.statusCode, again.body]).toEqual(linkExpired);
    await signIn(app, email, newPassword);
  });

  test('has a link that is valid for an hour @accounts.links', async () => {
    const email = await signUp(app);
    await new Browser(app).post('/api/account/forgot-password', { email });
    const token = await tokenSentTo(app, email);
    const body = { token, password: 'a different mallet indoors' };
    await withClockAdvanced(app, hour, async () => {
      const late = await new Browser(app).post('/api/account/reset-password', body);
      expect([late.statusCode, late.body]).toEqual(linkExpired);
    });
    await withClockAdvanced(app, hour - 1, async () => {
      const inTime = await new Browser(app).post('/api/account/reset-password', body);
      expect(inTime.statusCode).toBe(204);
    });
  });

  test('cannot be replaced by a weak password; the link stays valid @accounts.password-rules', async () => {
    const email = await signUp(app);
    await new Browser(app).post('/api/account/forgot-password', { email });
    const token = await tokenSentTo(app, email);
    const localPart = email.split('@')[0] ?? '';
    for (const weak of ['password1', `${localPart}-and-more`]) {
      const refused = await new Browser(app).post('/api/account/reset-password', {
        token,
        password: weak,
      });
      expect(refused.statusCode).toBe(400);
    }
    const withStrongPassword = await new Browser(app).post('/api/account/reset-password', {
      token,
      password: 'a different mallet indoors',
    });
    expect(withStrongPassword.statusCode).toBe(204);
  });

  test('gets the same reply, after the same delay, if the address is unknown', async () => {
    const email = await signUp(app);
    const times: number[] = [];
    for (const address of [email, unusedEmail()]) {
      const start = performance.now();
      const response = await new Browser(app).post('/api/account/forgot-password', {
        email: address,
      });
      times.push(performance.now() - start);
      expect([response.statusCode, response.body]).toEqual([204, '']);
    }
    // Replies take at least 200 ms; timers can fire slightly early.
    for (const time of times) expect(time).toBeGreaterThan(195);
  });

  test('is replaced through a link that also verifies an unverified address', async () => {
    const email = unusedEmail();
    await new Browser(app).post('/api/account/sign-up', signUpBody(email));
    await new Browser(app).post('/api/account/forgot-password', { email });
    const token = await tokenSentTo(app, email);
    const reset = await new Browser(app).post('/api/account/reset-password', {
      token,
      password: 'a different mallet indoors',
    });
    expect(reset.statusCode).toBe(204);
    await signIn(app, email, 'a different mallet indoors');
  });
});

test('an account without a password cannot sign in with one', async () => {
  const { id, email } = await makeAccount(app);
  await app.store.kysely.deleteFrom('credentials').where('account_id', '=', id).execute();
  const response = await new Browser(app).post('/api/account/sign-in', { email, password });
  expect([response.statusCode, response.body]).toEqual(wrongCredentials);
});
