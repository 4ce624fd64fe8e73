import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { unusedEmail, makeAccount, signIn, signUp } from '@curbwrench/testing/accounts';
import { generateCode } from '@curbwrench/testing/authenticator';
import { Browser, tokenSentTo } from '@curbwrench/testing/browser';
import { setUpSecondFactor } from '@curbwrench/testing/second-factor';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

/*
 * The auth library determines how strong passwords, sessions and second factors are; docs/asvs.md documents it.
 * These tests fail if a new version of the library weakens them.
 */

let app: TestApp;
const logLines: string[] = [];

beforeAll(async () => {
  // Stops the clock: codes are valid for half a minute, and none may expire during a test.
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await startApp({ logSink: { write: (line) => void logLines.push(line) } });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.stop();
});

/** Creates a person with a second factor. */
async function makeAccountWithSecondFactor() {
  const account = await makeAccount(app);
  return { ...account, ...(await setUpSecondFactor(account)) };
}

test('every character of a password counts, and so does its case @accounts.password-rules', async () => {
  // 128 characters, the maximum, of many kinds, with a space at each end.
  const withoutLastSpace = ` Ünder the öld bridge \u{1f6e0} ${'we wait '.repeat(12)}`
    .padEnd(127, '.')
    .slice(0, 127);
  const longPassword = `${withoutLastSpace} `;
  expect(longPassword).toHaveLength(128);
  const email = await signUp(app, unusedEmail(), { password: longPassword });
  await signIn(app, email, longPassword);
  // bcrypt, for example, would ignore everything after 72 bytes.
  for (const wrongPassword of [
    withoutLastSpace,
    longPassword.trim(),
    longPassword.toLowerCase(),
    longPassword.slice(0, 72),
  ]) {
    const response = await new Browser(app).post('/api/account/sign-in', {
      email,
      password: wrongPassword,
    });
    expect([wrongPassword, response.statusCode]).toEqual([wrongPassword, 401]);
  }
});

test('backup codes and session tokens are long, random and unique @accounts.session-tokens', async () => {
  const { backupCodes } = await makeAccountWithSecondFactor();
  // Ten characters from an alphabet of 62: 59 bits. ASVS 5.0 6.5.4 requires 20.
  for (const code of backupCodes) expect(code).toMatch(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/);

  const { email } = await makeAccount(app);
  for (let times = 0; times < 9; times += 1) await signIn(app, email);
  const rows = await app.store.kysely
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('token')
    .where('email', '=', email)
    .where('user_agent', '=', 'Test browser')
    .execute();
  expect(new Set(rows.map(({ token }) => token)).size).toBe(9);
  // 32 characters out of 62: 190 bits. ASVS 5.0 7.2.3 requires 128.
  for (const { token } of rows) expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
  // No position is constant, as it would be with a counter or a timestamp.
  for (let index = 0; index < 32; index += 1) {
    expect(new Set(rows.map(({ token }) => token[index])).size).toBeGreaterThan(1);
  }
});

test('after a password reset, the second factor is still required @accounts.second-factor', async () => {
  const { email, uri } = await makeAccountWithSecondFactor();
  await new Browser(app).post('/api/account/forgot-password', { email });
  const newPassword = 'a different mallet indoors';
  const body = { token: await tokenSentTo(app, email), password: newPassword };
  const reset = await new Browser(app).post('/api/account/reset-password', body);
  expect([reset.statusCode, reset.headers['set-cookie']]).toEqual([204, undefined]);
  const browser = new Browser(app);
  const signInResponse = await browser.post('/api/account/sign-in', {
    email,
    password: newPassword,
  });
  expect(signInResponse.json()).toEqual({ twoFactor: true });
  expect(await browser.signedInUserId()).toBeNull();
  await browser.post('/api/account/sign-in/code', { code: generateCode(uri) });
  expect(await browser.signedInUserId()).not.toBeNull();
});

test('a second factor with a tampered secret accepts no code @accounts.second-factor', async () => {
  const { id, email, uri } = await makeAccountWithSecondFactor();
  const { kysely } = app.store;
  const factor = await kysely
    .selectFrom('two_factors')
    .select('secret')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  const last = factor.secret.at(-1) === '0' ? '1' : '0';
  await kysely
    .updateTable('two_factors')
    .set({ secret: `${factor.secret.slice(0, -1)}${last}` })
    .where('account_id', '=', id)
    .execute();
  const browser = await signIn(app, email);
  const response = await browser.post('/api/account/sign-in/code', { code: generateCode(uri) });
  expect(response.statusCode).toBe(500);
  expect(await browser.signedInUserId()).toBeNull();
  expect(logLines.join('')).toContain('A request failed.');
});
