import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount, password, signIn, type AccountHolder } from '@curbwrench/testing/accounts';
import { generateCode } from '@curbwrench/testing/authenticator';
import { Browser, tokenSentTo } from '@curbwrench/testing/browser';
import { setUpSecondFactor } from '@curbwrench/testing/second-factor';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { createToken } from './one-time-token.ts';
import { removeSecondFactorByEmail } from './remove-second-factor.ts';
import { beginProviderSignIn, finishProviderSignIn } from './sign-in-by-provider.ts';
import { claimVisitorBookings } from '../../customers/claim-visitor-bookings.ts';

let app: TestApp;
let admin: AccountHolder;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAccount(app, 'admin');
});
afterAll(() => app.stop());

/** A person with a second factor, and their unused backup codes. */
interface Owner extends AccountHolder {
  readonly codes: string[];
}

async function makeOwnerWithSecondFactor(): Promise<Owner> {
  const holder = await makeAccount(app, 'mechanic');
  const { backupCodes } = await setUpSecondFactor(holder, 0);
  return { ...holder, codes: [...backupCodes] };
}

function nextCode({ codes }: Owner): string {
  const code = codes.pop();
  if (code === undefined) throw new Error('All backup codes have been used.');
  return code;
}

let addressCount = 0;
function makeUnusedEmail(): string {
  addressCount += 1;
  return `pending-${addressCount}@example.com`;
}

async function expectStatus(
  response: Promise<{ statusCode: number; body: string }>,
  status: number,
) {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([status, status === 204 ? '' : expect.any(String)]);
}

async function requestResetToken(owner: Owner): Promise<string> {
  await new Browser(app).post('/api/account/forgot-password', { email: owner.email });
  return tokenSentTo(app, owner.email);
}

/** Starts every operation that an attacker may have left pending in this person's account. */
async function startPendingOperations(owner: Owner) {
  const session = await signIn(app, owner.email);
  await expectStatus(session.post('/api/account/sign-in/code', { code: nextCode(owner) }), 204);
  const address = makeUnusedEmail();
  const change = { email: address, password, code: nextCode(owner) };
  await expectStatus(session.post('/api/account/change-email', change), 204);
  const cancelLink = await tokenSentTo(app, owner.email);
  const changeLink = await tokenSentTo(app, address);
  const resetLink = await requestResetToken(owner);
  const verifyLink = createToken();
  await app.store.kysely
    .insertInto('account_tokens')
    .values({
      hash: verifyLink.hash,
      account_id: owner.id,
      purpose: 'verify_email',
      email: owner.email,
      created_at: app.clock.now(),
      expires_at: new Date(app.clock.now().getTime() + 60_000),
    })
    .execute();
  const signInAwaitingCode = await signIn(app, owner.email);
  const code = nextCode(owner);
  const trustedBrowser = await signIn(app, owner.email);
  const trust = { code: nextCode(owner), trust: true };
  await expectStatus(trustedBrowser.post('/api/account/sign-in/code', trust), 204);
  return {
    owner,
    session,
    changeLink,
    cancelLink,
    resetLink,
    verifyLink: verifyLink.token,
    signInAwaitingCode,
    code,
  };
}

type PendingOperations = Awaited<ReturnType<typeof startPendingOperations>>;

/** Tries to complete each pending operation and returns the status of each response. */
async function tryToComplete(pending: PendingOperations) {
  const visitor = new Browser(app);
  const post = async (url: string, body: object, browser = visitor) =>
    (await browser.post(url, body)).statusCode;
  const trustedBrowsers = await app.store.kysely
    .selectFrom('verifications')
    .select('id')
    .where('value', '=', pending.owner.id)
    .where('identifier', 'like', 'trust-device-%')
    .execute();
  return {
    session: (await pending.session.signedInUserId()) !== null,
    trustedBrowsers: trustedBrowsers.length,
    signInAwaitingCode: await post(
      '/api/account/sign-in/code',
      { code: pending.code },
      pending.signInAwaitingCode,
    ),
    verifyLink: await post('/api/account/verify-email', { token: pending.verifyLink }),
    cancelLink: await post('/api/account/cancel-email-change', { token: pending.cancelLink }),
    changeLink: await post('/api/account/verify-email', { token: pending.changeLink }),
    resetLink: await post('/api/account/reset-password', {
      token: pending.resetLink,
      password: 'what an attacker would like',
    }),
  };
}

