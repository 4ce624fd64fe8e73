import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  unusedEmail,
  makeAccount,
  password,
  signIn,
  signUp,
  type AccountHolder,
} from '@curbwrench/testing/accounts';
import { Browser, emailsTo, tokenSentTo } from '@curbwrench/testing/browser';
import { makePerson } from '@curbwrench/testing/builders';
import { makePng, toDataUrl } from '@curbwrench/testing/png';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;

beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.stop());

const wrongPassword = 'That password is incorrect.';

const readAccount = async ({ browser }: Pick<AccountHolder, 'browser'>) =>
  (await browser.send('GET', '/api/account')).json<Record<string, unknown>>();

describe("the viewer's own profile", () => {
  test('can be read and partially updated', async () => {
    const holder = await makeAccount(site);
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
    const { name } = await site.store.kysely
      .selectFrom('people')
      .select('name')
      .where('id', '=', holder.id)
      .executeTakeFirstOrThrow();
    expect(name).toBe('Robin Field');
  });

  test('ignores fields that the viewer may not change', async () => {
    const holder = await makeAccount(site);
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
      expect((await new Browser(site).send(method, url)).statusCode).toBe(401);
    }
  });

  test('can have a picture, at an unguessable URL @accounts.picture', async () => {
    const holder = await makeAccount(site);
    const png = toDataUrl('image/png', makePng({ width: 256, height: 256 }));
    const upload = await holder.browser.send('PATCH', '/api/account', { picture: png });
    const { profileImageUrl } = upload.json<{ profileImageUrl: string }>();
    expect(profileImageUrl).toMatch(/^\/api\/pictures\/[\w-]{32}$/);
    const picture = await new Browser(site).send('GET', profileImageUrl);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(picture.rawPayload.toString('base64')).toBe(png.split(',')[1]);
    expect(picture.headers['x-content-type-options']).toBe('nosniff');

    const removed = await holder.browser.send('PATCH', '/api/account', { picture: null });
    expect(removed.json()).toMatchObject({ profileImageUrl: null });
    expect((await new Browser(site).send('GET', profileImageUrl)).statusCode).toBe(404);
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
      'too large once it is decoded',
      'image/webp',
      Buffer.from('524946461c000000574542505650384c0f0000002ffeffff0f000000', 'hex'),
    ],
  ])('accepts no picture that is %s @accounts.picture', async (_, type, content) => {
    const holder = await makeAccount(site);
    const picture = toDataUrl(type, content);
    const response = await holder.browser.send('PATCH', '/api/account', { picture });
    expect(response.statusCode).toBe(400);
  });

  test('serves a picture with the content type detected from its bytes, not the declared one @accounts.picture', async () => {
    const holder = await makeAccount(site);
    const picture = `data:image/png;base64,${Buffer.from('ffd8ffe000044a46ffc00011080100010003010000000000000000ffda00040000ffd9', 'hex').toString('base64')}`;
    const response = await holder.browser.send('PATCH', '/api/account', { picture });
    const { profileImageUrl } = response.json<{ profileImageUrl: string }>();
    const served = await new Browser(site).send('GET', profileImageUrl);
    expect(served.headers['content-type']).toBe('image/jpeg');
  });
});

describe('changing the password', () => {
  const newPassword = 'a different mallet indoors';

  test('requires the current password, opens a new session and ends all others @accounts.password-change', async () => {
    const { email, browser } = await makeAccount(site);
    const other = await signIn(site, email);
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

    const old = await new Browser(site).post('/api/account/sign-in', { email, password });
    expect(old.statusCode).toBe(401);
    await signIn(site, email, newPassword);
    expect((await emailsTo(site, email)).at(-1)?.subject).toMatch(/^Your password .+ was changed$/);
  });

  test('refuses a weak new password @accounts.password-rules', async () => {
    const { browser } = await makeAccount(site);
    const response = await browser.post('/api/account/change-password', {
      current: password,
      password: 'password1',
    });
    expect(response.statusCode).toBe(400);
    expect(await browser.signedInUserId()).not.toBeNull();
  });

  test('invalidates the link for a forgotten password', async () => {
    const { email, browser } = await makeAccount(site);
    await new Browser(site).post('/api/account/forgot-password', { email });
    const token = await tokenSentTo(site, email);
    await browser.post('/api/account/change-password', {
      current: password,
      password: newPassword,
    });
    const reset = await new Browser(site).post('/api/account/reset-password', {
      token,
      password: 'one more, please',
    });
    expect(reset.statusCode).toBe(410);
  });
});

