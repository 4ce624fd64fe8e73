import { createHash } from 'node:crypto';
import type { Invitation, InvitationOffer } from '@curbwrench/contract/people/invitation-schemas';
import type { User } from '@curbwrench/contract/people/schemas';
import { roleLabels } from '@curbwrench/contract/people/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../database/connection/transaction.ts';
import { findInvitation } from '../queries/invitations.ts';
import { cleanUp } from '../../clean-up-job.ts';
import { personReferences } from '../../erasure/changes.ts';
import { changeRole } from './change-role.ts';
import { invitePerson } from './invite-person.ts';
import { resendInvitation } from './resend-invitation.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  openSession,
  isSessionOpen,
  type Person,
} from '@curbwrench/testing/builders';
import { testDatabaseKind } from '@curbwrench/testing/database';
import { read, send, sortedStatuses, type TestResponse } from '@curbwrench/testing/requests';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let site: TestApp;
let admin: Person;
let addressCount = 0;
const dayMs = 24 * 3_600_000;

beforeAll(async () => {
  site = await startApp();
  admin = await makePerson(site, 'admin', { firstName: 'Ada', lastName: 'Moss' });
});
afterAll(() => site.stop());
// Otherwise requests in earlier tests would count toward the rate limits.
beforeEach(() => sql`truncate rate_limits`.execute(site.store.kysely));

/** Returns an unused email address. */
const newAddress = () => `someone-${(addressCount += 1)}@example.com`;

const invite = (email: string, role: string, by: Person | null = admin) =>
  send(site, by, 'POST', '/api/invitations', { email, role });

/** Returns the token in the newest email to an address. */
async function readTokenSentTo(email: string): Promise<string> {
  const mail = await site.store.kysely
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const found = /http:\/\/localhost\/invitation#token=([A-Za-z0-9_-]{43})\n/.exec(mail.text ?? '');
  if (!found?.[1]) throw new Error(`No link in: ${mail.text}`);
  return found[1];
}

async function inviteAndReadToken(
  email: string,
  role: string,
  by: Person = admin,
): Promise<string> {
  const response = await invite(email, role, by);
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return readTokenSentTo(email);
}

const account = { firstName: 'Ben', lastName: 'Reed', password: 'a wheel-nut in the gutter' };

const accept = (
  token: string,
  body: object = { account },
  as: Pick<Person, 'headers'> | null = null,
) => send(site, as, 'POST', '/api/invitations/accept', { token, ...body });

const readOffer = (token: string) => send(site, null, 'POST', '/api/invitations/read', { token });

const signIn = (email: string, password: string) =>
  send(site, null, 'POST', '/api/account/sign-in', { email, password });

/** Returns request headers with the cookies that a response set. */
function personSignedInBy(response: TestResponse): Pick<Person, 'headers'> {
  const cookie = response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return { headers: { cookie: cookie.join('; ') } };
}

async function findPersonAt(email: string) {
  return site.store.kysely
    .selectFrom('accounts')
    .innerJoin('people', 'people.id', 'accounts.id')
    .select(['accounts.id', 'accounts.email', 'email_verified', 'role', 'active'])
    .select(['first_name', 'last_name'])
    .where('accounts.email', '=', email)
    .executeTakeFirst();
}

const describeOnServer = testDatabaseKind === 'postgres' ? describe : () => {};

