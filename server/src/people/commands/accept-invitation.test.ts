import type { User } from '@curbwrench/contract/people/schemas';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../database/connection/transaction.ts';
import { unusedEmail } from '@curbwrench/testing/accounts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  openSession,
  isSessionOpen,
  type Person,
} from '@curbwrench/testing/builders';
import { testDatabaseKind } from '@curbwrench/testing/database';
import { account, prepareInvitations, personSignedInBy } from '@curbwrench/testing/invitations';
import { read, send, sortedStatuses } from '@curbwrench/testing/requests';
import type { TestApp } from '@curbwrench/testing/start-app';
import { waitFor } from '@curbwrench/testing/wait-for';

let app: TestApp;
let admin: Person;

const { inviteAndReadToken, accept, readDetails, findPersonAt } = prepareInvitations((prepared) => {
  ({ app, admin } = prepared);
});

const signIn = (email: string, password: string) =>
  send(app, null, 'POST', '/api/account/sign-in', { email, password });

const describeOnServer = testDatabaseKind === 'postgres' ? describe : () => {};

describe('accepting with a new account', () => {
  test('creates a verified account with the invitation’s role, and signs the person in', async () => {
    const email = unusedEmail();
    const token = await inviteAndReadToken(email, 'service_advisor');
    const response = await accept(token);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await read(app, personSignedInBy(response), '/api/auth/user')).toMatchObject({
      email,
      firstName: 'Ben',
      lastName: 'Reed',
      role: 'service_advisor',
    });
    expect((await findPersonAt(email))?.email_verified).toBe(true);
    expect((await signIn(email, account.password)).statusCode).toBe(200);
    expect((await signIn(email, 'another password')).statusCode).toBe(401);
  });

  test('creates a mechanic with default hours, who gets holds for appointments that have none', async () => {
    const pendingId = await makeAppointment(app, { date: '2026-03-12' });
    const email = unusedEmail();
    const response = await accept(await inviteAndReadToken(email, 'mechanic'));
    const me = await read<User>(app, personSignedInBy(response), '/api/auth/user');
    expect(me).toMatchObject({ role: 'mechanic', status: 'available' });
    const hours = await app.store.kysely
      .selectFrom('working_hours')
      .select(['weekday', 'starts', 'ends'])
      .where('mechanic_id', '=', me.id)
      .orderBy('weekday')
      .execute();
    expect(hours.map(({ weekday, starts, ends }) => [weekday, starts, ends])).toEqual(
      [1, 2, 3, 4, 5].map((weekday) => [weekday, '08:00:00', '18:00:00']),
    );
    const pendingAppointment = await app.store.kysely
      .selectFrom('appointments')
      .select('held_mechanic_id')
      .where('id', '=', pendingId)
      .executeTakeFirstOrThrow();
    expect(pendingAppointment.held_mechanic_id).toBe(me.id);
  });

  test('works only once, even for concurrent attempts @people.invitations', async () => {
    for (let round = 0; round < 2; round += 1) {
      const email = unusedEmail();
      const token = await inviteAndReadToken(email, 'mechanic');
      const responses = await Promise.all(
        [1, 2, 3, 4].map((number) =>
          accept(token, { account: { ...account, firstName: `Ben${number}` } }),
        ),
      );
      expect(sortedStatuses(responses)).toEqual([204, 410, 410, 410]);
      const winner = responses.findIndex(({ statusCode }) => statusCode === 204);
      expect((await findPersonAt(email))?.first_name).toBe(`Ben${winner + 1}`);
    }
  });

  test('is refused if the name or password is missing or the password is weak, and can be retried', async () => {
    const email = unusedEmail();
    const token = await inviteAndReadToken(email, 'admin');
    const incomplete = await accept(token, {});
    expect([incomplete.statusCode, incomplete.body]).toEqual([
      400,
      'Please enter your name and choose a password.',
    ]);
    const weak = await accept(token, { account: { ...account, password: 'password' } });
    expect(weak.statusCode).toBe(400);
    expect(await findPersonAt(email)).toBeUndefined();
    expect((await accept(token)).statusCode).toBe(204);
  });

  // The embedded database runs one transaction at a time, so this race cannot occur there.
  describeOnServer('on a PostgreSQL server', () => {
    test('waits for a concurrent sign-up with the same address, and then replaces that account', async () => {
      const email = unusedEmail();
      const token = await inviteAndReadToken(email, 'service_advisor');
      const expectWaiting = async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query ilike '%insert into accounts%' and pid <> pg_backend_pid()
        `.execute(app.store.kysely);
        expect(rows).toHaveLength(1);
      };
      let finish: (() => void) | undefined;
      const signingUp = inTransaction(app.store, async (trx) => {
        await sql`
          with person as (
            insert into people (id, name, created_at, updated_at)
            values ('squatter-in-time', 'Eve', now(), now()) returning id
          )
          insert into accounts (id, email, created_at, updated_at)
          select id, ${email}, now(), now() from person
        `.execute(trx);
        await new Promise<void>((resolve) => (finish = resolve));
      });
      await waitFor(() => expect(finish).toBeDefined());
      const joining = accept(token);
      try {
        await vi.waitFor(expectWaiting, { timeout: 15_000 });
      } finally {
        finish?.();
        await signingUp;
      }
      expect((await joining).statusCode).toBe(204);
      expect(await findPersonAt(email)).toMatchObject({
        first_name: 'Ben',
        role: 'service_advisor',
      });
    });
  });

  test("at the same time as a sign-up with the same address results in one account, the invited person's", async () => {
    for (let round = 0; round < 3; round += 1) {
      const email = unusedEmail();
      const token = await inviteAndReadToken(email, 'service_advisor');
      const [response] = await Promise.all([
        accept(token),
        send(app, null, 'POST', '/api/account/sign-up', {
          email,
          firstName: 'Eve',
          lastName: 'Squat',
          password: 'the attacker knows it',
          phone: null,
        }),
      ]);
      expect(response.statusCode).toBe(204);
      expect(await findPersonAt(email)).toMatchObject({
        role: 'service_advisor',
        first_name: 'Ben',
        email_verified: true,
      });
      expect((await signIn(email, 'the attacker knows it')).statusCode).toBe(401);
    }
  });
});

describe('accepting with an existing account', () => {
  test('gives its signed-in owner the role, with a new session', async () => {
    const person = await makePerson(app, 'customer');
    const otherSession = await openSession(app, person.id);
    const token = await inviteAndReadToken(person.email, 'mechanic');
    expect((await readDetails(token)).json()).toMatchObject({ hasAccount: true });
    const response = await accept(token, {}, person);
    expect(response.statusCode).toBe(204);
    expect(await read(app, personSignedInBy(response), '/api/auth/user')).toMatchObject({
      id: person.id,
      role: 'mechanic',
      status: 'available',
    });
    for (const { cookie } of [person.headers, otherSession]) {
      expect(await isSessionOpen(app, cookie)).toBe(false);
    }
    expect((await accept(token, {}, personSignedInBy(response))).statusCode).toBe(410);
  });

  test('is refused to anyone but its signed-in owner, and refused if a password is given', async () => {
    const person = await makePerson(app, 'customer');
    const other = await makePerson(app, 'customer');
    const token = await inviteAndReadToken(person.email, 'admin');
    const refusals = [
      [await accept(token, {}), 401, 'Please log in first.'],
      [
        await accept(token, {}, other),
        403,
        'This invitation is for someone else. Please log in with the address it was sent to.',
      ],
      [
        await accept(token),
        409,
        'An account with this address already exists. Please log in to accept the invitation.',
      ],
    ] as const;
    for (const [response, status, message] of refusals) {
      expect([response.statusCode, response.body]).toEqual([status, message]);
    }
    expect((await findPersonAt(person.email))?.role).toBe('customer');
    expect((await findPersonAt(other.email))?.role).toBe('customer');
    // A refusal does not consume the invitation.
    expect((await accept(token, {}, person)).statusCode).toBe(204);
  });

  test('follows the rules for changing roles', async () => {
    const mechanic = await makeMechanic(app);
    await makeAppointment(app, {
      date: '2026-03-05',
      status: 'confirmed',
      mechanic_id: mechanic.id,
    });
    const token = await inviteAndReadToken(mechanic.email, 'service_advisor');
    const refused = await accept(token, {}, mechanic);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      expect.stringContaining('This person still has an open job'),
    ]);
    expect((await findPersonAt(mechanic.email))?.role).toBe('mechanic');
    expect((await readDetails(token)).statusCode).toBe(200);
  });

  test('is refused if the account was deactivated after the invitation was sent', async () => {
    const person = await makePerson(app, 'customer');
    const token = await inviteAndReadToken(person.email, 'admin');
    await send(app, admin, 'POST', `/api/users/${person.id}/activation`, { active: false });
    expect((await accept(token, {}, person)).statusCode).toBe(401);
    expect((await accept(token)).statusCode).toBe(409);
    expect((await findPersonAt(person.email))?.role).toBe('customer');
  });
});