describe('changing the email address', () => {
  test('takes effect once verified, and the old address is notified', async () => {
    const { id, email, browser } = await makeAccount(site);
    const newEmail = unusedEmail();
    const guess = await browser.post('/api/account/change-email', {
      email: newEmail,
      password: 'not it at all',
    });
    expect([guess.statusCode, guess.body]).toEqual([400, wrongPassword]);

    const requested = await browser.post('/api/account/change-email', {
      email: newEmail,
      password,
    });
    expect([requested.statusCode, requested.body]).toEqual([204, '']);
    expect(await readAccount({ browser })).toMatchObject({ email, emailVerified: true });
    expect((await emailsTo(site, email)).at(-1)?.text).toContain(newEmail);
    expect((await emailsTo(site, newEmail)).map(({ subject }) => subject)).toEqual([
      'Confirm your new email address for Curbwrench',
    ]);
    // A link sent to the old mailbox must not stay valid.
    await new Browser(site).post('/api/account/forgot-password', { email });
    const reset = await tokenSentTo(site, email);

    const token = await tokenSentTo(site, newEmail);
    const verified = await new Browser(site).post('/api/account/verify-email', { token });
    expect(verified.statusCode).toBe(204);
    expect(await readAccount({ browser })).toMatchObject({
      id,
      email: newEmail,
      emailVerified: true,
    });
    expect((await emailsTo(site, email)).at(-1)?.subject).toMatch(/ was changed$/);
    await signIn(site, newEmail);
    const old = await new Browser(site).post('/api/account/sign-in', { email, password });
    expect(old.statusCode).toBe(401);
    const late = await new Browser(site).post('/api/account/reset-password', {
      token: reset,
      password: 'one more, please',
    });
    expect(late.statusCode).toBe(410);
    const twice = await new Browser(site).post('/api/account/verify-email', { token });
    expect(twice.statusCode).toBe(410);
  });

  test("to someone else's address gets the same reply, and never takes effect", async () => {
    const { id, browser } = await makeAccount(site);
    const takenEmail = await signUp(site);
    const requested = await browser.post('/api/account/change-email', {
      email: takenEmail,
      password,
    });
    expect([requested.statusCode, requested.body]).toEqual([204, '']);
    expect((await emailsTo(site, takenEmail)).at(-1)?.subject).toMatch(
      /^You already have an account/,
    );
    expect(await readAccount({ browser })).toMatchObject({ pendingEmail: takenEmail });

    // It also has no effect if someone else takes the address between the request and the verification.
    const newEmail = unusedEmail();
    await browser.post('/api/account/change-email', { email: newEmail, password });
    const token = await tokenSentTo(site, newEmail);
    await signUp(site, newEmail);
    const verified = await new Browser(site).post('/api/account/verify-email', { token });
    expect(verified.statusCode).toBe(410);
    expect((await readAccount({ browser }))['email']).not.toBe(newEmail);
    expect(await (await signIn(site, newEmail)).signedInUserId()).not.toBe(id);
  });

  test('is pending until verified or canceled; then its link is invalid @accounts.email-change', async () => {
    const { email, browser } = await makeAccount(site);
    const newEmail = unusedEmail();
    await browser.post('/api/account/change-email', { email: newEmail, password });
    expect(await readAccount({ browser })).toMatchObject({ email, pendingEmail: newEmail });
    const token = await tokenSentTo(site, newEmail);
    const canceled = await browser.send('DELETE', '/api/account/change-email');
    expect([canceled.statusCode, canceled.body]).toEqual([204, '']);
    expect(await readAccount({ browser })).toMatchObject({ email, pendingEmail: null });
    const late = await new Browser(site).post('/api/account/verify-email', { token });
    expect(late.statusCode).toBe(410);
    // Canceling when nothing is pending is not an error.
    expect((await browser.send('DELETE', '/api/account/change-email')).statusCode).toBe(204);
    expect((await new Browser(site).send('DELETE', '/api/account/change-email')).statusCode).toBe(
      401,
    );
  });

  test('can be canceled by the link in the notice, once and without a session @accounts.email-change', async () => {
    const { email, browser } = await makeAccount(site);
    const requestChange = async () => {
      const newEmail = unusedEmail();
      await browser.post('/api/account/change-email', { email: newEmail, password });
      return {
        newEmail,
        verificationToken: await tokenSentTo(site, newEmail),
        cancel: await tokenSentTo(site, email),
      };
    };
    const first = await requestChange();
    expect((await emailsTo(site, email)).at(-1)?.text).toMatch(
      /^http:\/\/localhost\/cancel-email-change#token=[\w-]{43}$/m,
    );
    const rows = JSON.stringify(
      await site.store.kysely.selectFrom('account_tokens').selectAll().execute(),
    );
    expect(rows).not.toContain(first.cancel);
    const cancel = (token: string) =>
      new Browser(site).post('/api/account/cancel-email-change', { token });
    // The link to the new address is a different one.
    expect((await cancel(first.verificationToken)).statusCode).toBe(410);
    expect((await cancel(first.cancel)).statusCode).toBe(204);
    expect(await readAccount({ browser })).toMatchObject({ email, pendingEmail: null });
    const verification = await new Browser(site).post('/api/account/verify-email', {
      token: first.verificationToken,
    });
    expect(verification.statusCode).toBe(410);

    // A used or replaced link does not cancel a later change.
    const [second, third] = [await requestChange(), await requestChange()];
    for (const { cancel: token } of [first, second])
      expect((await cancel(token)).statusCode).toBe(410);
    expect(await readAccount({ browser })).toMatchObject({ pendingEmail: third.newEmail });
    await new Browser(site).post('/api/account/verify-email', { token: third.verificationToken });
    expect((await cancel(third.cancel)).statusCode).toBe(410);
    expect(await readAccount({ browser })).toMatchObject({
      email: third.newEmail,
      pendingEmail: null,
    });
  });

  test('is no longer pending after a day', async () => {
    const { browser } = await makeAccount(site);
    await browser.post('/api/account/change-email', { email: unusedEmail(), password });
    const now = site.clock.now();
    site.clock.set(new Date(now.getTime() + 24 * 3_600_000));
    try {
      expect(await readAccount({ browser })).toMatchObject({ pendingEmail: null });
    } finally {
      site.clock.set(now);
    }
  });

  test('succeeds even if someone signed up with that address but never verified it @accounts.email-change', async () => {
    for (const strangerSignsUpFirst of [true, false]) {
      const { id, browser } = await makeAccount(site);
      const newEmail = unusedEmail();
      const stranger = new Browser(site);
      const body = { firstName: 'Mallory', lastName: 'Vale', email: newEmail, password };
      const signStrangerUp = () => stranger.post('/api/account/sign-up', body);
      if (strangerSignsUpFirst) await signStrangerUp();
      await browser.post('/api/account/change-email', { email: newEmail, password });
      const token = await tokenSentTo(site, newEmail);
      if (!strangerSignsUpFirst) await signStrangerUp();
      const verified = await new Browser(site).post('/api/account/verify-email', { token });
      expect([verified.statusCode, verified.body]).toEqual([204, '']);
      expect(await readAccount({ browser })).toMatchObject({ id, email: newEmail });
      const rows = await site.store.kysely
        .selectFrom('people')
        .select('id')
        .where('first_name', '=', 'Mallory')
        .execute();
      expect(rows).toEqual([]);
    }
  });

  test('succeeds for only one of two people who verify the same address concurrently', async () => {
    const newEmail = unusedEmail();
    const tokens: string[] = [];
    for (const { browser } of [await makeAccount(site), await makeAccount(site)]) {
      await browser.post('/api/account/change-email', { email: newEmail, password });
      tokens.push(await tokenSentTo(site, newEmail));
    }
    const responses = await Promise.all(
      tokens.map((token) => new Browser(site).post('/api/account/verify-email', { token })),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 410,
    ]);
  });
});