describe('an invitation', () => {
  test('is sent as an email with a link; the database stores only a hash of its token', async () => {
    const email = newAddress();
    const response = await invite(email.toUpperCase(), 'service_advisor');
    expect(response.json()).toMatchObject({
      email,
      role: 'service_advisor',
      invitedBy: 'Ada Moss',
      sentAt: '2026-03-03T17:00:00.000Z',
      expiresAt: '2026-03-10T17:00:00.000Z',
      expired: false,
    });
    const token = await readTokenSentTo(email);
    const row = await site.store.kysely
      .selectFrom('invitations')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(token);
    const mail = await site.store.kysely
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    // The email's text, which contains the link, is deleted when the link expires.
    expect(mail.secret_until).toEqual(row.expires_at);
    expect(response.body).not.toContain(token);
  });

  test('is listed until it is accepted or withdrawn', async () => {
    const email = newAddress();
    const { id } = (await invite(email, 'mechanic')).json<Invitation>();
    const isListed = async () =>
      (await read<Invitation[]>(site, admin, '/api/invitations')).some((one) => one.id === id);
    expect(await isListed()).toBe(true);
    const token = await readTokenSentTo(email);
    const withdrawn = await send(site, admin, 'DELETE', `/api/invitations/${id}`);
    expect(withdrawn.statusCode).toBe(204);
    expect(await isListed()).toBe(false);
    expect((await accept(token)).statusCode).toBe(410);
    const again = await send(site, admin, 'DELETE', `/api/invitations/${id}`);
    expect([again.statusCode, again.body]).toEqual([404, 'There is no such invitation.']);
  });

  test('is for staff roles, and can be sent only by admins', async () => {
    const refused = await invite(newAddress(), 'customer');
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      'Please choose Mechanic, Service Advisor or Admin.',
    ]);
    const advisor = await makePerson(site, 'service_advisor');
    expect((await invite(newAddress(), 'mechanic', advisor)).statusCode).toBe(403);
    expect((await invite(newAddress(), 'mechanic', null)).statusCode).toBe(401);
  });

  test('is refused if the person already has the role or is deactivated', async () => {
    for (const role of ['mechanic', 'service_advisor', 'admin'] as const) {
      const person = await makePerson(site, role);
      const refused = await invite(person.email, role);
      const label = roleLabels[role].toLowerCase();
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        `Someone with this address is already ${role === 'admin' ? 'an' : 'a'} ${label}.`,
      ]);
    }
    const deactivated = await makePerson(site, 'customer');
    await send(site, admin, 'POST', `/api/users/${deactivated.id}/activation`, { active: false });
    expect((await invite(deactivated.email, 'mechanic')).body).toBe(
      'The account with this address is deactivated; please reactivate it instead.',
    );
  });

  test('replaces an open invitation for the same email address, even if several are sent concurrently', async () => {
    const email = newAddress();
    const first = await inviteAndReadToken(email, 'mechanic');
    const second = await inviteAndReadToken(email, 'admin');
    expect((await readOffer(first)).statusCode).toBe(410);
    expect((await readOffer(second)).json<InvitationOffer>()).toEqual({
      email,
      role: 'admin',
      hasAccount: false,
    });

    const sharedAddress = newAddress();
    const sent = await Promise.all([1, 2, 3, 4].map(() => invite(sharedAddress, 'mechanic')));
    expect(sortedStatuses(sent)).toEqual([201, 201, 201, 201]);
    const openInvitations = await read<Invitation[]>(site, admin, '/api/invitations');
    expect(openInvitations.filter((one) => one.email === sharedAddress)).toHaveLength(1);
  });

  test('expires after seven days, and becomes valid again when resent @people.invitations', async () => {
    const email = newAddress();
    const { id } = (await invite(email, 'service_advisor')).json<Invitation>();
    const first = await readTokenSentTo(email);
    const start = site.clock.now();
    try {
      site.clock.set(new Date(start.getTime() + 7 * dayMs - 1));
      expect((await readOffer(first)).statusCode).toBe(200);
      site.clock.set(new Date(start.getTime() + 7 * dayMs));
      const lateResponse = await accept(first);
      expect([lateResponse.statusCode, lateResponse.body]).toEqual([
        410,
        'This invitation is no longer valid. Please ask for a new one.',
      ]);
      expect((await readOffer(first)).statusCode).toBe(410);
      const listed = await read<Invitation[]>(site, admin, '/api/invitations');
      expect(listed.find((one) => one.id === id)).toMatchObject({ expired: true });

      const other = await makePerson(site, 'admin', { firstName: 'Cy', lastName: 'Fox' });
      const sent = await send(site, other, 'POST', `/api/invitations/${id}/resend`);
      expect(sent.json()).toMatchObject({ id, expired: false, invitedBy: 'Cy Fox' });
      expect((await readOffer(first)).statusCode).toBe(410);
      expect((await accept(await readTokenSentTo(email))).statusCode).toBe(204);
    } finally {
      site.clock.set(start);
    }
  });

  test('is deleted thirty days after it expires, if no one accepts it', async () => {
    const email = newAddress();
    const { id } = (await invite(email, 'mechanic')).json<Invitation>();
    const end = site.clock.now().getTime() + 7 * dayMs;
    const existsAfterCleanUp = async (at: number) => {
      await cleanUp(site.store, new Date(at));
      return (await findInvitation(site.store.kysely, id)) !== null;
    };
    expect(await existsAfterCleanUp(end + 30 * dayMs)).toBe(true);
    expect(await existsAfterCleanUp(end + 30 * dayMs + 1)).toBe(false);
  });

  test('cannot be sent again if it does not exist or the person already has the role', async () => {
    expect((await send(site, admin, 'POST', '/api/invitations/999999/resend')).statusCode).toBe(
      404,
    );
    const person = await makePerson(site, 'customer');
    const { id } = (await invite(person.email, 'service_advisor')).json<Invitation>();
    await send(site, admin, 'POST', '/api/users/role', {
      userId: person.id,
      role: 'service_advisor',
    });
    expect((await send(site, admin, 'POST', `/api/invitations/${id}/resend`)).statusCode).toBe(409);
  });

  test('expires if its sender is demoted or deactivated; another admin may send it again', async () => {
    for (const cause of ['demotion', 'deactivation'] as const) {
      const inviter = await makePerson(site, 'admin');
      const email = newAddress();
      const token = await inviteAndReadToken(email, 'admin', inviter);
      const removal =
        cause === 'demotion'
          ? await send(site, admin, 'POST', '/api/users/role', {
              userId: inviter.id,
              role: 'customer',
            })
          : await send(site, admin, 'POST', `/api/users/${inviter.id}/activation`, {
              active: false,
            });
      expect(removal.statusCode).toBe(200);
      expect((await accept(token)).statusCode).toBe(410);
      const listed = await read<Invitation[]>(site, admin, '/api/invitations');
      const one = listed.find((open) => open.email === email);
      expect(one).toMatchObject({ expired: true });
      await send(site, admin, 'POST', `/api/invitations/${one?.id}/resend`);
      expect((await readOffer(await readTokenSentTo(email))).statusCode).toBe(200);
    }
  });

  test('is never valid if it is sent while its sender is being demoted', async () => {
    const context = { ...site, publicUrl: 'http://localhost', storesEmail: true };
    for (let round = 0; round < 4; round += 1) {
      const inviter = await makePerson(site, 'admin');
      const { id } = (await invite(newAddress(), 'mechanic')).json<Invitation>();
      const email = newAddress();
      // Calls the commands directly: over HTTP the request may be refused before the command runs.
      const [sent, again, , demoted] = await Promise.all([
        invitePerson(context, inviter, { email, role: 'admin' }),
        resendInvitation(context, inviter, id),
        withdrawInvitation(context, inviter, 999_999),
        changeRole(site, admin, inviter.id, 'customer'),
      ]);
      expect(demoted.ok).toBe(true);
      for (const outcome of [sent, again]) {
        if (!outcome.ok) expect(['not_allowed', 'not_signed_in']).toContain(outcome.refusal.code);
      }
      const ownInvitations = await site.store.kysely
        .selectFrom('invitations')
        .select('expires_at')
        .where('invited_by', '=', inviter.id)
        .execute();
      expect(ownInvitations.filter(({ expires_at }) => expires_at > site.clock.now())).toEqual([]);

      for (const outcome of [
        await invitePerson(context, inviter, { email: newAddress(), role: 'admin' }),
        await resendInvitation(context, inviter, id),
        await withdrawInvitation(context, inviter, id),
      ]) {
        // The demotion ended the sender's sessions, and a command requires an open session.
        expect(outcome).toMatchObject({ ok: false, refusal: { code: 'not_signed_in' } });
      }
    }
  });

  test('with an unknown token gets the same response as one with an expired token', async () => {
    for (const token of ['never-one', 'x'.repeat(43)]) {
      expect((await readOffer(token)).statusCode).toBe(410);
      expect((await accept(token)).statusCode).toBe(410);
    }
  });
});

