import type { EndpointName } from '@curbwrench/contract/api/endpoints';
import { endpoints } from '@curbwrench/contract/api/endpoints';
import { rateLimits, type RateLimit } from '@curbwrench/contract/api/rate-limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkRateLimit } from '../application/check-rate-limit.ts';
import { cleanUp } from '../clean-up-job.ts';
import { makePerson, openSession, type Person } from '@curbwrench/testing/builders';
import { createTestDatabase, reopen, type TestDatabase } from '@curbwrench/testing/database';
import { send, sortedStatuses, type TestResponse } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

const minute = 60_000;
const authSecret = 'a secret that both processes of a business share';

let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startApp({ database, authSecret });
});
afterEach(() => sql`delete from rate_limits`.execute(database.store.kysely));
afterAll(async () => {
  await app.stop();
  await database.drop();
});

/** A valid booking request that fails, because the vehicle and the service don't exist. */
const failingBooking = {
  vehicleId: 999_999,
  serviceId: 999_999,
  date: '2026-03-04',
  startTime: '10:00',
  location: JSON.stringify({ address: '5 Elm Street' }),
};

const book = (person: Pick<Person, 'headers'>, targetApp = app) =>
  send(targetApp, person, 'POST', '/api/appointments', failingBooking);

const [bookingLimit] = rateLimits.bookAppointment ?? [];
const maxBookings = bookingLimit?.times ?? 0;

describe('booking', () => {
  test('is refused above the limit, with the time to wait, and is possible again after that time @interface.rate-limits', async () => {
    const customer = await makePerson(app, 'customer');
    for (let times = 0; times < maxBookings; times += 1) {
      expect((await book(customer)).statusCode).toBe(400);
    }
    app.clock.set(new Date(testMorning.getTime() + 3.5 * minute));
    const refused = await send(app, customer, 'POST', '/api/appointments', failingBooking, {
      accept: 'application/problem+json',
    });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '390']);
    expect(refused.json()).toMatchObject({
      code: 'too_many_requests',
      title: 'Too many attempts. Please try again in 7 minutes.',
    });
    app.clock.set(new Date(testMorning.getTime() + 10 * minute));
    expect((await book(customer)).statusCode).toBe(400);
    app.clock.set(testMorning);
  });

  test('is counted for each customer separately, and is not limited for staff', async () => {
    const customer = await makePerson(app, 'customer');
    const others = await Promise.all(
      (['customer', 'service_advisor', 'admin'] as const).map((role) => makePerson(app, role)),
    );
    for (let times = 0; times <= maxBookings; times += 1) await book(customer);
    expect((await book(customer)).statusCode).toBe(429);
    for (const other of others) expect((await book(other)).statusCode).toBe(400);
    const [, advisor] = others;
    if (!advisor) throw new Error('There is no advisor.');
    for (let times = 0; times <= maxBookings; times += 1) {
      expect((await book(advisor)).statusCode).toBe(400);
    }
  });

  test('is counted in full if requests are concurrent, even across server processes', async () => {
    const reopenedDatabase = await reopen(database);
    const otherApp = await startApp({ database: reopenedDatabase, authSecret });
    const customer = await makePerson(app, 'customer');
    const responses = await Promise.all(
      Array.from({ length: maxBookings + 20 }, (_, turn) =>
        book(customer, turn % 2 ? otherApp : app),
      ),
    );
    expect(sortedStatuses(responses)).toEqual([
      ...Array.from({ length: maxBookings }, () => 400),
      ...Array.from({ length: 20 }, () => 429),
    ]);
    await otherApp.stop();
    await reopenedDatabase.drop();
  });

  test('is not counted in the database for staff', async () => {
    const advisor = await makePerson(app, 'service_advisor');
    await book(advisor);
    const { rows } = await sql`select 1 from rate_limits`.execute(app.store.kysely);
    expect(rows).toEqual([]);
  });
});

