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
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const wrongPassword = 'That password is incorrect.';

const readAccount = async ({ browser }: Pick<AccountHolder, 'browser'>) =>
  (await browser.send('GET', '/api/account')).json<Record<string, unknown>>();

describe('changing the email address', () => {
  test('takes effect once verified, and the old address is notified', async () => {
    const { id, email, browser } = await makeAccount(app);
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
    expect((await emailsTo(app, email)).at(-1)?.text).toContain(newEmail);
    expect((await emailsTo(app, newEmail)).map(({ subject }) => subject)).toEqual([
      'Confirm your new email address for Curbwrench',
    ]);
    // A link sent to the old mailbox must not stay valid.
    await new Browser(app).post('/api/account/forgot-password', { email });
    const resetToken = await tokenSentTo(app, email);

    const token = await tokenSentTo(app, newEmail);
    const verified = await new Browser(app).post('/api/account/verify-email', { token });
    expect(verified.statusCode).toBe(204);
    expect(await readAccount({ browser })).toMatchObject({
      id,
      email: newEmail,
      emailVerified: true,
    });
    expect((await emailsTo(app, email)).at(-1)?.subject).toMatch(/ was changed$/);
    await signIn(app, newEmail);
    const withOldEmail = await new Browser(app).post('/api/account/sign-in', { email, password });
    expect(withOldEmail.statusCode).toBe(401);
    const lateReset = await new Browser(app).post('/api/account/reset-password', {
      token: resetToken,
      password: 'one more, please',
    });
    expect(lateReset.statusCode).toBe(410);
    const secondUse = await new Browser(app).post('/api/account/verify-email', { token });
    expect(secondUse.statusCode).toBe(410);
  });

  test("to someone else's address gets the same reply, and never takes effect", async () => {
    const { id, browser } = await makeAccount(app);
    const takenEmail = await signUp(app);
    const requested = await browser.post('/api/account/change-email', {
      email: takenEmail,
      password,
    });
    expect([requested.statusCode, requested.body]).toEqual([204, '']);
    expect((await emailsTo(app, takenEmail)).at(-1)?.subject).toMatch(
      /^You already have an account/,
    );
    expect(await readAccount({ browser })).toMatchObject({ pendingEmail: takenEmail });

    // It also has no effect if someone else takes the address between the request and the verification.
    const newEmail = unusedEmail();
    await browser.post('/api/account/change-email', { email: newEmail, password });
    const token = await tokenSentTo(app, newEmail);
    await signUp(app, newEmail);
    const verified = await new Browser(app).post('/api/account/verify-email', { token });
    expect(verified.statusCode).toBe(410);
    expect((await readAccount({ browser }))['email']).not.toBe(newEmail);
    expect(await (await signIn(app, newEmail)).signedInUserId()).not.toBe(id);
  });

  test('is pending until verified or canceled; after that, its link is invalid @accounts.email-change', async () => {
    const { email, browser } = await makeAccount(app);
    const newEmail = unusedEmail();
    await browser.post('/api/account/change-email', { email: newEmail, password });
    expect(await readAccount({ browser })).toMatchObject({ email, pendingEmail: newEmail });
    const token = await tokenSentTo(app, newEmail);
    const canceled = await browser.send('DELETE', '/api/account/change-email');
    expect([canceled.statusCode, canceled.body]).toEqual([204, '']);
    expect(await readAccount({ browser })).toMatchObject({ email, pendingEmail: null });
    const late = await new Browser(app).post('/api/account/verify-email', { token });
    expect(late.statusCode).toBe(410);
    // Canceling when nothing is pending is not an error.
    expect((await browser.send('DELETE', '/api/account/change-email')).statusCode).toBe(204);
    expect((await new Browser(app).send('DELETE', '/api/account/change-email')).statusCode).toBe(
      401,
    );
  });

  test('can be canceled by the link in the notice, once and without a session @accounts.email-change', async () => {
    const { email, browser } = await makeAccount(app);
    const requestChange = async () => {
      const newEmail = unusedEmail();
      await browser.post('/api/account/change-email', { email: newEmail, password });
      return {
        newEmail,
        verificationToken: await tokenSentTo(app, newEmail),
        cancellationToken: await tokenSentTo(app, email),
      };
    };
    const first = await requestChange();
    expect((await emailsTo(app, email)).at(-1)?.text).toMatch(
      /^http:\/\/localhost\/cancel-email-change#token=[\w-]{43}$/m,
    );
    const rows = JSON.stringify(
      await app.store.kysely.selectFrom('account_tokens').selectAll().execute(),
    );
    expect(rows).not.toContain(first.cancellationToken);
    const cancel = (token: string) =>
      new Browser(app).post('/api/account/cancel-email-change', { token });
    // The link to the new address is a different one.
    expect((await cancel(first.verificationToken)).statusCode).toBe(410);
    expect((await cancel(first.cancellationToken)).statusCode).toBe(204);
    expect(await readAccount({ browser })).toMatchObject({ email, pendingEmail: null });
    const verification = await new Browser(app).post('/api/account/verify-email', {
      token: first.verificationToken,
    });
    expect(verification.statusCode).toBe(410);

    // A used or replaced link does not cancel a later change.
    const [second, third] = [await requestChange(), await requestChange()];
    for (const { cancellationToken: token } of [first, second])
      expect((await cancel(token)).statusCode).toBe(410);
    expect(await readAccount({ browser })).toMatchObject({ pendingEmail: third.newEmail });
    await new Browser(app).post('/api/account/verify-email', { token: third.verificationToken });
    expect((await cancel(third.cancellationToken)).statusCode).toBe(410);
    expect(await readAccount({ browser })).toMatchObject({
      email: third.newEmail,
      pendingEmail: null,
    });
  });

  test('is no longer pending after a day', async () => {
    const { browser } = await makeAccount(app);
    await browser.post('/api/account/change-email', { email: unusedEmail(), password });
    const now = app.clock.now();
    app.clock.set(new Date(now.getTime() + 24 * 3_600_000));
    try {
      expect(await readAccount({ browser })).toMatchObject({ pendingEmail: null });
    } finally {
      app.clock.set(now);
    }
  });

  test('succeeds even if someone signed up with that address but never verified it @accounts.email-change', async () => {
    for (const strangerSignsUpFirst of [true, false]) {
      const { id, browser } = await makeAccount(app);
      const newEmail = unusedEmail();
      const stranger = new Browser(app);
      const body = { firstName: 'Mallory', lastName: 'Vale', email: newEmail, password };
      const signStrangerUp = () => stranger.post('/api/account/sign-up', body);
      if (strangerSignsUpFirst) await signStrangerUp();
      await browser.post('/api/account/change-email', { email: newEmail, password });
      const token = await tokenSentTo(app, newEmail);
      if (!strangerSignsUpFirst) await signStrangerUp();
      const verified = await new Browser(app).post('/api/account/verify-email', { token });
      expect([verified.statusCode, verified.body]).toEqual([204, '']);
      expect(await readAccount({ browser })).toMatchObject({ id, email: newEmail });
      const rows = await app.store.kysely
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
    for (const { browser } of [await makeAccount(app), await makeAccount(app)]) {
      await browser.post('/api/account/change-email', { email: newEmail, password });
      tokens.push(await tokenSentTo(app, newEmail));
    }
    const responses = await Promise.all(
      tokens.map((token) => new Browser(app).post('/api/account/verify-email', { token })),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 410,
    ]);
  });
});
