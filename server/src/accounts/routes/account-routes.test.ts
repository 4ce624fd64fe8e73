import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  unusedEmail,
  makeAccount,
  password,
  signIn,
  type AccountHolder,
} from '@curbwrench/testing/accounts';
import { Browser, emailsTo, tokenSentTo } from '@curbwrench/testing/browser';
import { makePerson } from '@curbwrench/testing/builders';
import { makePng, toDataUrl } from '@curbwrench/testing/png';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const wrongPassword = 'That password is incorrect.';

const readAccount = async ({ browser }: Pick<AccountHolder, 'browser'>) =>
  (await browser.send('GET', '/api/account')).json<Record<string, unknown>>();

describe("the viewer's own profile", () => {
  test('can be read and partially updated', async () => {
    const holder = await makeAccount(app);
    expect(await readAccount(holder)).toEqual({
      id: holder.id,
      firstName: 'Robin',
      lastName: 'Vale',
      email: holder.email,
      emailVerified: true,
      pendingEmail: null,
      phone: expect.stringMatching(/^\+1 555/) as string,
      profileImageUrl: null,
      hasPassword: true,
      providers: [],
      twoFactor: false,
      twoFactorRequired: false,
    });
    const response = await holder.browser.send('PATCH', '/api/account', {
      lastName: 'Field',
      phone: '+1 555 0199',
    });
    expect(response.json()).toMatchObject({
      firstName: 'Robin',
      lastName: 'Field',
      phone: '+1 555 0199',
    });
    const cleared = await holder.browser.send('PATCH', '/api/account', { phone: '' });
    expect(cleared.json()).toMatchObject({ lastName: 'Field', phone: null });
    const { name } = await app.store.kysely
      .selectFrom('people')
      .select('name')
      .where('id', '=', holder.id)
      .executeTakeFirstOrThrow();
    expect(name).toBe('Robin Field');
  });

  test('ignores fields that the viewer may not change', async () => {
    const holder = await makeAccount(app);
    const before = await readAccount(holder);
    const response = await holder.browser.send('PATCH', '/api/account', {
      firstName: 'Robin',
      role: 'admin',
      email: 'other@example.com',
      emailVerified: false,
      active: false,
      twoFactor: true,
      profileImageUrl: 'https://elsewhere.example/x.png',
    });
    expect([response.statusCode, response.json()]).toEqual([200, before]);
    const empty = await holder.browser.send('PATCH', '/api/account', { role: 'admin' });
    expect([empty.statusCode, empty.body]).toEqual([400, 'Please specify what to change.']);
  });

  test('is not accessible without signing in', async () => {
    for (const [method, url] of [
      ['GET', '/api/account'],
      ['PATCH', '/api/account'],
      ['GET', '/api/account/sessions'],
    ] as const) {
      expect((await new Browser(app).send(method, url)).statusCode).toBe(401);
    }
  });

  test('can have a picture, at an unguessable URL @accounts.picture', async () => {
    const holder = await makeAccount(app);
    const png = toDataUrl('image/png', makePng({ width: 256, height: 256 }));
    const upload = await holder.browser.send('PATCH', '/api/account', { picture: png });
    const { profileImageUrl } = upload.json<{ profileImageUrl: string }>();
    expect(profileImageUrl).toMatch(/^\/api\/pictures\/[\w-]{32}$/);
    const picture = await new Browser(app).send('GET', profileImageUrl);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(picture.rawPayload.toString('base64')).toBe(png.split(',')[1]);
    expect(picture.headers['x-content-type-options']).toBe('nosniff');

    const removed = await holder.browser.send('PATCH', '/api/account', { picture: null });
    expect(removed.json()).toMatchObject({ profileImageUrl: null });
    expect((await new Browser(app).send('GET', profileImageUrl)).statusCode).toBe(404);
  });

  test.each([
    ['an HTML page', 'image/png', '<!doctype html><script>alert(1)</script>'],
    [
      'an SVG, which can contain scripts',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['text', 'image/jpeg', 'hello'],
    ['only a signature', 'image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['truncated', 'image/png', makePng({ width: 64, height: 64 }).subarray(0, -1)],
    [
      'too large when decoded',
      'image/webp',
      Buffer.from('524946461c000000574542505650384c0f0000002ffeffff0f000000', 'hex'),
    ],
  ])('accepts no picture that is %s @accounts.picture', async (_, type, content) => {
    const holder = await makeAccount(app);
    const picture = toDataUrl(type, content);
    const response = await holder.browser.send('PATCH', '/api/account', { picture });
    expect(response.statusCode).toBe(400);
  });

  test('serves a picture with the content type detected from its bytes, not the declared one @accounts.picture', async () => {
    const holder = await makeAccount(app);
    const picture = `data:image/png;base64,${Buffer.from('ffd8ffe000044a46ffc00011080100010003010000000000000000ffda00040000ffd9', 'hex').toString('base64')}`;
    const response = await holder.browser.send('PATCH', '/api/account', { picture });
    const { profileImageUrl } = response.json<{ profileImageUrl: string }>();
    const served = await new Browser(app).send('GET', profileImageUrl);
    expect(served.headers['content-type']).toBe('image/jpeg');
  });
});

describe('changing the password', () => {
  const newPassword = 'a different mallet indoors';

  test('requires the current password, opens a new session and ends all others @accounts.password-change', async () => {
    const { email, browser } = await makeAccount(app);
    const other = await signIn(app, email);
    const before = browser.session;

    const guess = await browser.post('/api/account/change-password', {
      current: 'not it at all',
      password: newPassword,
    });
    expect([guess.statusCode, guess.body]).toEqual([400, wrongPassword]);
    expect(await other.signedInUserId()).not.toBeNull();

    const response = await browser.post('/api/account/change-password', {
      current: password,
      password: newPassword,
    });
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(browser.session).not.toBe(before);
    expect(await browser.signedInUserId()).not.toBeNull();
    expect(await other.signedInUserId()).toBeNull();
    const sessions = await browser.send('GET', '/api/account/sessions');
    expect(sessions.json()).toHaveLength(1);

    const withOldPassword = await new Browser(app).post('/api/account/sign-in', {
      email,
      password,
    });
    expect(withOldPassword.statusCode).toBe(401);
    await signIn(app, email, newPassword);
    expect((await emailsTo(app, email)).at(-1)?.subject).toMatch(/^Your password .+ was changed$/);
  });

  test('refuses a weak new password @accounts.password-rules', async () => {
    const { browser } = await makeAccount(app);
    const response = await browser.post('/api/account/change-password', {
      current: password,
      password: 'password1',
    });
    expect(response.statusCode).toBe(400);
    expect(await browser.signedInUserId()).not.toBeNull();
  });

  test('invalidates the link for a forgotten password', async () => {
    const { email, browser } = await makeAccount(app);
    await new Browser(app).post('/api/account/forgot-password', { email });
    const token = await tokenSentTo(app, email);
    await browser.post('/api/account/change-password', {
      current: password,
      password: newPassword,
    });
    const reset = await new Browser(app).post('/api/account/reset-password', {
      token,
      password: 'one more, please',
    });
    expect(reset.statusCode).toBe(410);
  });
});

describe('a person who signs in only through a provider', () => {
  const makeProviderAccount = async () => {
    const holder = await makeAccount(app);
    await app.store.kysely
      .updateTable('credentials')
      .set({ provider_id: 'oidc', password: null })
      .where('account_id', '=', holder.id)
      .execute();
    return holder;
  };
  const setSessionAge = (id: string, minutes: number) =>
    app.store.kysely
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - minutes * 60_000) })
      .where('account_id', '=', id)
      .execute();

  test('needs a recent sign-in to change their address or delete their account @accounts.recent-sign-in', async () => {
    const holder = await makeProviderAccount();
    const { id, browser } = holder;
    expect(await readAccount(holder)).toMatchObject({ hasPassword: false, providers: ['oidc'] });
    const requests = [
      ['/api/account/change-email', { email: unusedEmail() }],
      ['/api/account/delete', {}],
    ] as const;
    await setSessionAge(id, 11);
    for (const [url, body] of requests) {
      const late = await browser.post(url, body);
      expect([late.statusCode, late.body]).toEqual([
        403,
        'Please log out and log back in first. You then have ten minutes to make this change.',
      ]);
    }
    await setSessionAge(id, 9);
    for (const [url, body] of requests)
      expect((await browser.post(url, body)).statusCode).toBe(204);
  });

  test('can set a password with a forgotten-password link', async () => {
    const { email } = await makeProviderAccount();
    await new Browser(app).post('/api/account/forgot-password', { email });
    const token = await tokenSentTo(app, email);
    const newPassword = 'a different mallet indoors';
    await new Browser(app).post('/api/account/reset-password', { token, password: newPassword });
    await signIn(app, email, newPassword);
  });

  test('is treated differently from a demo account, which has neither a provider nor a password and can make none of these changes', async () => {
    const person = await makePerson(app, 'customer');
    for (const [url, payload] of [
      ['/api/account/change-email', { email: unusedEmail() }],
      ['/api/account/delete', {}],
    ] as const) {
      const response = await app.server.inject({
        method: 'POST',
        url,
        payload,
        headers: person.headers,
      });
      expect([response.statusCode, response.body]).toEqual([400, 'This account has no password.']);
    }
  });
});
