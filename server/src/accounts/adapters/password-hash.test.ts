import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { makeAccount, password, signIn } from '@curbwrench/testing/accounts';
import { Browser } from '@curbwrench/testing/browser';
import { testPasswordCost } from '@curbwrench/testing/passwords';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { createPasswordHashing, defaultPasswordCost } from './password-hash.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const readHash = async (userId: string) =>
  (
    await app.store.kysely
      .selectFrom('credentials')
      .select('password')
      .where('account_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).password ?? '';
const setHash = (userId: string, hash: string) =>
  app.store.kysely
    .updateTable('credentials')
    .set({ password: hash })
    .where('account_id', '=', userId)
    .execute();

test('the default cost is one that OWASP recommends @accounts.password-storage', () => {
  // OWASP, Password Storage Cheat Sheet: these are equivalent.
  const recommended = [
    [17, 1],
    [16, 2],
    [15, 3],
    [14, 5],
    [13, 10],
  ].map(([power = 0, p]) => ({ N: 2 ** power, r: 8, p }));
  expect(recommended).toContainEqual(defaultPasswordCost);
});

test('passwords are hashed at the default cost unless configured otherwise @accounts.password-storage', async () => {
  const { store, clock, business, authSecret } = app;
  const otherApp = await createApp({
    store,
    clock,
    initialBusiness: business,
    authSecret,
    publicUrl: 'http://localhost',
    signIn: { passwords: true, providers: [] },
    logLevel: 'silent',
    demoAccounts: null,
    web: null,
  });
  const { id, email } = await makeAccount(app);
  const browser = new Browser({ server: otherApp, store });
  const response = await browser.post('/api/account/sign-in', { email, password });
  await otherApp.close();
  expect(response.statusCode).toBe(200);
  // Accounts in tests are created with a cheaper hash, which this sign-in renewed.
  expect(await readHash(id)).toMatch(/^scrypt:32768:8:3:[0-9a-f]{32}:[0-9a-f]{128}$/);
});

test('hashing salts each password, distinguishes passwords, and ignores how keyboards encode characters', async () => {
  const { hash, verify } = createPasswordHashing(testPasswordCost);
  const [first, second] = [await hash('Gr\u00fc\u00dfe 1'), await hash('Gr\u00fc\u00dfe 1')];
  expect(first).not.toBe(second);
  expect(await verify({ hash: first, password: 'Gru\u0308\u00dfe 1' })).toBe(true);
  expect(await verify({ hash: first, password: 'Gru\u00dfe 1' })).toBe(false);
  expect(await verify({ hash: first.slice(0, -2), password: 'Gr\u00fc\u00dfe 1' })).toBe(false);
});

test.each([
  ['in the library’s own format', () => hashPassword(password)],
  ['with another cost', () => createPasswordHashing({ N: 2 ** 11, r: 8, p: 1 }).hash(password)],
])(
  'an older hash %s is accepted and then renewed @accounts.password-storage',
  async (_, makeOldHash) => {
    const { id, email } = await makeAccount(app);
    const oldHash = await makeOldHash();
    await setHash(id, oldHash);
    const wrongResponse = await new Browser(app).post('/api/account/sign-in', {
      email,
      password: `${password}!`,
    });
    expect([wrongResponse.statusCode, await readHash(id)]).toEqual([401, oldHash]);
    await signIn(app, email);
    const renewedHash = await readHash(id);
    expect(renewedHash).toMatch(/^scrypt:1024:8:1:/);
    await signIn(app, email);
    expect(await readHash(id)).toBe(renewedHash);
  },
);

test('a random hash does not match the password', async () => {
  const { verify } = createPasswordHashing(testPasswordCost);
  const hash = `scrypt:1024:8:1:${randomBytes(16).toString('hex')}:${randomBytes(64).toString('hex')}`;
  expect(await verify({ hash, password })).toBe(false);
});