const allEnded = {
  trustedBrowsers: 0,
  signInAwaitingCode: 401,
  verifyLink: 410,
  cancelLink: 410,
  changeLink: 410,
  resetLink: 410,
};

const newPassword = 'a different mallet indoors';

interface SecuringAction {
  readonly name: string;
  /** What happens to the person's other sessions. */
  readonly sessions: 'end' | 'stay';
  readonly perform: (owner: Owner, pending: PendingOperations) => Promise<void>;
}

const securingActions: readonly SecuringAction[] = [
  {
    name: 'changing the password',
    sessions: 'end',
    perform: (owner) => {
      const change = { current: password, password: newPassword, code: nextCode(owner) };
      return expectStatus(owner.browser.post('/api/account/change-password', change), 204);
    },
  },
  {
    name: 'resetting the password with a link',
    sessions: 'end',
    perform: async (owner) => {
      const reset = { token: await requestResetToken(owner), password: newPassword };
      await expectStatus(new Browser(app).post('/api/account/reset-password', reset), 204);
    },
  },
  {
    name: 'logging out all other sessions',
    sessions: 'end',
    perform: ({ browser }) =>
      expectStatus(browser.post('/api/account/sessions/end-others', { password }), 204),
  },
  {
    name: 'logging out one session',
    sessions: 'end',
    perform: async ({ browser }, { session }) => {
      const list = await session.send('GET', '/api/account/sessions');
      const id = list.json<{ id: string; current: boolean }[]>().find(({ current }) => current)?.id;
      await expectStatus(browser.post(`/api/account/sessions/${id}/end`, { password }), 204);
    },
  },
  {
    name: 'turning off the second factor',
    sessions: 'stay',
    perform: (owner) => {
      const reauthentication = { password, code: nextCode(owner) };
      return expectStatus(
        owner.browser.post('/api/account/two-factor/stop', reauthentication),
        200,
      );
    },
  },
  {
    name: "an admin's removal of the second factor",
    sessions: 'end',
    perform: ({ id }) =>
      expectStatus(admin.browser.post(`/api/users/${id}/second-factor/remove`, { password }), 200),
  },
  {
    name: 'removal of the second factor on the server',
    sessions: 'end',
    perform: async ({ email }) => {
      const removed = await removeSecondFactorByEmail({ ...app, storesEmail: true }, email);
      expect(removed.ok).toBe(true);
    },
  },
  {
    name: 'a role change',
    sessions: 'end',
    perform: ({ id }) => {
      const change = { userId: id, role: 'service_advisor' };
      return expectStatus(admin.browser.post('/api/users/role', change), 200);
    },
  },
  {
    name: 'deactivation, even if followed by reactivation',
    sessions: 'end',
    perform: async ({ id }) => {
      for (const active of [false, true]) {
        await expectStatus(admin.browser.post(`/api/users/${id}/activation`, { active }), 200);
      }
    },
  },
  {
    name: 'accepting an invitation to another role',
    sessions: 'end',
    perform: async ({ email, browser }) => {
      const invitation = { email, role: 'service_advisor' };
      await expectStatus(admin.browser.post('/api/invitations', invitation), 201);
      const token = await tokenSentTo(app, email);
      await expectStatus(browser.post('/api/invitations/accept', { token }), 204);
    },
  },
  {
    name: 'linking a provider',
    sessions: 'stay',
    perform: ({ email }) => linkProvider(email),
  },
  {
    name: 'verifying a new address',
    sessions: 'stay',
    perform: async (owner) => {
      const email = makeUnusedEmail();
      const change = { email, password, code: nextCode(owner) };
      await expectStatus(owner.browser.post('/api/account/change-email', change), 204);
      const token = await tokenSentTo(app, email);
      await expectStatus(new Browser(app).post('/api/account/verify-email', { token }), 204);
    },
  },
];