describe('changes by a customer @interface.rate-limits', () => {
  test.each([
    ['createVehicle', 'POST', '/api/vehicles', { make: 'Fiat', model: 'Panda', year: 2012 }],
    ['changeVehicle', 'PATCH', '/api/vehicles/999999', { make: 'Fiat' }],
    ['changeAppointment', 'PATCH', '/api/appointments/999999', { notes: 'Ring twice' }],
    ['changeAccount', 'PATCH', '/api/account', { phone: '+1 555 0100' }],
  ] as const)('are limited per endpoint: %s', async (name, method, url, payload) => {
    const customer = await makePerson(app, 'customer');
    const [limit] = rateLimits[name] ?? [];
    const times = limit?.times ?? 0;
    const responses = await Promise.all(
      Array.from({ length: times + 3 }, () => send(app, customer, method, url, payload)),
    );
    expect(times).toBeGreaterThan(0);
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3);
    expect(responses.filter(({ statusCode }) => statusCode === 400)).toEqual([]);
  });
});

describe('guesses at a signed-in person’s password', () => {
  const guesses: readonly (readonly [string, object])[] = [
    ['/api/account/change-email', { email: 'a@b.example', password: 'guess' }],
    ['/api/account/change-password', { current: 'guess', password: 'a different mallet indoors' }],
    ['/api/account/delete', { password: 'guess' }],
    ['/api/account/two-factor', { password: 'guess' }],
    ['/api/account/two-factor/confirm', { code: '123456' }],
    ['/api/account/two-factor/stop', { password: 'guess', code: '123456' }],
    ['/api/account/sessions/any/end', { password: 'guess' }],
    ['/api/account/sessions/end-others', { password: 'guess' }],
    ['/api/users/any/second-factor/remove', { password: 'guess' }],
  ];

  test('share one count across all endpoints, even if requested concurrently @accounts.guesses', async () => {
    const person = await makePerson(app, 'admin');
    const times = rateLimits.changePassword?.[0]?.times ?? 0;
    const guess = (at: number) => {
      const [url, body] = guesses[at % guesses.length] ?? ['', {}];
      return send(app, person, 'POST', url, body);
    };
    const responses = await Promise.all(Array.from({ length: times + 5 }, (_, at) => guess(at)));
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
    for (const [at, [url]] of guesses.entries()) {
      expect([url, (await guess(at)).statusCode]).toEqual([url, 429]);
    }
    // Another person has a separate count, and requests without a password are not counted.
    const other = await makePerson(app, 'admin');
    expect((await send(app, other, 'POST', ...(guesses[0] ?? ['', {}]))).statusCode).toBe(400);
    expect((await send(app, person, 'GET', '/api/account')).statusCode).toBe(200);
  });

  test('are limited more strictly than sign-in', () => {
    const [guessLimit] = rateLimits.changePassword ?? [];
    const signIn = rateLimits.signIn?.find(({ by }) => by === 'subject');
    const perHour = ({ times, minutes }: RateLimit) => (times * 60) / minutes;
    expect(guessLimit && perHour(guessLimit)).toBeLessThan((signIn && perHour(signIn)) ?? 0);
  });
});

describe('the rate limit counts in the database', () => {
  test('contain no address or account, and are deleted after their time window', async () => {
    const customer = await makePerson(app, 'customer');
    await book(customer);
    const { rows } = await sql<{ row: string }>`
      select rate_limits::text as row from rate_limits`.execute(app.store.kysely);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toMatch(/127\.0\.0|customer/);
    const countAfterCleanUp = async (at: Date) => {
      await cleanUp(app.store, at);
      return (await sql`select 1 from rate_limits`.execute(app.store.kysely)).rows.length;
    };
    expect(await countAfterCleanUp(new Date(testMorning.getTime() + 9 * minute))).toBe(1);
    expect(await countAfterCleanUp(new Date(testMorning.getTime() + 10 * minute))).toBe(0);
  });
});

