import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sealAudit } from '../../audit/changes.ts';
import {
  unusedEmail,
  makeAccount,
  password,
  signIn,
  type AccountHolder,
} from '@curbwrench/testing/accounts';
import { generateCode } from '@curbwrench/testing/authenticator';
import { emailsTo } from '@curbwrench/testing/browser';
import { prepareSecondFactorApps, setUpSecondFactor } from '@curbwrench/testing/second-factor';
import type { TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
/** The same business, but its staff need a second factor. */
let strict: TestApp;

prepareSecondFactorApps((prepared) => {
  ({ app, strict } = prepared);
});

const remove = (
  { browser }: AccountHolder,
  target: { id: string },
  factors: object = { password },
) => browser.post(`/api/users/${target.id}/second-factor/remove`, factors);

describe('a person who lost their authenticator app and backup codes', () => {
  test('regains access through an admin, and is logged out and notified @accounts.second-factor-removal', async () => {
    const [admin, user] = [await makeAccount(app, 'admin'), await makeAccount(app, 'mechanic')];
    await setUpSecondFactor(user);
    // A sign-in that is waiting for its code, after a correct password.
    const pendingBrowser = await signIn(app, user.email);
    const removed = await remove(admin, user);
    expect([removed.statusCode, removed.json()]).toMatchObject([
      200,
      { id: user.id, twoFactor: false },
    ]);
    expect(await user.browser.signedInUserId()).toBeNull();
    const mail = (await emailsTo(app, user.email)).at(-1);
    expect(mail?.subject).toBe('Two-factor authentication for Curbwrench was removed');
    expect(await pendingBrowser.signedInUserId()).toBeNull();
    const again = await signIn(app, user.email);
    expect(await again.signedInUserId()).toBe(user.id);

    await sealAudit(app.store.kysely);
    const { rows } = await sql<object>`
      select action, before, after, secret_fields from audit_entries
      where subject = 'user' and subject_id = ${user.id} and actor_id = ${admin.id}
      order by number`.execute(app.store.kysely);
    expect(rows).toMatchObject([
      { action: 'changed', secret_fields: expect.arrayContaining(['secret']) as string[] },
      { action: 'changed', before: { two_factor_enabled: true } },
    ]);
    expect((await remove(admin, user)).statusCode).toBe(409);
  });

  test('is shown as having a second factor only to admins and themselves', async () => {
    const user = await makeAccount(app, 'customer');
    await setUpSecondFactor(user);
    const seenBy = async ({ browser }: AccountHolder) =>
      (await browser.send('GET', `/api/users/${user.id}`)).json<{ twoFactor: boolean | null }>()
        .twoFactor;
    expect(await seenBy(await makeAccount(app, 'admin'))).toBe(true);
    expect(await seenBy(user)).toBe(true);
    expect(await seenBy(await makeAccount(app, 'service_advisor'))).toBeNull();
  });

  test('must set up a new second factor if staff need one', async () => {
    const [admin, user] = [await makeAccount(app, 'admin'), await makeAccount(app, 'mechanic')];
    await setUpSecondFactor(user);
    expect((await remove(admin, user)).statusCode).toBe(200);
    const again = await signIn(strict, user.email);
    expect((await again.send('GET', '/api/appointments')).statusCode).toBe(403);
    const account = await again.send('GET', '/api/account');
    expect(account.json()).toMatchObject({ twoFactor: false, twoFactorRequired: true });
    await setUpSecondFactor({ browser: again });
    expect((await again.send('GET', '/api/appointments')).statusCode).toBe(200);
  });

  test('regains access only if the admin enters both of their own factors @accounts.second-factor-removal', async () => {
    const [admin, user] = [await makeAccount(app, 'admin'), await makeAccount(app, 'customer')];
    await setUpSecondFactor(user);
    const { uri } = await setUpSecondFactor(admin);
    const wrong = await remove(admin, user, { password: 'not it at all', code: generateCode(uri) });
    expect([wrong.statusCode, wrong.body]).toEqual([400, 'That password is incorrect.']);
    const withoutCode = await remove(admin, user);
    expect([withoutCode.statusCode, withoutCode.body]).toEqual([400, 'Please enter the code']);
    const guess = String((Number(generateCode(uri)) + 1) % 1_000_000).padStart(6, '0');
    const withWrongCode = await remove(admin, user, { password, code: guess });
    expect([withWrongCode.statusCode, withWrongCode.body]).toEqual([
      400,
      'That code is incorrect.',
    ]);
    expect(await user.browser.signedInUserId()).toBe(user.id);
    expect((await remove(admin, user, { password, code: generateCode(uri) })).statusCode).toBe(200);

    const ownRemoval = await remove(admin, admin, { password, code: generateCode(uri, 1) });
    expect([ownRemoval.statusCode, ownRemoval.body]).toEqual([
      403,
      'Turn off your own two-factor authentication on your account page.',
    ]);
  });
});

describe('a person with a second factor must enter a code @accounts.recent-sign-in', () => {
  const requests: [name: string, url: string, body: () => object][] = [
    ['changing their email', 'change-email', () => ({ email: unusedEmail(), password })],
    [
      'changing their password',
      'change-password',
      () => ({ current: password, password: 'a different mallet indoors' }),
    ],
    ['deleting their account', 'delete', () => ({ password })],
  ];
  test.each(requests)('before %s', async (_, path, body) => {
    const holder = await makeAccount(app);
    const { uri, backupCodes } = await setUpSecondFactor(holder);
    const attempt = (extra: object) =>
      holder.browser.post(`/api/account/${path}`, { ...body(), ...extra });
    const withoutCode = await attempt({});
    expect([withoutCode.statusCode, withoutCode.body]).toEqual([400, 'Please enter the code']);
    const wrong = await attempt({ code: 'AAAAA-AAAAA' });
    expect([wrong.statusCode, wrong.body]).toEqual([400, 'That code is incorrect.']);
    // A code that was just used to sign in is not accepted again.
    const other = await signIn(app, holder.email);
    await other.post('/api/account/sign-in/code', { code: generateCode(uri) });
    const used = await attempt({ code: generateCode(uri) });
    expect([used.statusCode, used.body]).toEqual([
      400,
      'That code was already used. Please wait for the next one.',
    ]);
    expect((await attempt({ code: backupCodes[0] })).statusCode).toBe(204);
  });

  test('but a stolen phone’s session can be ended without a code @accounts.sessions', async () => {
    const holder = await makeAccount(app);
    const { backupCodes } = await setUpSecondFactor(holder);
    const phone = await signIn(app, holder.email);
    await phone.post('/api/account/sign-in/code', { code: backupCodes[0] });
    const end = (body: object) => holder.browser.post('/api/account/sessions/end-others', body);
    const guess = await end({ password: 'not it at all' });
    expect([guess.statusCode, guess.body]).toEqual([400, 'That password is incorrect.']);
    expect(await phone.signedInUserId()).toBe(holder.id);
    expect((await end({ password })).statusCode).toBe(204);
    expect(await phone.signedInUserId()).toBeNull();
    expect(await holder.browser.signedInUserId()).toBe(holder.id);
  });
});
