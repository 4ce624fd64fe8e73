import { demoAccounts } from '@curbwrench/contract/people/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makePerson,
  ageSessions,
  makeVehicle,
  openSession,
  isSessionOpen,
  type Person,
} from '@curbwrench/testing/builders';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { read, send, type TestResponse } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

const accounts = {
  customer: 'demo-customer',
  mechanic: 'demo-mechanic',
  advisor: 'demo-advisor',
  admin: 'demo-admin',
};

let database: TestDatabase;
/** `demo` has the demo on; `app` has it off. */
let demo: TestApp;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  demo = await startApp({ database, demoAccounts: accounts });
  app = await startApp({ database });
  await makePerson(app, 'customer', { id: accounts.customer, firstName: 'Dana' });
  await makePerson(app, 'service_advisor', { id: accounts.advisor });
  await makePerson(app, 'admin', { id: accounts.admin });
});
afterAll(async () => {
  await demo.stop();
  await app.stop();
  await database.drop();
});

/** Returns the cookie that a response sets, as a browser would send it back. */
function getCookie(response: TestResponse): string {
  const header = response.headers['set-cookie'];
  const cookies = Array.isArray(header) ? header : [header ?? ''];
  const session = cookies.find((cookie) => cookie.startsWith('better-auth.session_token='));
  return session?.split(';')[0] ?? '';
}

function getSessionUser(cookie: string, targetApp = app): Promise<TestResponse> {
  return send(targetApp, { headers: { cookie } }, 'GET', '/api/auth/user');
}

