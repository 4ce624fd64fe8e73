import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  unusedEmail,
  signUpBody,
  password,
  verifyAddress,
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

const findUserByEmail = (email: string) =>
  app.store.kysely
    .selectFrom('accounts')
    .innerJoin('people', 'people.id', 'accounts.id')
    .selectAll('accounts')
    .select(['name', 'first_name', 'last_name', 'phone', 'image'])
    .where('accounts.email', '=', email)
    .executeTakeFirst();

describe('signing up', () => {
  test('creates a customer who verifies their address by a link and signs in', async () => {
    const email = unusedEmail();
    const browser = new Browser(app);
    const response = await browser.post(
      '/api/account/sign-up',
      signUpBody(email.toUpperCase(), { phone: ' +1 555 0100 ' }),
    );
    expect([response.statusCode, response.body, browser.cookies.size]).toEqual([204, '', 0]);
    expect(await findUserByEmail(email)).toMatchObject({
      name: 'Robin Vale',
      role: 'customer',
      email_verified: false,
      phone: '+1 555 0100',
    });
    const [mail] = await emailsTo(app, email);
    expect(mail?.subject).toBe('Confirm your email address for Curbwrench');
    // The link leads to a page, not to an endpoint.
    expect(mail?.text).toMatch(/^http:\/\/localhost\/verify-email#token=[\w-]{43}$/m);

    await verifyAddress(app, email);
    const signedIn = await browser.post('/api/account/sign-in', { email, password });
    expect([signedIn.statusCode, signedIn.json()]).toEqual([200, { twoFactor: false }]);
    expect(await browser.signedInUserId()).toBe((await findUserByEmail(email))?.id);
  });

  test('sends an unverified address none of the names entered with it', async () => {
    const email = unusedEmail();
    const browser = new Browser(app);
    const lines = signUpBody(email, { firstName: 'friend,\n\nyour car is being towed' });
    expect((await browser.post('/api/account/sign-up', lines)).statusCode).toBe(400);
    const link = signUpBody(email, { lastName: 'see evil.example/pay' });
    expect((await browser.post('/api/account/sign-up', link)).body).toBe(
      "A name can't contain a web address.",
    );
    const names = { firstName: 'Towed', lastName: 'Tomorrow' };
    await browser.post('/api/account/sign-up', signUpBody(email, names));
    await browser.post('/api/account/resend-verification', { email });
    await browser.post('/api/account/forgot-password', { email });
    const emails = await emailsTo(app, email);
    expect(emails).toHaveLength(3);
    for (const { subject, text } of emails) expect(subject + text).not.toMatch(/Towed|Tomorrow/);
  });

  test('requires a verified address before the first sign-in @accounts.sign-in', async () => {
    const email = unusedEmail();
    await new Browser(app).post('/api/account/sign-up', signUpBody(email));
    const browser = new Browser(app);
    const response = await browser.post('/api/account/sign-in', { email, password });
    expect([response.statusCode, browser.cookies.size]).toEqual([403, 0]);
    expect(response.body).toMatch(/^Please confirm your email address first/);
    // Only someone who knows the password learns that the address is unverified.
    const guess = await browser.post('/api/account/sign-in', { email, password: 'another one' });
    expect([guess.statusCode, guess.body]).toEqual(wrongCredentials);
  });

  test('ignores a role, verification or status in the body @access.read-only-fields', async () => {
    const email = unusedEmail();
    const response = await new Browser(app).post(
      '/api/account/sign-up',
      signUpBody(email, {
        id: 'chosen',
        role: 'admin',
        emailVerified: true,
        email_verified: true,
        active: false,
        image: 'https://elsewhere.example/x.png',
        twoFactorEnabled: true,
        createdAt: '2000-01-01T00:00:00Z',
      }),
    );
    expect(response.statusCode).toBe(204);
    const person = await findUserByEmail(email);
    expect(person).toMatchObject({
      role: 'customer',
      email_verified: false,
      active: true,
      image: null,
      two_factor_enabled: false,
    });
    expect(person?.id).not.toBe('chosen');
  });

  test("reveals only to an address's owner that it already has an account", async () => {
    const email = await signUp(app);
    const before = await findUserByEmail(email);
    const responses = [];
    for (const address of [email, unusedEmail()]) {
      const body = signUpBody(address, { firstName: 'Mallory', password: 'my own password 7' });
      responses.push(await new Browser(app).post('/api/account/sign-up', body));
    }
    const [known, unknown] = responses.map(({ statusCode, body, headers }) => {
      const { date: _, ...rest } = headers;
      return { statusCode, body, rest };
    });
    expect(known).toEqual(unknown);
    expect(known?.statusCode).toBe(204);
    expect(await findUserByEmail(email)).toEqual(before);
    await signIn(app, email);
    expect((await emailsTo(app, email)).at(-1)?.subject).toBe(
      'You already have an account with Curbwrench',
    );
  });

  test('a second time before verification deletes the first password and its link', async () => {
    const email = unusedEmail();
    // Someone signs up with another person's address, hoping to use the password once the address's owner verifies it.
    await new Browser(app).post(
      '/api/account/sign-up',
      signUpBody(email, { password: 'laid in wait 1' }),
    );
    const firstToken = await tokenSentTo(app, email);
    await new Browser(app).post('/api/account/sign-up', signUpBody(email));
    const withFirstToken = await new Browser(app).post('/api/account/verify-email', {
      token: firstToken,
    });
    expect([withFirstToken.statusCode, withFirstToken.body]).toEqual(linkExpired);
    await verifyAddress(app, email);
    const attackerSignIn = await new Browser(app).post('/api/account/sign-in', {
      email,
      password: 'laid in wait 1',
    });
    expect([attackerSignIn.statusCode, attackerSignIn.body]).toEqual(wrongCredentials);
    await signIn(app, email);
  });

  test('several times concurrently with one address creates one account, without errors', async () => {
    const email = unusedEmail();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () =>
        new Browser(app).post('/api/account/sign-up', signUpBody(email)),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
    // Each sign-up replaced the previous account and its message.
    expect(await emailsTo(app, email)).toHaveLength(1);
    const rows = await app.store.kysely
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .execute();
    expect(rows).toHaveLength(1);
    await verifyAddress(app, email);
    await signIn(app, email);
  });

  test.each([
    ['password1', /This password is too common/],
    ['Baseball1', /This password is too common/],
    ['aaaaaaaaaaaa', /wider variety/],
    ['my curbwrench 9', /without your email address/],
    ['short', /at least 8 characters/],
  ])('refuses the password %s @accounts.password-rules', async (weakPassword, expectedMessage) => {
    const response = await new Browser(app).send(
      'POST',
      '/api/account/sign-up',
      signUpBody(unusedEmail(), { password: weakPassword }),
      { accept: 'application/problem+json' },
    );
    expect(response.statusCode).toBe(400);
    expect(response.json<{ fields: object }>().fields).toEqual({
      password: expect.stringMatching(expectedMessage) as string,
    });
  });

  test('refuses a password that contains the address, but has no composition rules @accounts.password-rules', async () => {
    const email = `mx-robin-${Date.now()}@example.com`;
    const localPart = email.split('@')[0] ?? '';
    const weak = await new Browser(app).post(
      '/api/account/sign-up',
      signUpBody(email, { password: `${localPart.toUpperCase()}!` }),
    );
    expect(weak.statusCode).toBe(400);
    const plain = await new Browser(app).post(
      '/api/account/sign-up',
      signUpBody(email, { password: 'gravelpitlane' }),
    );
    expect(plain.statusCode).toBe(204);
  });
});

describe('a link to verify an address', () => {
  test('works once', async () => {
    const email = unusedEmail();
    await new Browser(app).post('/api/account/sign-up', signUpBody(email));
    const token = await tokenSentTo(app, email);
    const responses = await Promise.all(
      [1, 2].map(() => new Browser(app).post('/api/account/verify-email', { token })),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 410,
    ]);
    expect(responses.find(({ statusCode }) => statusCode === 410)?.body).toBe(linkExpired[1]);
  });

  test('is valid for a day, and can be replaced by a new link', async () => {
    const email = unusedEmail();
    await new Browser(app).post('/api/account/sign-up', signUpBody(email));
    const token = await tokenSentTo(app, email);
    await withClockAdvanced(app, 24 * hour, async () => {
      const late = await new Browser(app).post('/api/account/verify-email', { token });
      expect([late.statusCode, late.body]).toEqual(linkExpired);
      const again = await new Browser(app).post('/api/account/resend-verification', { email });
      expect([again.statusCode, again.body]).toEqual([204, '']);
      await withClockAdvanced(app, 24 * hour - 1, () => verifyAddress(app, email));
    });
    await signIn(app, email);
  });

  test('is sent again only to unverified addresses, and the reply does not reveal which those are', async () => {
    const verifiedEmail = await signUp(app);
    const emailCount = (await emailsTo(app, verifiedEmail)).length;
    for (const email of [verifiedEmail, unusedEmail()]) {
      const response = await new Browser(app).post('/api/account/resend-verification', { email });
      expect([response.statusCode, response.body]).toEqual([204, '']);
    }
    expect(await emailsTo(app, verifiedEmail)).toHaveLength(emailCount);
  });

  test('is not in the database, which contains only its hash', async () => {
    const email = unusedEmail();
    await new Browser(app).post('/api/account/sign-up', signUpBody(email));
    const token = await tokenSentTo(app, email);
    const rows = await app.store.kysely.selectFrom('account_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is the only kind of link that verifies an address @accounts.links', async () => {
    const email = await signUp(app);
    await new Browser(app).post('/api/account/forgot-password', { email });
    const token = await tokenSentTo(app, email);
    const verify = await new Browser(app).post('/api/account/verify-email', { token });
    expect([verify.statusCode, verify.body]).toEqual(linkExpired);
    const withMadeUpToken = await new Browser(app).post('/api/account/verify-email', {
      token: 'made-up-token-made-up-token',
    });
    expect([withMadeUpToken.statusCode, withMadeUpToken.body]).toEqual(linkExpired);
  });
});