describe("the viewer's sessions", () => {
  test('are listed with their devices; one session or all others can be ended immediately @accounts.sessions', async () => {
    const { email, browser } = await makeAccount(site);
    const phone = await signIn(site, email);
    const tablet = await signIn(site, email);
    const list = async () =>
      (await browser.send('GET', '/api/account/sessions')).json<
        { id: string; current: boolean; ipAddress: string }[]
      >();
    const sessions = await list();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions.find(({ ipAddress }) => ipAddress === phone.address)).toMatchObject({
      current: false,
      userAgent: 'Test browser',
    });
    expect(JSON.stringify(sessions)).not.toContain(browser.session?.split('.')[0]);

    const phoneId = sessions.find(({ ipAddress }) => ipAddress === phone.address)?.id;
    const ended = await browser.post(`/api/account/sessions/${phoneId}/end`, { password });
    expect(ended.statusCode).toBe(204);
    expect(await phone.signedInUserId()).toBeNull();
    expect(await tablet.signedInUserId()).not.toBeNull();
    const again = await browser.post(`/api/account/sessions/${phoneId}/end`, { password });
    expect([again.statusCode, again.body]).toEqual([404, 'There is no such session.']);

    const others = await browser.post('/api/account/sessions/end-others', { password });
    expect(others.statusCode).toBe(204);
    expect(await tablet.signedInUserId()).toBeNull();
    expect(await list()).toMatchObject([{ current: true }]);
  });

  test('cannot be ended by anyone else', async () => {
    const viewer = await makeAccount(site);
    const other = await makeAccount(site);
    const otherSessions = (await other.browser.send('GET', '/api/account/sessions')).json<
      { id: string }[]
    >();
    const response = await viewer.browser.post(
      `/api/account/sessions/${otherSessions[0]?.id}/end`,
      {
        password,
      },
    );
    expect(response.statusCode).toBe(404);
    const others = await viewer.browser.post('/api/account/sessions/end-others', { password });
    expect(others.statusCode).toBe(204);
    expect(await other.browser.signedInUserId()).toBe(other.id);
  });

  test('record the real client address, not one claimed in a header @interface.client-address', async () => {
    const { email } = await makeAccount(site);
    const browser = new Browser(site);
    await browser.send(
      'POST',
      '/api/account/sign-in',
      { email, password },
      {
        'x-forwarded-for': '203.0.113.7',
        'x-curbwrench-address': '203.0.113.7',
      },
    );
    const list = await browser.send('GET', '/api/account/sessions');
    expect(list.json<{ current: boolean }[]>().find(({ current }) => current)).toMatchObject({
      ipAddress: browser.address,
    });
  });

  test('expire after ninety days, however much they are used @accounts.sessions', async () => {
    // An extension lasts seven days, so the last one is possible 83 days after signing in.
    const { id, browser } = await makeAccount(site);
    const day = 86_400_000;
    const isExtendedAfter = async (days: number) => {
      const now = Date.now();
      await site.store.kysely
        .updateTable('sessions')
        .set({
          created_at: new Date(now - days * day),
          updated_at: new Date(now - 2 * day),
          expires_at: new Date(now + 5 * day),
        })
        .where('account_id', '=', id)
        .execute();
      return (await browser.send('GET', '/api/auth/user')).headers['set-cookie'] !== undefined;
    };
    expect(await isExtendedAfter(82)).toBe(true);
    expect(await isExtendedAfter(84)).toBe(false);
  });

  test('end when the role changes, so that none continues with the previous role', async () => {
    const { id, browser } = await makeAccount(site);
    const admin = await makePerson(site, 'admin');
    const response = await site.server.inject({
      method: 'POST',
      url: '/api/users/role',
      headers: admin.headers,
      payload: { userId: id, role: 'service_advisor' },
    });
    expect(response.statusCode).toBe(200);
    expect(await browser.signedInUserId()).toBeNull();
  });
});

