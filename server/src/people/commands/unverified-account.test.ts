import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { personReferences } from '../../erasure/changes.ts';
import { unusedEmail } from '@curbwrench/testing/accounts';
import {
  makeAppointment,
  makePerson,
  isSessionOpen,
  type Person,
} from '@curbwrench/testing/builders';
import { account, prepareInvitations, personSignedInBy } from '@curbwrench/testing/invitations';
import { read, send } from '@curbwrench/testing/requests';
import type { TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;

const { inviteAndReadToken, accept, readDetails, findPersonAt } = prepareInvitations((prepared) => {
  ({ app, admin } = prepared);
});

const signIn = (email: string, password: string) =>
  send(app, null, 'POST', '/api/account/sign-in', { email, password });

describe('an account with an unverified email address', () => {
  /** Creates an account as an attacker would prepare it: with a password, a session and a linked provider. */
  async function makeSquatter(email: string): Promise<Person> {
    const squatter = await makePerson(app, 'customer');
    await sql`update accounts set email = ${email}, email_verified = false where id = ${squatter.id}`.execute(
      app.store.kysely,
    );
    for (const provider of ['credential', 'https://evil.example']) {
      await app.store.kysely
        .insertInto('credentials')
        .values({
          id: `${squatter.id}-${provider}`,
          subject: squatter.id,
          provider_id: provider,
          account_id: squatter.id,
          password: provider === 'credential' ? 'x:y' : null,
          created_at: new Date(),
          updated_at: new Date(),
        })
        .execute();
    }
    return squatter;
  }

  test('is replaced when the invitation is accepted, and none of its sign-in methods work anymore', async () => {
    const email = unusedEmail();
    const squatter = await makeSquatter(email);
    const token = await inviteAndReadToken(email, 'admin');
    expect((await readDetails(token)).json()).toMatchObject({ hasAccount: false });
    const response = await accept(token);
    expect(response.statusCode).toBe(204);

    const person = await findPersonAt(email);
    expect(person).toMatchObject({ role: 'admin', first_name: 'Ben', email_verified: true });
    expect(person?.id).not.toBe(squatter.id);
    expect(await isSessionOpen(app, squatter.headers.cookie)).toBe(false);
    expect((await send(app, squatter, 'GET', '/api/auth/user')).statusCode).toBe(401);
    const remainingCredentials = await app.store.kysely
      .selectFrom('credentials')
      .select('provider_id')
      .where('account_id', 'in', [squatter.id, person?.id ?? ''])
      .execute();
    expect(remainingCredentials).toEqual([{ provider_id: 'credential' }]);
    expect((await signIn(email, account.password)).statusCode).toBe(200);
  });

  test('does not get the role, even if its user is signed in', async () => {
    const email = unusedEmail();
    const squatter = await makeSquatter(email);
    const token = await inviteAndReadToken(email, 'admin');
    expect((await accept(token, {}, squatter)).statusCode).toBe(400);
    expect(await findPersonAt(email)).toMatchObject({ id: squatter.id, role: 'customer' });
  });

  test('leaves its history without a name and separate from the new account', async () => {
    const email = unusedEmail();
    const squatter = await makeSquatter(email);
    const appointment = await makeAppointment(app, {
      date: '2026-02-03',
      status: 'cancelled',
      customer_id: squatter.id,
    });
    const response = await accept(await inviteAndReadToken(email, 'service_advisor'));
    const shown = await read<{ customer: { id: string; firstName: string; email: string } }>(
      app,
      personSignedInBy(response),
      `/api/appointments/${appointment}`,
    );
    expect(shown.customer.id).toBe(squatter.id);
    expect(JSON.stringify(shown)).not.toContain(email);
    const replacedPerson = await app.store.kysely
      .selectFrom('people')
      .leftJoin('accounts', 'accounts.id', 'people.id')
      .select(['people.email', 'accounts.id as account'])
      .where('people.id', '=', squatter.id)
      .executeTakeFirstOrThrow();
    expect(replacedPerson).toEqual({ email: null, account: null });
    expect(await isSessionOpen(app, squatter.headers.cookie)).toBe(false);
  });

  test('cannot be given a role by an admin either', async () => {
    const squatter = await makeSquatter(unusedEmail());
    const refused = await send(app, admin, 'POST', '/api/users/role', {
      userId: squatter.id,
      role: 'admin',
    });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'This person has not confirmed their email address yet.',
    ]);
  });

  test('is checked for references in every table that refers to people, before it is deleted', async () => {
    const { rows } = await sql<{ column: string }>`
      select conrelid::regclass || '.' || attname as column
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'people'::regclass and confdeltype <> 'c'
    `.execute(app.store.kysely);
    expect(rows.map(({ column }) => column).toSorted()).toEqual(personReferences.toSorted());
  });
});
