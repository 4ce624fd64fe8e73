import { endpointAccess } from '@curbwrench/contract/api/endpoint-access';
import { endpoints, type EndpointName } from '@curbwrench/contract/api/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, openSession, isSessionOpen, type Person } from '@curbwrench/testing/builders';
import { openEventStream } from '@curbwrench/testing/event-stream';
import { read, send } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { maxStreamsPerPerson } from '../events/routes/open-streams.ts';

const accounts = {
  customer: 'demo-customer',
  mechanic: 'demo-mechanic',
  advisor: 'demo-advisor',
  admin: 'demo-admin',
};
const refusalMessage = "This is a shared demo account, so you can't change that here.";

let demo: TestApp;
let customer: Person;
let admin: Person;

beforeAll(async () => {
  demo = await startApp({ demoAccounts: accounts, listen: true });
  customer = await makePerson(demo, 'customer', { id: accounts.customer });
  admin = await makePerson(demo, 'admin', { id: accounts.admin });
});
afterAll(() => demo.stop());

const password = 'correct mallet battery';
const factors = { password, code: '' };

/** Returns input for each endpoint that would make the customer's account unusable for others. */
function attempts(): Partial<Record<EndpointName, object>> {
  return {
    changeEmail: { ...factors, email: 'mine@example.com' },
    changePassword: { current: password, password: 'another mallet battery' },
    deleteAccount: factors,
    setUpTwoFactor: { password },
    confirmTwoFactor: { code: '123456' },
    disableTwoFactor: { password, code: '123456' },
    revokeSession: { password },
    revokeOtherSessions: { password },
    changeRole: { userId: customer.id, role: 'mechanic' },
    changeActivation: { active: false },
    removeSecondFactor: factors,
    requestPasswordReset: { email: customer.email },
    invite: { email: customer.email, role: 'mechanic' },
  };
}

/**
 * Endpoints that leave an account usable for the next visitor. There is never an email change to cancel, since
 * starting one is refused.
 */
const harmlessEndpoints = new Set<EndpointName>([
  'cancelEmailChange',
  'setWorksAsMechanic',
  'changeAccount',
  'resendInvitation',
  'withdrawInvitation',
]);

/**
 * Returns whether an endpoint changes an account: the caller's own, another person's, or one identified by an
 * email address.
 */
function changesAccount(name: EndpointName): boolean {
  return ['account', 'users.role', 'people'].includes(endpointAccess[name])
    ? endpoints[name].method !== 'GET'
    : name === 'requestPasswordReset';
}

describe('the account behind a demo button', () => {
  test('cannot be made unusable for the next visitor by any endpoint that changes accounts @demo.shared-accounts', async () => {
    const names = (Object.keys(endpoints) as EndpointName[]).filter(changesAccount);
    expect(names.filter((name) => !harmlessEndpoints.has(name)).sort()).toEqual(
      Object.keys(attempts()).sort(),
    );
    for (const [name, body] of Object.entries(attempts())) {
      const { method, path } = endpoints[name as EndpointName];
      const isOwn = endpointAccess[name as EndpointName] === 'account';
      const response = await send(
        demo,
        isOwn ? customer : admin,
        method,
        path.replace(':id', isOwn ? 'any-session' : customer.id),
        body,
      );
      expect([name, response.statusCode, response.body]).toEqual([name, 403, refusalMessage]);
    }
    expect(await isSessionOpen(demo, customer.headers.cookie)).toBe(true);
  });

  test('does not list the sessions of other visitors', async () => {
    await openSession(demo, customer.id);
    const sessions = await read<{ current: boolean }[]>(demo, customer, '/api/account/sessions');
    expect(sessions.map(({ current }) => current)).toEqual([true]);
  });

  test('has a separate limit on event streams for each visitor', async () => {
    const streams = [];
    for (let count = 0; count < maxStreamsPerPerson; count += 1) {
      streams.push(await openEventStream(demo.url, customer));
    }
    const visitor = { headers: await openSession(demo, customer.id) };
    streams.push(await openEventStream(demo.url, visitor));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refusedStream = await openEventStream(demo.url, customer);
    expect(refusedStream.status).toBe(429);
    for (const stream of streams) stream.close();
  });
});

test('in the demo, an account that is not shared can be changed', async () => {
  const other = await makePerson(demo, 'customer');
  const body = { userId: other.id, role: 'service_advisor' };
  expect((await send(demo, admin, 'POST', endpoints.changeRole.path, body)).statusCode).toBe(200);
});

test('outside the demo, an account with the same id can be changed', async () => {
  const app = await startApp();
  const person = await makePerson(app, 'customer', { id: accounts.customer });
  const otherAdmin = await makePerson(app, 'admin');
  const path = endpoints.changeActivation.path.replace(':id', person.id);
  expect((await send(app, otherAdmin, 'POST', path, { active: false })).statusCode).toBe(200);
  await app.stop();
});