describe('a person who signs in only through a provider', () => {
  const makeProviderAccount = async () => {
    const holder = await makeAccount(site);
    await site.store.kysely
      .updateTable('credentials')
      .set({ provider_id: 'oidc', password: null })
      .where('account_id', '=', holder.id)
      .execute();
    return holder;
  };
  const setSessionAge = (id: string, minutes: number) =>
    site.store.kysely
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - minutes * 60_000) })
      .where('account_id', '=', id)
      .execute();

  test('needs a recent sign-in to change their address or delete their account @accounts.recent-sign-in', async () => {
    const holder = await makeProviderAccount();
    const { id, browser } = holder;
    expect(await readAccount(holder)).toMatchObject({ hasPassword: false, providers: ['oidc'] });
    const calls = [
      ['/api/account/change-email', { email: unusedEmail() }],
      ['/api/account/delete', {}],
    ] as const;
    await setSessionAge(id, 11);
    for (const [url, body] of calls) {
      const late = await browser.post(url, body);
      expect([late.statusCode, late.body]).toEqual([
        403,
        'Please log out and log in again first; you then have ten minutes to do this.',
      ]);
    }
    await setSessionAge(id, 9);
    for (const [url, body] of calls) expect((await browser.post(url, body)).statusCode).toBe(204);
  });

  test('can set a password with a forgotten-password link', async () => {
    const { email } = await makeProviderAccount();
    await new Browser(site).post('/api/account/forgot-password', { email });
    const token = await tokenSentTo(site, email);
    const newPassword = 'a different mallet indoors';
    await new Browser(site).post('/api/account/reset-password', { token, password: newPassword });
    await signIn(site, email, newPassword);
  });

  test('is treated differently from a demo account, which has neither a provider nor a password and is refused', async () => {
    const person = await makePerson(site, 'customer');
    for (const [url, payload] of [
      ['/api/account/change-email', { email: unusedEmail() }],
      ['/api/account/delete', {}],
    ] as const) {
      const response = await site.server.inject({
        method: 'POST',
        url,
        payload,
        headers: person.headers,
      });
      expect([response.statusCode, response.body]).toEqual([400, 'This account has no password.']);
    }
  });
});
