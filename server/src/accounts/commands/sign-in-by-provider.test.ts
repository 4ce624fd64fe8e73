import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VerifiedIdentity, SignInProvider } from '../../application/sign-in-provider-port.ts';
import { makePersonWithoutAccount, makeVehicle } from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { beginProviderSignIn, finishProviderSignIn } from './sign-in-by-provider.ts';
import { claimVisitorBookings } from '../../customers/claim-visitor-bookings.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Starts and finishes a sign-in at a provider that returns this identity. */
async function signIn(identity: Partial<VerifiedIdentity>) {
  let state = '';
  const provider: SignInProvider = {
    id: 'oidc',
    name: 'Provider',
    issuer: 'https://provider.example',
    async begin(secrets) {
      state = secrets.state;
      return { ok: true, value: 'https://provider.example/authorize' };
    },
    async verifyResponse() {
      const value = {
        issuer: 'https://provider.example',
        subject: 'subject',
        verifiedEmail: null,
        firstName: 'Pat',
        lastName: 'Doe',
        idToken: 'token',
        ...identity,
      };
      return { ok: true, value };
    },
    signOutUrl: async () => null,
  };
  const binding = randomBytes(32).toString('base64url');
  await beginProviderSignIn(app, provider, { binding, returnTo: '/' });
  const query = `state=${state}`;
  const callback = { binding, query, arePasswordsEnabled: true };
  return finishProviderSignIn({ ...app, claimVisitorBookings }, provider, callback);
}

async function count(table: 'people' | 'accounts' | 'credentials'): Promise<number> {
  return (await app.store.kysely.selectFrom(table).select('id').execute()).length;
}

test('one identity that signs in many times concurrently creates one person, even with different addresses', async () => {
  for (let round = 0; round < 5; round += 1) {
    const people = await count('people');
    const accounts = await count('accounts');
    const credentials = await count('credentials');
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        signIn({ subject: `s-${round}`, verifiedEmail: `p-${round}-${index}@example.org` }),
      ),
    );
    expect(new Set(responses.map((response) => response.ok && response.person.userId)).size).toBe(
      1,
    );
    expect(responses.every(({ ok }) => ok)).toBe(true);
    expect([await count('people'), await count('accounts'), await count('credentials')]).toEqual([
      people + 1,
      accounts + 1,
      credentials + 1,
    ]);
  }
});

test('many identities with the same address are linked to one person', async () => {
  for (let round = 0; round < 5; round += 1) {
    const people = await count('people');
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        signIn({ subject: `t-${round}-${index}`, verifiedEmail: `q-${round}@example.org` }),
      ),
    );
    expect(new Set(responses.map((response) => response.ok && response.person.userId)).size).toBe(
      1,
    );
    expect(responses.every(({ ok }) => ok)).toBe(true);
    expect(await count('people')).toBe(people + 1);
  }
});

test('a customer whose address the provider verified gets the bookings they made with it as a visitor; an unverified address gets none @accounts.history-joined', async () => {
  const email = 'visitor@example.org';
  const visitorId = await makePersonWithoutAccount(app, { email });
  await sql`update people set email_verified_at = now() where id = ${visitorId}`.execute(
    app.store.kysely,
  );
  const vehicleId = await makeVehicle(app, visitorId);
  const readOwner = async () =>
    (
      await app.store.kysely
        .selectFrom('vehicles')
        .select('customer_id')
        .where('id', '=', vehicleId)
        .executeTakeFirstOrThrow()
    ).customer_id;
  expect(await signIn({ subject: 'unverified', verifiedEmail: null })).toMatchObject({ ok: false });
  expect(await readOwner()).toBe(visitorId);
  const [first, second] = await Promise.all([
    signIn({ subject: 'visitor', verifiedEmail: email }),
    signIn({ subject: 'visitor', verifiedEmail: email }),
  ]);
  expect([first.ok, second.ok]).toEqual([true, true]);
  expect(await readOwner()).toBe(first.ok && first.person.userId);
});