describe('accepting with a new account', () => {
  test('creates a verified account with the invitation’s role, and signs the person in', async () => {
    const email = newAddress();
    const token = await inviteAndReadToken(email, 'service_advisor');
    const joined = await accept(token);
    expect([joined.statusCode, joined.body]).toEqual([204, '']);
    expect(await read(site, personSignedInBy(joined), '/api/auth/user')).toMatchObject({
      email,
      firstName: 'Ben',
      lastName: 'Reed',
      role: 'service_advisor',
    });
    expect((await findPersonAt(email))?.email_verified).toBe(true);
    expect((await signIn(email, account.password)).statusCode).toBe(200);
    expect((await signIn(email, 'another password')).statusCode).toBe(401);
  });

  test('creates a mechanic with default hours, and places missing holds', async () => {
    const pendingId = await makeAppointment(site, { date: '2026-03-12' });
    const email = newAddress();
    const joined = await accept(await inviteAndReadToken(email, 'mechanic'));
    const me = await read<User>(site, personSignedInBy(joined), '/api/auth/user');
    expect(me).toMatchObject({ role: 'mechanic', status: 'available' });
    const hours = await site.store.kysely
      .selectFrom('working_hours')
      .select(['weekday', 'starts', 'ends'])
      .where('mechanic_id', '=', me.id)
      .orderBy('weekday')
      .execute();
    expect(hours.map(({ weekday, starts, ends }) => [weekday, starts, ends])).toEqual(
      [1, 2, 3, 4, 5].map((weekday) => [weekday, '08:00:00', '18:00:00']),
    );
    const held = await site.store.kysely
      .selectFrom('appointments')
      .select('hold_mechanic_id')
      .where('id', '=', pendingId)
      .executeTakeFirstOrThrow();
    expect(held.hold_mechanic_id).toBe(me.id);
  });

  test('works only once, even for concurrent attempts @people.invitations', async () => {
    for (let round = 0; round < 2; round += 1) {
      const email = newAddress();
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

  test('is refused if the name or password is missing or the password is weak, and may be tried again', async () => {
    const email = newAddress();
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
      const email = newAddress();
      const token = await inviteAndReadToken(email, 'service_advisor');
      const expectWaiting = async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query ilike '%insert into accounts%' and pid <> pg_backend_pid()
        `.execute(site.store.kysely);
        expect(rows).toHaveLength(1);
      };
      let finish: (() => void) | undefined;
      const signingUp = inTransaction(site.store, async (trx) => {
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
      await vi.waitFor(() => expect(finish).toBeDefined());
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
      const email = newAddress();
      const token = await inviteAndReadToken(email, 'service_advisor');
      const [joined] = await Promise.all([
        accept(token),
        send(site, null, 'POST', '/api/account/sign-up', {
          email,
          firstName: 'Eve',
          lastName: 'Squat',
          password: 'the attacker knows it',
          phone: null,
        }),
      ]);
      expect(joined.statusCode).toBe(204);
      expect(await findPersonAt(email)).toMatchObject({
        role: 'service_advisor',
        first_name: 'Ben',
        email_verified: true,
      });
      expect((await signIn(email, 'the attacker knows it')).statusCode).toBe(401);
    }
  });
});

describe('an account with an unverified email address', () => {
  /** Creates an account as an attacker would prepare it: with a password, a session and a linked provider. */
  async function makeSquatter(email: string): Promise<Person> {
    const squatter = await makePerson(site, 'customer');
    await sql`update accounts set email = ${email}, email_verified = false where id = ${squatter.id}`.execute(
      site.store.kysely,
    );
    for (const provider of ['credential', 'https://evil.example']) {
      await site.store.kysely
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

  test('is replaced when the invitation is accepted, and none of its ways to sign in work anymore', async () => {
    const email = newAddress();
    const squatter = await makeSquatter(email);
    const token = await inviteAndReadToken(email, 'admin');
    expect((await readOffer(token)).json()).toMatchObject({ hasAccount: false });
    const joined = await accept(token);
    expect(joined.statusCode).toBe(204);

    const person = await findPersonAt(email);
    expect(person).toMatchObject({ role: 'admin', first_name: 'Ben', email_verified: true });
    expect(person?.id).not.toBe(squatter.id);
    expect(await isSessionOpen(site, squatter.headers.cookie)).toBe(false);
    expect((await send(site, squatter, 'GET', '/api/auth/user')).statusCode).toBe(401);
    const remainingCredentials = await site.store.kysely
      .selectFrom('credentials')
      .select('provider_id')
      .where('account_id', 'in', [squatter.id, person?.id ?? ''])
      .execute();
    expect(remainingCredentials).toEqual([{ provider_id: 'credential' }]);
    expect((await signIn(email, account.password)).statusCode).toBe(200);
  });

  test('does not get the role, even if its user is signed in', async () => {
    const email = newAddress();
    const squatter = await makeSquatter(email);
    const token = await inviteAndReadToken(email, 'admin');
    expect((await accept(token, {}, squatter)).statusCode).toBe(400);
    expect(await findPersonAt(email)).toMatchObject({ id: squatter.id, role: 'customer' });
  });

  test('leaves its history without a name, separate from the new account', async () => {
    const email = newAddress();
    const squatter = await makeSquatter(email);
    const appointment = await makeAppointment(site, {
      date: '2026-02-03',
      status: 'cancelled',
      customer_id: squatter.id,
    });
    const joined = await accept(await inviteAndReadToken(email, 'service_advisor'));
    const shown = await read<{ customer: { id: string; firstName: string; email: string } }>(
      site,
      personSignedInBy(joined),
      `/api/appointments/${appointment}`,
    );
    expect(shown.customer.id).toBe(squatter.id);
    expect(JSON.stringify(shown)).not.toContain(email);
    const former = await site.store.kysely
      .selectFrom('people')
      .leftJoin('accounts', 'accounts.id', 'people.id')
      .select(['people.email', 'accounts.id as account'])
      .where('people.id', '=', squatter.id)
      .executeTakeFirstOrThrow();
    expect(former).toEqual({ email: null, account: null });
    expect(await isSessionOpen(site, squatter.headers.cookie)).toBe(false);
  });

  test('cannot be given a role by an admin either', async () => {
    const squatter = await makeSquatter(newAddress());
    const refused = await send(site, admin, 'POST', '/api/users/role', {
      userId: squatter.id,
      role: 'admin',
    });
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'They have not confirmed their email address yet.',
    ]);
  });

  test('is checked for references in every table that refers to people, before it is deleted', async () => {
    const { rows } = await sql<{ column: string }>`
      select conrelid::regclass || '.' || attname as column
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'people'::regclass and confdeltype <> 'c'
    `.execute(site.store.kysely);
    expect(rows.map(({ column }) => column).toSorted()).toEqual(personReferences.toSorted());
  });
});

describe('accepting with an existing account', () => {
  test('gives its signed-in owner the role, with a new session', async () => {
    const person = await makePerson(site, 'customer');
    const otherSession = await openSession(site, person.id);
    const token = await inviteAndReadToken(person.email, 'mechanic');
    expect((await readOffer(token)).json()).toMatchObject({ hasAccount: true });
    const joined = await accept(token, {}, person);
    expect(joined.statusCode).toBe(204);
    expect(await read(site, personSignedInBy(joined), '/api/auth/user')).toMatchObject({
      id: person.id,
      role: 'mechanic',
      status: 'available',
    });
    for (const { cookie } of [person.headers, otherSession]) {
      expect(await isSessionOpen(site, cookie)).toBe(false);
    }
    expect((await accept(token, {}, personSignedInBy(joined))).statusCode).toBe(410);
  });

  test('is refused for anyone but its signed-in owner, and if a password is given', async () => {
    const person = await makePerson(site, 'customer');
    const other = await makePerson(site, 'customer');
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
    const mechanic = await makeMechanic(site);
    await makeAppointment(site, {
      date: '2026-03-05',
      status: 'confirmed',
      mechanic_id: mechanic.id,
    });
    const token = await inviteAndReadToken(mechanic.email, 'service_advisor');
    const refused = await accept(token, {}, mechanic);
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      expect.stringContaining('They still have an open job'),
    ]);
    expect((await findPersonAt(mechanic.email))?.role).toBe('mechanic');
    expect((await readOffer(token)).statusCode).toBe(200);
  });

  test('is refused if the account was deactivated after the invitation was sent', async () => {
    const person = await makePerson(site, 'customer');
    const token = await inviteAndReadToken(person.email, 'admin');
    await send(site, admin, 'POST', `/api/users/${person.id}/activation`, { active: false });
    expect((await accept(token, {}, person)).statusCode).toBe(401);
    expect((await accept(token)).statusCode).toBe(409);
    expect((await findPersonAt(person.email))?.role).toBe('customer');
  });
});