describe('several limits on one endpoint', () => {
  const rules: readonly RateLimit[] = [
    { by: 'both', times: 2, minutes: 15 },
    { by: 'address', times: 4, minutes: 15 },
    { by: 'subject', times: 5, minutes: 60 },
  ];
  const isAllowed = async (subject: string, network: string) => {
    const context = { ...app, pseudonymSecret: 'x' };
    const outcome = await checkRateLimit(context, 'signIn', { network, subject, role: null });
    return outcome.ok;
  };

  test('refuse a request if any limit is exceeded', async () => {
    await withLimits('signIn', rules, async () => {
      const tries = [];
      for (const account of ['a', 'a', 'a', 'b', 'c', 'd']) {
        tries.push(await isAllowed(account, '::1'));
      }
      // The third exceeds the limit per account and address, and the sixth exceeds the limit per address.
      expect(tries).toEqual([true, true, false, true, true, false]);
    });
  });

  test('are counted in order, so that a client over one limit cannot use up the next limit', async () => {
    await withLimits('signIn', rules, async () => {
      for (let tries = 0; tries < 100; tries += 1) await isAllowed('victim', '203.0.113.9');
      // Only two of the account's five attempts are used, so its owner can sign in from elsewhere.
      expect(await isAllowed('victim', '198.51.100.1')).toBe(true);
      expect(await isAllowed('victim', '198.51.100.1')).toBe(true);
      expect(await isAllowed('victim', '198.51.100.2')).toBe(true);
      expect(await isAllowed('victim', '198.51.100.3')).toBe(false);
    });
  });

  test('never deadlock when many requests are counted concurrently @interface.rate-limits', async () => {
    await withLimits(
      'signIn',
      [
        { by: 'address', times: 1000, minutes: 15 },
        { by: 'subject', times: 1000, minutes: 15 },
      ],
      async () => {
        const all = await Promise.all(
          Array.from({ length: 200 }, (_, turn) => isAllowed(`a${turn % 3}`, `10.0.0.${turn % 4}`)),
        );
        expect(all.every(Boolean)).toBe(true);
      },
    );
  });
});