/** Signs the person with this address in through a provider for the first time, which links them to it. */
async function linkProvider(email: string): Promise<void> {
  const issuer = 'https://provider.example';
  let state = '';
  const provider: Parameters<typeof beginProviderSignIn>[1] = {
    id: 'oidc',
    name: 'Provider',
    issuer,
    async begin(secrets) {
      state = secrets.state;
      return { ok: true, value: `${issuer}/authorize` };
    },
    async verifyResponse() {
      const name = { firstName: 'Robin', lastName: 'Vale' };
      const value = { issuer, subject: email, verifiedEmail: email, idToken: 'token', ...name };
      return { ok: true, value };
    },
    signOutUrl: async () => null,
  };
  const binding = randomBytes(32).toString('base64url');
  await beginProviderSignIn(app, provider, { binding, returnTo: '/' });
  const query = `state=${state}`;
  const callback = { binding, query, arePasswordsEnabled: false };
  expect(
    await finishProviderSignIn({ ...app, claimVisitorBookings }, provider, callback),
  ).toMatchObject({
    ok: true,
  });
}

test('every pending operation can be completed if nothing secures the account', async () => {
  const pending = await startPendingOperations(await makeOwnerWithSecondFactor());
  expect((await pending.owner.browser.send('GET', '/api/account')).json()).toMatchObject({
    pendingEmail: expect.any(String) as string,
  });
  // Completing one operation ends the others, so each is tried on its own account.
  const statuses = await Promise.all(
    (['signInAwaitingCode', 'verifyLink', 'cancelLink', 'changeLink', 'resetLink'] as const).map(
      async (operation) => {
        const started = await startPendingOperations(await makeOwnerWithSecondFactor());
        const visitor = new Browser(app);
        const requests = {
          signInAwaitingCode: () =>
            started.signInAwaitingCode.post('/api/account/sign-in/code', started),
          verifyLink: () =>
            visitor.post('/api/account/verify-email', { token: started.verifyLink }),
          cancelLink: () =>
            visitor.post('/api/account/cancel-email-change', { token: started.cancelLink }),
          changeLink: () =>
            visitor.post('/api/account/verify-email', { token: started.changeLink }),
          resetLink: () =>
            visitor.post('/api/account/reset-password', {
              token: started.resetLink,
              password: newPassword,
            }),
        };
        return [operation, (await requests[operation]()).statusCode];
      },
    ),
  );
  expect(Object.fromEntries(statuses)).toEqual({
    signInAwaitingCode: 204,
    verifyLink: 204,
    cancelLink: 204,
    changeLink: 204,
    resetLink: 204,
  });
});

test.each(securingActions)(
  '$name ends every pending operation @accounts.secured',
  async ({ perform, sessions }) => {
    const pending = await startPendingOperations(await makeOwnerWithSecondFactor());
    await perform(pending.owner, pending);
    expect(await tryToComplete(pending)).toEqual({ ...allEnded, session: sessions === 'stay' });
    const remainingTokens = await app.store.kysely
      .selectFrom('account_tokens')
      .select('purpose')
      .where('account_id', '=', pending.owner.id)
      .execute();
    expect(remainingTokens).toEqual([]);
  },
);

test('turning on a second factor ends operations that were started without one', async () => {
  const { id, email, browser } = await makeAccount(app);
  const address = makeUnusedEmail();
  await browser.post('/api/account/change-email', { email: address, password });
  const changeLink = await tokenSentTo(app, address);
  await new Browser(app).post('/api/account/forgot-password', { email });
  const resetLink = await tokenSentTo(app, email);
  const started = await browser.post('/api/account/two-factor', { password });
  const code = generateCode(started.json<{ uri: string }>().uri);
  await expectStatus(browser.post('/api/account/two-factor/confirm', { code }), 200);
  expect(await browser.signedInUserId()).toBe(id);
  const visitor = new Browser(app);
  await expectStatus(visitor.post('/api/account/verify-email', { token: changeLink }), 410);
  const reset = { token: resetLink, password: newPassword };
  await expectStatus(visitor.post('/api/account/reset-password', reset), 410);
});

test('a password change deletes an unconfirmed second factor', async () => {
  const { browser } = await makeAccount(app);
  const started = await browser.post('/api/account/two-factor', { password });
  const code = generateCode(started.json<{ uri: string }>().uri);
  const change = { current: password, password: newPassword };
  await expectStatus(browser.post('/api/account/change-password', change), 204);
  await expectStatus(browser.post('/api/account/two-factor/confirm', { code }), 409);
});
