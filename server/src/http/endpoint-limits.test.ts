import { access } from '@curbwrench/contract/api/access';
import { endpointAccess } from '@curbwrench/contract/api/endpoint-access';
import { endpoints, buildPath, type EndpointName } from '@curbwrench/contract/api/endpoints';
import { rateLimits, type CountedBy } from '@curbwrench/contract/api/rate-limits';
import type { Role } from '@curbwrench/contract/people/roles';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { createTestDatabase, reopen, type TestDatabase } from '@curbwrench/testing/database';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

/*
 * Tests the contract's rate limits with real requests: requests each endpoint as often as its limit allows, with
 * different forged headers each time, and then twice more. For a high limit, only the first and the last requests that
 * it allows are made; the count of the others is written to the database.
 */

/** The address of the proxy that `proxiedApp` trusts. `directApp` serves the same business without a proxy. */
const proxy = '10.0.0.9';
let database: TestDatabase;
let reopenedDatabase: TestDatabase;
let directApp: TestApp;
let proxiedApp: TestApp;

beforeAll(async () => {
  const authSecret = 'a secret that both processes of a business share';
  database = await createTestDatabase();
  directApp = await startApp({ database, authSecret });
  reopenedDatabase = await reopen(database);
  proxiedApp = await startApp({ database: reopenedDatabase, authSecret, trustedProxies: [proxy] });
  // With an admin, the business counts as set up.
  await makePerson(directApp, 'admin');
});
afterEach(() => sql`delete from rate_limits`.execute(database.store.kysely));
afterAll(async () => {
  await proxiedApp.stop();
  await directApp.stop();
  await reopenedDatabase.drop();
  await database.drop();
});

/** A valid request, sent by a visitor (role null) who names an account, or by a signed-in person. */
interface LimitedRequest {
  readonly role: Role | null;
  /** The response status below the limit. */
  readonly status: number;
  readonly id?: number;
  readonly query?: string;
  readonly body?: (account: string, index: number) => object;
}

const password = 'a rubber mallet in the rain';
const token = 'a-token-that-nobody-ever-got';
/** A request by appointment link. The account is the token, in lowercase, because tokens are case-sensitive. */
const byLink = (details: object = {}): LimitedRequest => ({
  role: null,
  status: 410,
  body: (account) => ({ token: account.toLowerCase(), ...details }),
});
const location = JSON.stringify({ address: '5 Elm Street' });
const newPerson = { firstName: 'Nora', lastName: 'Newcomer' };

const limitedRequests: Partial<Record<EndpointName, LimitedRequest>> = {
  signIn: { role: null, status: 401, body: (email) => ({ email, password: 'wrong' }) },
  signInWithCode: { role: null, status: 401, body: () => ({ code: '123456' }) },
  signUp: { role: null, status: 204, body: (email) => ({ ...newPerson, email, password }) },
  unsubscribe: { role: null, status: 410, body: () => ({ token }) },
  verifyEmail: { role: null, status: 410, body: () => ({ token }) },
  cancelEmailChangeByLink: { role: null, status: 410, body: () => ({ token }) },
  resendVerification: { role: null, status: 204, body: (email) => ({ email }) },
  requestPasswordReset: { role: null, status: 204, body: (email) => ({ email }) },
  resetPassword: { role: null, status: 410, body: () => ({ token, password }) },
  setUp: { role: null, status: 403, body: (email) => ({ ...newPerson, token, email, password }) },
  invite: {
    role: 'admin',
    status: 201,
    body: (_, index) => ({ email: `hand-${index}@example.com`, role: 'mechanic' }),
  },
  resendInvitation: { role: 'admin', status: 404, id: 999_999 },
  readInvitation: { role: null, status: 410, body: () => ({ token }) },
  acceptInvitation: {
    role: null,
    status: 410,
    body: () => ({ token, account: { ...newPerson, password } }),
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
      location,
    }),
  },
  // The app has no mail server.
  sendVerificationCode: { role: null, status: 409, body: (email) => ({ email }) },
  bookAsVisitor: {
    role: null,
    status: 400,
    body: (email) => ({
      serviceId: 999_999,
      date: '2026-03-04',
      startTime: '10:00',
      location,
      newCustomer: {
        ...newPerson,
        phone: '(415) 555-0199',
        email,
        vehicle: { year: 2018, make: 'Honda', model: 'Civic' },
      },
      token,
      code: '123456',
    }),
  },
  findServiceArea: { role: null, status: 200, query: '?zip=94110' },
  // There is no such service.
  listNextSlots: { role: null, status: 404, query: '?serviceId=999999' },
  suggestPlaces: { role: null, status: 200, query: '?q=Elm' },
  locateAddress: { role: null, status: 200, query: '?q=5+Elm+Street' },
  reverseGeocode: { role: null, status: 200, query: '?lat=37.77&lng=-122.41' },
  readByLink: byLink(),
  trackByLink: byLink(),
  listRescheduleTimesByLink: byLink({ date: '2026-03-04' }),
  getCalendarByLink: byLink(),
  getReceiptByLink: byLink(),
  rescheduleByLink: byLink({ date: '2026-03-04', startTime: '10:00' }),
  cancelByLink: byLink({ reason: '' }),
  reviewByLink: byLink({ rating: 5, text: '' }),
  revokeOwnLink: byLink(),
  renewOwnLink: byLink(),
  sendMessageByLink: byLink({ text: 'Hello.', clientId: '6b0f5d4e-0000-4000-8000-000000000000' }),
};

