import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { makePerson, type Person } from './builders.ts';
import { send, type TestResponse } from './requests.ts';
import { startApp, type TestApp } from './start-app.ts';

/** What an invited person enters to create their account. */
export const account = {
  firstName: 'Ben',
  lastName: 'Reed',
  password: 'a wheel-nut in the gutter',
};

/** Sends an invitation and returns its id. */
export async function sendInvitation(
  app: TestApp,
  inviter: Pick<Person, 'headers'>,
  email: string,
  role = 'mechanic',
): Promise<number> {
  const response = await send(app, inviter, 'POST', '/api/invitations', { email, role });
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json<{ id: number }>().id;
}

/** Returns request headers with the cookies that a response set. */
export function personSignedInBy(response: TestResponse): Pick<Person, 'headers'> {
  const cookie = response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return { headers: { cookie: cookie.join('; ') } };
}

/**
 * Starts an app for the tests of a file and passes it to `assign` with an admin. Returns functions that send and
 * accept invitations.
 */
export function prepareInvitations(
  assign: (prepared: { readonly app: TestApp; readonly admin: Person }) => void,
) {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await startApp();
    admin = await makePerson(app, 'admin', { firstName: 'Ada', lastName: 'Moss' });
    assign({ app, admin });
  });
  afterAll(() => app.stop());
  // Otherwise requests in previous tests would count toward the rate limits.
  beforeEach(() => sql`truncate rate_limits`.execute(app.store.kysely));

  const invite = (email: string, role: string, inviter: Person | null = admin) =>
    send(app, inviter, 'POST', '/api/invitations', { email, role });

  /** Returns the token in the latest email to an address. */
  async function readTokenSentTo(email: string): Promise<string> {
    const mail = await app.store.kysely
      .selectFrom('emails')
      .select('text')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const found = /http:\/\/localhost\/invitation#token=([A-Za-z0-9_-]{43})\n/.exec(
      mail.text ?? '',
    );
    if (!found?.[1]) throw new Error(`No link in: ${mail.text}`);
    return found[1];
  }

  async function inviteAndReadToken(
    email: string,
    role: string,
    inviter: Person = admin,
  ): Promise<string> {
    await sendInvitation(app, inviter, email, role);
    return readTokenSentTo(email);
  }

  const accept = (
    token: string,
    body: object = { account },
    signedInPerson: Pick<Person, 'headers'> | null = null,
  ) => send(app, signedInPerson, 'POST', '/api/invitations/accept', { token, ...body });

  const readDetails = (token: string) =>
    send(app, null, 'POST', '/api/invitations/read', { token });

  const findPersonAt = (email: string) =>
    app.store.kysely
      .selectFrom('accounts')
      .innerJoin('people', 'people.id', 'accounts.id')
      .select(['accounts.id', 'accounts.email', 'email_verified', 'role', 'active'])
      .select(['first_name', 'last_name'])
      .where('accounts.email', '=', email)
      .executeTakeFirst();

  return { invite, readTokenSentTo, inviteAndReadToken, accept, readDetails, findPersonAt };
}
