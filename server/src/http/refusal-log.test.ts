import { rateLimits } from '@curbwrench/contract/api/rate-limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAccount, password } from '@curbwrench/testing/accounts';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let customer: Person;
const lines: string[] = [];

beforeAll(async () => {
  app = await startApp({ logLevel: 'warn', logSink: { write: (line) => lines.push(line) } });
  // An id in the format of real ids, which the log must not redact.
  customer = await makePerson(app, 'customer', { id: '0b9d7a52-6c1f-4b3e-9a75-2d8e1f60c4a7' });
});
afterAll(() => app.stop());
beforeEach(() => lines.splice(0));

function loggedRefusals(): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const signIn = (payload: object) => send(app, null, 'POST', '/api/account/sign-in', payload);

test('a wrong password and a wrong code are each logged, without naming anyone @protection.log-entries', async () => {
  const holder = await makeAccount(app);
  await signIn({ email: holder.email, password: 'not the right one' });
  await signIn({ email: 'nobody.here@example.com', password });
  await send(app, null, 'POST', '/api/account/sign-in/code', { code: '123456' });
  expect(loggedRefusals()).toMatchObject([
    {
      level: 40,
      endpoint: 'signIn',
      code: 'wrong_credentials',
      person: null,
      msg: 'A request was refused.',
    },
    { level: 40, endpoint: 'signIn', code: 'wrong_credentials', person: null },
    { level: 40, endpoint: 'signInWithCode', code: 'wrong_credentials', person: null },
  ]);
  for (const secret of ['nobody.here', holder.email, password, 'not the right one', '123456']) {
    expect(lines.join('')).not.toContain(secret);
  }
});

test('forbidden, not-found and invalid requests from a signed-in person are logged with the person’s id @protection.log-entries', async () => {
  await send(app, customer, 'GET', '/api/users');
  await send(app, customer, 'GET', '/api/appointments/999999');
  await send(app, customer, 'POST', '/api/vehicles', { make: 5 });
  const person = customer.id;
  expect(loggedRefusals()).toMatchObject([
    { level: 40, endpoint: 'listUsers', code: 'not_allowed', person },
    { level: 40, endpoint: 'getAppointment', code: 'not_found', person },
    { level: 40, endpoint: 'createVehicle', code: 'invalid_request', person },
  ]);
});

test('a refused change request from another site is logged @protection.log-entries', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  await send(app, customer, 'POST', '/api/vehicles', {}, headers);
  expect(loggedRefusals()).toMatchObject([
    { endpoint: 'createVehicle', code: 'not_allowed', person: null },
  ]);
});

test('the log distinguishes networks but does not reveal their addresses @protection.log-entries', async () => {
  const times = rateLimits.setUp?.[0]?.times ?? 0;
  const payload = { token: 'x'.repeat(32), firstName: 'A', lastName: 'B', email: 'a@example.com' };
  const sendFrom = (remoteAddress: string) =>
    app.server.inject({
      method: 'POST',
      url: '/api/set-up',
      remoteAddress,
      payload: { ...payload, password },
    });
  for (let time = 0; time < times; time += 1) await sendFrom('203.0.113.9');
  lines.splice(0);
  expect((await sendFrom('203.0.113.9')).statusCode).toBe(429);
  await sendFrom('203.0.113.9');
  for (let time = 0; time <= times; time += 1) await sendFrom('203.0.113.10');
  const limitedRequests = loggedRefusals().filter(({ code }) => code === 'too_many_requests');
  const [first, repeated, other] = limitedRequests.map(({ network }) => network);
  expect(limitedRequests).toHaveLength(3);
  expect(first).toMatch(/^[\w-]{12}$/);
  expect(repeated).toBe(first);
  expect(other).not.toBe(first);
  expect(lines.join('')).not.toContain('203.0.113');
});

test('accepted requests and refusals that are part of normal use are not logged', async () => {
  await read(app, customer, '/api/appointments');
  await send(app, null, 'GET', '/api/auth/user');
  await send(app, null, 'GET', '/api/nothing');
  await send(app, null, 'GET', '/api/services/999999');
  expect(lines).toEqual([]);
});