/** The maximum number of requests made to test one limit. */
const maxRequests = 120;

/**
 * Each of these endpoints with its lowest limit for each way of counting. A higher limit can't be tested, since the
 * lowest limit is exceeded first.
 */
const limitCases = Object.entries(limitedRequests).flatMap(([name, request]) => {
  const limits = rateLimits[name as EndpointName] ?? [];
  return limits
    .filter(({ by, times }) => limits.every((other) => other.by !== by || other.times >= times))
    .map(({ by, times }) => [name as EndpointName, by, times, request] as const);
});

/** The network address and person that a request comes from, and whether it comes through our proxy. */
interface RequestSource {
  readonly address: string;
  readonly isProxied: boolean;
  readonly account: string;
  readonly person: Person | null;
}

let requestCount = 0;

/** Sends the request, with headers that claim a different client address each time. Returns the response status. */
async function sendRequest(
  name: EndpointName,
  request: LimitedRequest,
  source: RequestSource,
): Promise<number> {
  requestCount += 1;
  const forged = `192.0.2.${requestCount % 250}`;
  const forwardedFor = source.isProxied ? `${forged}, ${source.address}` : forged;
  const response = await (source.isProxied ? proxiedApp : directApp).server.inject({
    method: endpoints[name].method,
    url: `${buildPath(endpoints[name].path, { id: request.id ?? 0 })}${request.query ?? ''}`,
    remoteAddress: source.isProxied ? proxy : source.address,
    headers: {
      ...source.person?.headers,
      'x-forwarded-for': forwardedFor,
      'x-real-ip': forged,
      'x-client-ip': forged,
      'true-client-ip': forged,
      'cf-connecting-ip': forged,
      forwarded: `for=${forged};host=elsewhere.example`,
    },
    // Different spellings of an account's email count as one account.
    ...(request.body && {
      payload: request.body(
        requestCount % 2 ? source.account : source.account.toUpperCase(),
        requestCount,
      ),
    }),
  });
  if (response.statusCode === 429) expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  return response.statusCode;
}

/** Where each request in a series comes from: what the limit counts is constant, and everything else varies. */
const origins: Record<
  CountedBy,
  (index: number) => Pick<RequestSource, 'address' | 'isProxied' | 'account'>
> = {
  // Many accounts tried from one network, alternately directly and through our proxy.
  address: (index) => ({
    address: '203.0.113.5',
    isProxied: index % 2 === 1,
    account: `anyone-${index}@example.com`,
  }),
  network: (index) => ({
    address: `203.0.113.${index}`,
    isProxied: index % 2 === 1,
    account: `anyone-${index}@example.com`,
  }),
  // One account, tried from a new address each time.
  subject: (index) => ({
    address: `198.18.${index >> 7}.${index & 127}`,
    isProxied: index % 2 === 1,
    account: 'victim@example.com',
  }),
  both: (index) => ({
    address: '203.0.113.5',
    isProxied: index % 2 === 1,
    account: 'victim@example.com',
  }),
};

describe.each(limitCases)(
  'the endpoint %s, limited by %s to %i requests',
  (name, by, times, request) => {
    test('is refused above its limit, even with forged headers @interface.rate-limits', async () => {
      const person = request.role && (await makePerson(directApp, request.role));
      const statuses: number[] = [];
      const omitted = Math.max(0, times - maxRequests);
      if (omitted > 0) {
        statuses.push(await sendRequest(name, request, { ...origins[by](0), person }));
        await sql`update rate_limits set count = count + ${omitted}`.execute(database.store.kysely);
      }
      // Above 30, the requests are sent in five concurrent batches, which is faster and counts the same.
      const allowed = times - omitted;
      const batchSize = allowed > 30 ? allowed / 5 : 1;
      while (statuses.length < allowed) {
        const index = statuses.length;
        const length = Math.min(batchSize, allowed - index);
        const batch = Array.from({ length }, (_, offset) =>
          sendRequest(name, request, { ...origins[by](index + offset), person }),
        );
        statuses.push(...(await Promise.all(batch)));
      }
      for (const index of [allowed, allowed + 1]) {
        statuses.push(await sendRequest(name, request, { ...origins[by](index), person }));
      }
      expect(statuses.slice(0, allowed)).toEqual(
        Array.from({ length: allowed }, () => request.status),
      );
      expect(statuses.slice(allowed)).toEqual([429, 429]);

      // Another account from elsewhere is not limited.
      const other = request.role && (await makePerson(directApp, request.role));
      const elsewhere = {
        address: '198.51.100.77',
        isProxied: false,
        account: 'other@example.com',
      };
      expect(await sendRequest(name, request, { ...elsewhere, person: other })).toBe(
        request.status,
      );
    });
  },
);

test('every rate-limited endpoint that is open to visitors is tested here', () => {
  const isOpen = (name: EndpointName) => access[endpointAccess[name]].visitor !== 'none';
  const untestedEndpoints = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => rateLimits[name] && isOpen(name) && !limitedRequests[name],
  );
  // This limit only protects the database, since anyone may open the demo.
  expect(untestedEndpoints).toEqual(['openDemoSession']);
});
