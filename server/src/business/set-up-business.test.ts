import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePerson, isSessionOpen } from '@curbwrench/testing/builders';
import { read, send, sortedStatuses, type TestResponse } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { deleteEveryone } from '@curbwrench/testing/delete-everyone';
import { createSetUpToken } from './set-up-business.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await resetBusiness();
  await sql`truncate rate_limits`.execute(app.store.kysely);
});

/** Resets the business as if it had never been set up. */
async function resetBusiness(): Promise<void> {
  await deleteEveryone(app.store);
  await sql`truncate set_up_token`.execute(app.store.kysely);
}

const owner = {
  firstName: 'Ada',
  lastName: 'Moss',
  email: 'ada@example.com',
  password: 'a wheel-nut in the gutter',
};

const setUp = (token: string, details: object = {}) =>
  send(app, null, 'POST', '/api/set-up', { ...owner, token, ...details });

async function createToken(): Promise<string> {
  const token = await createSetUpToken(app);
  if (token === null) throw new Error('No token was created.');
  return token;
}

async function listAdminEmails(): Promise<string[]> {
  const rows = await app.store.kysely
    .selectFrom('accounts')
    .select('email')
    .where('role', '=', 'admin')
    .execute();
  return rows.map(({ email }) => email);
}

const getCookie = (response: TestResponse) =>
  response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');

test('the setup creates the first admin with a verified address, and signs them in @people.set-up', async () => {
  const response = await setUp(await createToken());
  expect(response.statusCode).toBe(201);
  expect(response.json()).toMatchObject({ email: owner.email, role: 'admin', firstName: 'Ada' });
  const ownSession = { headers: { cookie: getCookie(response) } };
  expect(await read(app, ownSession, '/api/users')).toMatchObject([{ email: owner.email }]);
  const signedIn = await send(app, null, 'POST', '/api/account/sign-in', {
    email: owner.email,
    password: owner.password,
  });
  expect(signedIn.statusCode).toBe(200);
});

test('the setup stores only a hash of the token', async () => {
  const token = await createToken();
  const { rows } = await sql<{ token_hash: string }>`select * from set_up_token`.execute(
    app.store.kysely,
  );
  expect(rows.map((row) => row.token_hash)).toEqual([
    createHash('sha256').update(token).digest('hex'),
  ]);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('the setup accepts only the latest token, no matter which process created it @people.set-up', async () => {
  const lostToken = await createToken();
  const latestToken = await createToken();
  const refused = await setUp(lostToken);
  expect([refused.statusCode, refused.body]).toEqual([
    410,
    'This setup link is not valid. Please use the one the server printed when it last started.',
  ]);
  expect((await setUp('never-a-token')).statusCode).toBe(410);
  expect(await listAdminEmails()).toEqual([]);
  expect((await setUp(latestToken)).statusCode).toBe(201);
});

test('if there is already an admin, no setup token is created or accepted', async () => {
  const token = await createToken();
  await makePerson(app, 'admin');
  expect(await createSetUpToken(app)).toBeNull();
  for (const submittedToken of [token, 'never-a-token']) {
    const refused = await setUp(submittedToken);
    expect([refused.statusCode, refused.body]).toEqual([
      403,
      'This business is already set up. Please log in.',
    ]);
  }
  expect(await listAdminEmails()).not.toContain(owner.email);
});

test('the setup creates only one admin when several people try concurrently', async () => {
  for (let round = 0; round < 3; round += 1) {
    await resetBusiness();
    const token = await createToken();
    const responses = await Promise.all(
      [1, 2, 3, 4].map((number) => setUp(token, { email: `ada-${number}@example.com` })),
    );
    expect(sortedStatuses(responses)).toEqual([201, 403, 403, 403]);
    const winner = responses.findIndex(({ statusCode }) => statusCode === 201);
    expect(await listAdminEmails()).toEqual([`ada-${winner + 1}@example.com`]);
  }
});

test('the setup and a process that starts at the same time leave no valid token', async () => {
  for (let round = 0; round < 3; round += 1) {
    await resetBusiness();
    const token = await createToken();
    const [setUpResponse, otherToken] = await Promise.all([setUp(token), createSetUpToken(app)]);
    const secondResponse =
      otherToken === null ? null : await setUp(otherToken, { email: 'eve@example.com' });
    // Either the setup ran first and made the other token invalid, or its own token had already been replaced.
    expect([
      [201, undefined],
      [201, 403],
      [410, 201],
    ]).toContainEqual([setUpResponse.statusCode, secondResponse?.statusCode]);
    expect(await listAdminEmails()).toHaveLength(1);
  }
});

test('the setup does not touch an account with a verified address, and can be retried with another address', async () => {
  const customer = await makePerson(app, 'customer');
  const token = await createToken();
  const refused = await setUp(token, { email: customer.email });
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    'An account with this address already exists.',
  ]);
  expect(await isSessionOpen(app, customer.headers.cookie)).toBe(true);
  expect((await setUp(token)).statusCode).toBe(201);
});

test('the setup replaces an account that never verified the address', async () => {
  const unverified = await makePerson(app, 'customer');
  await sql`update accounts set email = ${owner.email}, email_verified = false`.execute(
    app.store.kysely,
  );
  const response = await setUp(await createToken());
  expect(response.statusCode).toBe(201);
  expect(response.json<{ id: string }>().id).not.toBe(unverified.id);
  expect(await isSessionOpen(app, unverified.headers.cookie)).toBe(false);
  expect(await listAdminEmails()).toEqual([owner.email]);
});

test('the setup with a weak password does not use up the token', async () => {
  const token = await createToken();
  expect((await setUp(token, { password: 'password' })).statusCode).toBe(400);
  expect((await setUp(token, { password: 'short' })).statusCode).toBe(400);
  expect(await listAdminEmails()).toEqual([]);
  expect((await setUp(token)).statusCode).toBe(201);
});