describe('the client address that is counted', () => {
  const perAddress: readonly RateLimit[] = [{ by: 'address', times: 3, minutes: 15 }];

  /** Sends a request to add a vehicle from this address, with this X-Forwarded-For header. */
  async function addVehicleFrom(
    targetApp: TestApp,
    remoteAddress: string,
    forwarded?: string,
  ): Promise<TestResponse> {
    return targetApp.server.inject({
      method: 'POST',
      url: '/api/vehicles',
      remoteAddress,
      headers: {
        ...(await openSession(targetApp, customer.id)),
        ...(forwarded !== undefined && {
          'x-forwarded-for': forwarded,
          'x-real-ip': forwarded,
          'client-ip': forwarded,
          forwarded: `for=${forwarded}`,
          'x-client-ip': forwarded,
          'cf-connecting-ip': forwarded,
          'true-client-ip': forwarded,
        }),
      },
      payload: { make: 'Fiat', model: 'Panda', year: 2012 },
    });
  }

  let customer: Person;
  beforeAll(async () => {
    customer = await makePerson(app, 'customer');
  });

  async function listStatuses(
    trustedProxies: readonly string[],
    requests: readonly (readonly [peer: string, forwarded?: string])[],
  ): Promise<number[]> {
    return withLimits('createVehicle', perAddress, async () => {
      const targetApp = await startApp({ database, trustedProxies });
      const received: number[] = [];
      for (const [peer, forwarded] of requests) {
        received.push((await addVehicleFrom(targetApp, peer, forwarded)).statusCode);
      }
      await targetApp.stop();
      return received;
    });
  }

  test('is the socket’s address if no proxy is trusted, whatever the headers claim @interface.client-address', async () => {
    expect(
      await listStatuses(
        [],
        [
          ['203.0.113.5', '1.1.1.1'],
          ['203.0.113.5', '2.2.2.2'],
          ['203.0.113.5', '10.0.0.9, 3.3.3.3'],
          ['203.0.113.5', '4.4.4.4'],
          ['203.0.113.5'],
          ['203.0.113.6', '1.1.1.1'],
        ],
      ),
    ).toEqual([201, 201, 201, 429, 429, 201]);
  });

  test('is the address that the trusted proxies report @interface.client-address', async () => {
    expect(
      await listStatuses(
        ['10.0.0.0/8', '::1'],
        [
          ['10.0.0.9', '203.0.113.5'],
          ['10.0.0.9', '1.1.1.1, 203.0.113.5'],
          // Two proxies in a row, and one that adds the port.
          ['10.0.0.9', '2.2.2.2,10.1.2.3, 203.0.113.5, 10.0.0.7'],
          ['::1', '3.3.3.3, 203.0.113.5:50123'],
          ['10.0.0.9', 'unknown, 127.0.0.1, 203.0.113.5'],
          // The same proxy on an IPv6 socket.
          ['::ffff:10.0.0.9', '4.4.4.4, 203.0.113.5'],
          ['10.0.0.9', '203.0.113.5, 203.0.113.6'],
          // Not through the proxy, so its headers are not trusted.
          ['203.0.113.5', '203.0.113.7'],
        ],
      ),
    ).toEqual([201, 201, 201, 429, 429, 429, 201, 429]);
  });

  test('is the proxy’s own address if the proxy reports no valid address @interface.client-address', async () => {
    expect(
      await listStatuses(
        ['10.0.0.9'],
        [
          ['10.0.0.9', 'unknown'],
          ['10.0.0.9'],
          ['10.0.0.9', 'x'.repeat(300)],
          ['10.0.0.9', '1.1.1.1, not-an-address'],
        ],
      ),
    ).toEqual([201, 201, 201, 429]);
  });

  test('is the same for all addresses of an IPv6 network, and for all spellings of an IPv4 address', async () => {
    expect(
      await listStatuses(
        [],
        [
          ['2001:db8:1:2::1'],
          ['2001:db8:1:2:ffff:1:2:3'],
          ['2001:0db8:0001:0002:0:0:0:9'],
          ['2001:db8:1:2::4'],
          ['2001:db8:1:3::1'],
          ['203.0.113.5'],
          ['::ffff:203.0.113.5'],
          ['::ffff:cb00:7105'],
          ['203.0.113.5'],
        ],
      ),
    ).toEqual([201, 201, 201, 429, 201, 201, 201, 201, 429]);
  });
});

/** Runs `work` with different limits for an endpoint. */
async function withLimits<T>(
  name: EndpointName,
  rules: readonly RateLimit[],
  work: () => Promise<T>,
): Promise<T> {
  const originalRules = rateLimits[name];
  Reflect.set(rateLimits, name, rules);
  try {
    return await work();
  } finally {
    Reflect.set(rateLimits, name, originalRules);
  }
}

test('every endpoint that takes a password, a code or a one-time secret, or sends a message, is limited @interface.rate-limits', () => {
  const sensitiveEndpoints = Object.keys(endpoints).filter((name) =>
    /sign(In|Up)|[pP]assword|[tT]wo|Second|[eE]mail|resend|deleteAccount|revoke|[iI]nvit|setUp/.test(
      name,
    ),
  );
  // These match by name, but neither check a secret nor send a message.
  const exemptEndpoints = [
    'getSignInOptions',
    'listInvitations',
    'withdrawInvitation',
    'cancelEmailChange',
    'revokeLink',
    'listAccountEmails',
    'showAccountEmail',
  ];
  const unlimitedEndpoints = sensitiveEndpoints.filter(
    (name) => !Reflect.has(rateLimits, name) && !exemptEndpoints.includes(name),
  );
  expect(unlimitedEndpoints).toEqual([]);
});