describe('a session', () => {
  test('ends as soon as it is revoked @accounts.sessions', async () => {
    const person = await makePerson(app, 'customer');
    expect((await getSessionUser(person.headers.cookie)).statusCode).toBe(200);
    await app.store.kysely.deleteFrom('sessions').where('account_id', '=', person.id).execute();
    const response = await getSessionUser(person.headers.cookie);
    expect([response.statusCode, response.body]).toEqual([401, 'Please log in first.']);
  });

  test('ends when it expires @accounts.sessions', async () => {
    const person = await makePerson(app, 'customer');
    const { cookie } = await openSession(app, person.id, new Date(Date.now() - 1));
    expect((await getSessionUser(cookie)).statusCode).toBe(401);
    expect(
      (
        await getSessionUser(
          (await openSession(app, person.id, new Date(Date.now() + 60_000))).cookie,
        )
      ).statusCode,
    ).toBe(200);
  });

  test('ends when the person is deleted', async () => {
    const person = await makePerson(app, 'customer');
    await app.store.kysely.deleteFrom('people').where('id', '=', person.id).execute();
    expect((await getSessionUser(person.headers.cookie)).statusCode).toBe(401);
  });

  test('is not opened by a cookie that this server did not sign @access.session', async () => {
    const person = await makePerson(app, 'customer');
    const { cookie } = person.headers;
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    const [token = '', signature = ''] = decodeURIComponent(value).split(/\.(.*)/s);
    const other = await makePerson(
      { store: app.store, authSecret: 'another secret, long enough for all' },
      'admin',
    );
    for (const wrongCookie of [
      other.headers.cookie,
      `${name}=${encodeURIComponent(`${token}.`)}`,
      `${name}=${encodeURIComponent(token)}`,
      `${name}=${encodeURIComponent(`${token}x.${signature}`)}`,
      `${name}=${encodeURIComponent(`${token}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`)}`,
      `${name}=${encodeURIComponent(`${token}.${signature.slice(0, -4)}`)}`,
      `${name}=%E0%A4%A`,
      `${name}=`,
      `${name}`,
      `other=${value}`,
      '',
      ';;;=;',
    ]) {
      expect([wrongCookie, (await getSessionUser(wrongCookie)).statusCode]).toEqual([
        wrongCookie,
        401,
      ]);
    }
    expect((await getSessionUser(`a=b; ${cookie}; c=d`)).statusCode).toBe(200);
  });

  test('is extended when an extension is due, and not before @accounts.sessions', async () => {
    const person = await makePerson(app, 'customer');
    const { cookie } = person.headers;
    expect((await getSessionUser(cookie)).headers['set-cookie']).toBeUndefined();
    await ageSessions(app, person.id);
    const response = await getSessionUser(cookie);
    expect(response.statusCode).toBe(200);
    expect(getCookie(response)).toBe(cookie);
    const session = await app.store.kysely
      .selectFrom('sessions')
      .select('expires_at')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    // An extended session expires in seven days.
    expect(session.expires_at.getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    expect((await getSessionUser(cookie)).headers['set-cookie']).toBeUndefined();
  });
});

describe('logging out', () => {
  const navigate = (person: Person, from: string | null) =>
    send(
      app,
      person,
      'GET',
      '/api/logout',
      undefined,
      from === null ? {} : { 'sec-fetch-site': from },
    );

  test('with a link on our own page takes effect immediately @accounts.log-out', async () => {
    const person = await makePerson(app, 'customer');
    const response = await navigate(person, 'same-origin');
    expect([response.statusCode, response.headers['location']]).toEqual([303, '/?signed-out']);
    expect(await isSessionOpen(app, person.headers.cookie)).toBe(false);
    expect(getCookie(response)).toBe('better-auth.session_token=');
  });

  test.each([
    ['another site', 'cross-site'],
    ['another subdomain', 'same-site'],
    ['the address bar', 'none'],
    ['an unknown origin', null],
  ])('by a navigation from %s asks for confirmation', async (_, from) => {
    const person = await makePerson(app, 'customer');
    const response = await navigate(person, from);
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.body).toContain('<form method="post" action="/api/logout">');
    expect(await isSessionOpen(app, person.headers.cookie)).toBe(true);
  });

  test('with the button ends only this session', async () => {
    const person = await makePerson(app, 'customer');
    const otherSession = await openSession(app, person.id);
    const response = await app.server.inject({
      method: 'POST',
      url: '/api/logout',
      headers: {
        ...person.headers,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: '',
    });
    expect(response.statusCode).toBe(303);
    expect(await isSessionOpen(app, person.headers.cookie)).toBe(false);
    expect(await isSessionOpen(app, otherSession.cookie)).toBe(true);
  });

  test('without a session is not an error', async () => {
    expect((await send(app, null, 'POST', '/api/logout')).statusCode).toBe(303);
    const response = await send(app, null, 'GET', '/api/logout', undefined, {
      'sec-fetch-site': 'same-origin',
    });
    expect(response.statusCode).toBe(303);
  });
});

test("another site's page cannot change anything @protection.origin", async () => {
  const person = await makePerson(app, 'customer');
  const vehicle = await makeVehicle(app, person.id);
  for (const from of ['cross-site', 'same-site']) {
    for (const [method, url, payload] of [
      ['POST', '/api/logout', undefined],
      ['POST', '/api/vehicles', { make: 'A', model: 'B', year: 2000 }],
      ['PATCH', `/api/vehicles/${vehicle}`, { make: 'A' }],
      ['DELETE', `/api/vehicles/${vehicle}`, undefined],
    ] as const) {
      const response = await send(app, person, method, url, payload, { 'sec-fetch-site': from });
      expect([response.statusCode, response.body]).toEqual([
        403,
        'Changes can only be made from our own pages.',
      ]);
    }
  }
  expect(await isSessionOpen(app, person.headers.cookie)).toBe(true);
  expect(await read<object[]>(app, person, '/api/vehicles')).toMatchObject([{ make: 'Honda' }]);
  const ownChange = await send(
    app,
    person,
    'PATCH',
    `/api/vehicles/${vehicle}`,
    { make: 'A' },
    { 'sec-fetch-site': 'same-origin' },
  );
  expect(ownChange.statusCode).toBe(200);
});

describe('the demo', () => {
  const open = (account: unknown, targetApp = demo, extra: object = {}) =>
    send(targetApp, null, 'POST', '/api/demo/session', { account, ...extra });

  test('opens a real session for the account of the clicked button @demo.accounts', async () => {
    const response = await open('customer');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      id: accounts.customer,
      firstName: 'Dana',
      role: 'customer',
      status: null,
    });
    expect(String(response.headers['set-cookie'])).toMatch(/HttpOnly/i);
    expect(String(response.headers['set-cookie'])).toMatch(/SameSite=Lax/i);
    expect((await getSessionUser(getCookie(response), demo)).json()).toEqual(response.json());
  });

  test('opens no other account, no matter what is sent', async () => {
    const person = await makePerson(demo, 'admin');
    for (const account of ['owner', person.id, accounts.admin, '', null, 7, ['admin']]) {
      const response = await open(account, demo, { userId: person.id, role: 'admin' });
      expect([response.statusCode, response.body]).toEqual([
        400,
        'That is not a valid demo account.',
      ]);
    }
    const response = await open('customer', demo, { userId: person.id, role: 'admin' });
    expect(response.json()).toMatchObject({ id: accounts.customer, role: 'customer' });
  });

  test('refuses to open a session if the demo account does not exist', async () => {
    const response = await open('mechanic');
    expect([response.statusCode, response.body]).toEqual([404, 'Demo account not found.']);
  });

  test('has no working routes on a server where it is off @demo.separate', async () => {
    const before = await app.store.kysely
      .selectFrom('sessions')
      .select('id')
      .orderBy('id')
      .execute();
    for (const account of demoAccounts) expect((await open(account, app)).statusCode).toBe(404);
    for (const url of [
      '/api/auth/sign-in/demo',
      '/api/auth/sign-in/email',
      '/api/auth/get-session',
    ]) {
      expect((await send(app, null, 'POST', url, { userId: accounts.admin })).statusCode).toBe(404);
      expect((await send(demo, null, 'POST', url, { userId: accounts.admin })).statusCode).toBe(
        404,
      );
    }
    expect(
      await app.store.kysely.selectFrom('sessions').select('id').orderBy('id').execute(),
    ).toEqual(before);
    expect(await read(app, null, '/api/business')).toMatchObject({ demo: false });
    expect(await read(demo, null, '/api/business')).toMatchObject({ demo: true });
  });
});
