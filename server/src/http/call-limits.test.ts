import { callAccess } from '@curbwrench/contract/api/call-access';
import { calls, buildPath, type CallName } from '@curbwrench/contract/api/calls';
import { rateLimits, type CountedBy } from '@curbwrench/contract/api/rate-limits';
import type { Role } from '@curbwrench/contract/people/roles';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { createTestDatabase, reopen, type TestDatabase } from '@curbwrench/testing/database';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

/*
 * Tests the contract's rate limits with real calls: makes each call as often as its limit allows, with
 * different forged headers each time, and then once more.
 */

/** A server behind a trusted proxy, and one for the same business without a proxy. */
const proxy = '10.0.0.9';
let database: TestDatabase;
let reopened: TestDatabase;
let direct: TestApp;
let behindProxy: TestApp;

beforeAll(async () => {
  const authSecret = 'a secret that both processes of a business share';
  database = await createTestDatabase();
  direct = await startApp({ database, authSecret });
  reopened = await reopen(database);
  behindProxy = await startApp({ database: reopened, authSecret, trustedProxies: [proxy] });
  // With an admin, the business is set up.
  await makePerson(direct, 'admin');
});
afterEach(() => sql`delete from rate_limits`.execute(database.store.kysely));
afterAll(async () => {
  await behindProxy.stop();
  await direct.stop();
  await reopened.drop();
  await database.drop();
});

/** A valid call, made by a visitor for the account it names, or by a signed-in person. */
interface LimitedCall {
  readonly role: Role | null;
  /** The response status below the limit. */
  readonly status: number;
  readonly id?: number;
  readonly body?: (account: string, turn: number) => object;
}

const password = 'a rubber mallet in the rain';
const token = 'a-token-that-nobody-ever-got';
const names = { firstName: 'Nora', lastName: 'Newcomer' };

const limited: Partial<Record<CallName, LimitedCall>> = {
  signIn: { role: null, status: 401, body: (email) => ({ email, password: 'wrong' }) },
  signInWithCode: { role: null, status: 401, body: () => ({ code: '123456' }) },
  signUp: { role: null, status: 204, body: (email) => ({ ...names, email, password }) },
  verifyEmail: { role: null, status: 410, body: () => ({ token }) },
  cancelEmailChangeByLink: { role: null, status: 410, body: () => ({ token }) },
  resendVerification: { role: null, status: 204, body: (email) => ({ email }) },
  requestPasswordReset: { role: null, status: 204, body: (email) => ({ email }) },
  resetPassword: { role: null, status: 410, body: () => ({ token, password }) },
  setUp: { role: null, status: 403, body: (email) => ({ ...names, token, email, password }) },
  invite: {
    role: 'admin',
    status: 201,
    body: (_, turn) => ({ email: `hand-${turn}@example.com`, role: 'mechanic' }),
  },
  resendInvitation: { role: 'admin', status: 404, id: 999_999 },
  readInvitation: { role: null, status: 410, body: () => ({ token }) },
  acceptInvitation: {
    role: null,
    status: 410,
    body: () => ({ token, account: { ...names, password } }),
  },
  chat: { role: 'customer', status: 200, body: () => ({ message: 'hello' }) },
  bookAppointment: {
    role: 'customer',
    status: 400,
    body: () => ({
      vehicleId: 999_999,
      serviceId: 999_999,
      date: '2026-03-04',
      startTime: '10:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
    }),
  },
};

/** Each of these calls, with each of its limits. */
const met = Object.entries(limited).flatMap(([name, call]) =>
  (rateLimits[name as CallName] ?? []).map(
    ({ by, times }) => [name as CallName, by, times, call] as const,
  ),
);

/** Who makes a request, and from where: a network address, directly or through our proxy. */
interface From {
  readonly address: string;
  readonly proxied: boolean;
  readonly account: string;
  readonly person: Person | null;
}

let turns = 0;

/** Makes the call, claiming a different client address each time. */
async function make(name: CallName, call: LimitedCall, from: From): Promise<number> {
  turns += 1;
  const forged = `192.0.2.${turns % 250}`;
  const forwarded = from.proxied ? `${forged}, ${from.address}` : forged;
  const response = await (from.proxied ? behindProxy : direct).server.inject({
    method: calls[name].method,
    url: buildPath(calls[name].path, { id: call.id ?? 0 }),
    remoteAddress: from.proxied ? proxy : from.address,
    headers: {
      ...from.person?.headers,
      'x-forwarded-for': forwarded,
      'x-real-ip': forged,
      'x-client-ip': forged,
      'true-client-ip': forged,
      'cf-connecting-ip': forged,
      forwarded: `for=${forged};host=elsewhere.example`,
    },
    // Different spellings of an account's name count as one.
    ...(call.body && {
      payload: call.body(turns % 2 ? from.account : from.account.toUpperCase(), turns),
    }),
  });
  if (response.statusCode === 429) expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  return response.statusCode;
}

/** Where the requests of a series come from: what is counted is constant, everything else varies. */
const origins: Record<CountedBy, (turn: number) => Pick<From, 'address' | 'proxied' | 'account'>> =
  {
    // Many accounts tried from one network, directly at first and then through our proxy.
    address: (turn) => ({
      address: '203.0.113.5',
      proxied: turn % 2 === 1,
      account: `anyone-${turn}@example.com`,
    }),
    // One account, tried from everywhere.
    account: (turn) => ({
      address: `198.18.${turn >> 7}.${turn & 127}`,
      proxied: turn % 2 === 1,
      account: 'victim@example.com',
    }),
    both: (turn) => ({
      address: '203.0.113.5',
      proxied: turn % 2 === 1,
      account: 'victim@example.com',
    }),
  };

describe.each(met)('%s, counted by %s, at most %i', (name, by, times, call) => {
  test('is refused above its limit, whatever its headers claim @interface.rate-limits', async () => {
    const person = call.role && (await makePerson(direct, call.role));
    const statuses: number[] = [];
    // Large numbers run in parallel, which is faster and counts the same.
    const atOnce = times > 30 ? times / 5 : 1;
    while (statuses.length < times) {
      const turn = statuses.length;
      const some = Array.from({ length: atOnce }, (_, more) =>
        make(name, call, { ...origins[by](turn + more), person }),
      );
      statuses.push(...(await Promise.all(some)));
    }
    for (const turn of [times, times + 1]) {
      statuses.push(await make(name, call, { ...origins[by](turn), person }));
    }
    expect(statuses.slice(0, times)).toEqual(Array.from({ length: times }, () => call.status));
    expect(statuses.slice(times)).toEqual([429, 429]);

    // Another account from elsewhere is not limited.
    const other = call.role && (await makePerson(direct, call.role));
    const elsewhere = { address: '203.0.113.77', proxied: false, account: 'other@example.com' };
    expect(await make(name, call, { ...elsewhere, person: other })).toBe(call.status);
  });
});

test('every limited call that is open to everyone is tested here', () => {
  const open = (Object.keys(calls) as CallName[]).filter(
    (name) => rateLimits[name] && callAccess[name] === 'public' && !limited[name],
  );
  // Limited only to protect the database: a demo is open to everyone.
  expect(open).toEqual(['openDemoSession']);
});
