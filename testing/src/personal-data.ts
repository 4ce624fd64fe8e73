import { sql } from 'kysely';
import { expect } from 'vitest';
import { password, type AccountHolder } from './accounts.ts';
import { tokenSentTo, type Browser } from './browser.ts';
import type { TestApp } from './start-app.ts';

/**
 * Gives an account everything it can have: a previous name and email address, a requested new email address, a
 * picture, a provider, a second factor, sessions and notifications. Returns the personal data now stored for it.
 */
export async function fillAccount(
  app: TestApp,
  { id, browser, email }: AccountHolder,
  firstName: string,
  lastName: string,
): Promise<string[]> {
  const db = app.store.kysely;
  const previousName = `Prior${lastName}`;
  const changeName = (last: string) =>
    browser.send('PATCH', '/api/account', { firstName, lastName: last, phone: '+1 415 555 7777' });
  expect((await changeName(previousName)).statusCode).toBe(200);
  expect((await changeName(lastName)).statusCode).toBe(200);
  await changeEmail(app, browser, `${firstName}.new@example.net`.toLowerCase());
  const requestedEmail = `${firstName}.asked@example.net`.toLowerCase();
  const change = { email: requestedEmail, password };
  expect((await browser.post('/api/account/change-email', change)).statusCode).toBe(204);
  await sql`update emails set state = 'queued', next_attempt_at = 'infinity', html = '<p>' || text
    where recipient = ${email} and text is not null`.execute(db);
  await recordEmailViews(app);
  const now = new Date();
  const image = `/pictures/${firstName}`;
  const base64 = Buffer.from(`${firstName} smiles`).toString('base64');
  await sql`update people set image = ${image} where id = ${id}`.execute(db);
  await sql`insert into pictures (name, person_id, content_type, base64, created_at)
    values (${firstName}, ${id}, 'image/png', ${base64}, ${now})`.execute(db);
  await sql`insert into credentials (id, subject, provider_id, account_id, id_token, created_at, updated_at)
    values (${`p-${id}`}, ${`subject-${firstName}`}, 'https://provider.example', ${id},
      ${`token-${firstName}`}, ${now}, ${now})`.execute(db);
  await sql`insert into two_factors (id, account_id, secret, backup_codes)
    values (${`t-${id}`}, ${id}, ${`seed-${firstName}`}, ${`codes-${firstName}`})`.execute(db);
  await sql`insert into used_totp_codes (account_id, code, used_at) values (${id}, ${`code-${firstName}`}, ${now})`.execute(
    db,
  );
  await sql`insert into verifications (id, identifier, value, expires_at, created_at, updated_at)
    values (${`v-${id}`}, ${`browser-${firstName}`}, ${id}, ${now}, ${now}, ${now})`.execute(db);
  await sql`insert into sessions (id, token, account_id, expires_at, ip_address, user_agent, created_at, updated_at)
    values (${`s-${id}`}, ${`session-${firstName}`}, ${id}, now() + interval '1 day', '203.0.113.77',
      ${`Browser of ${firstName}`}, ${now}, ${now})`.execute(db);
  await sql`insert into provider_sessions (session_id, provider, id_token)
    values (${`s-${id}`}, 'https://provider.example', ${`session-token-${firstName}`})`.execute(db);
  await sql`insert into push_subscriptions (account_id, session_id, endpoint, public_key, auth_secret, user_agent, created_at)
    values (${id}, 'expired', ${`https://fcm.googleapis.com/fcm/send/${firstName}`}, ${`key-${firstName}`},
      ${`auth-${firstName}`}, ${`Phone of ${firstName}`}, ${now})`.execute(db);
  await sql`insert into notifications (recipient_id, kind, subject, subject_id, at)
    values (${id}, 'completed', 'appointment', '1', ${now})`.execute(db);
  return [
    firstName,
    lastName,
    previousName,
    email,
    requestedEmail,
    `${firstName}.new@example.net`,
    '+1 415 555 7777',
    image,
    base64,
    `subject-${firstName}`,
    `token-${firstName}`,
    `seed-${firstName}`,
    `codes-${firstName}`,
    `code-${firstName}`,
    `browser-${firstName}`,
    `session-${firstName}`,
    `Browser of ${firstName}`,
    `https://fcm.googleapis.com/fcm/send/${firstName}`,
    `key-${firstName}`,
    `auth-${firstName}`,
    `Phone of ${firstName}`,
    '203.0.113.77',
    // Leaves out the first name that the erasure test expects to remain in text that other people wrote.
  ].filter((value) => value !== 'Ottoline');
}

/** Changes the email address of the signed-in person and opens the link sent to the new one. */
export async function changeEmail(app: TestApp, browser: Browser, email: string): Promise<void> {
  const changeResponse = await browser.post('/api/account/change-email', { email, password });
  expect([changeResponse.statusCode, changeResponse.body]).toEqual([204, '']);
  const token = await tokenSentTo(app, email);
  const verifyResponse = await browser.post('/api/account/verify-email', { token });
  expect([verifyResponse.statusCode, verifyResponse.body]).toEqual([204, '']);
}

/** Inserts a message into a person's conversation. */
export async function insertMessage(
  app: TestApp,
  personId: string,
  authorId: string,
  text: string,
): Promise<void> {
  await sql`insert into conversations (person_id, last_number, last_at) values (${personId}, 1, now())
    on conflict (person_id) do update set last_number = conversations.last_number + 1`.execute(
    app.store.kysely,
  );
  await sql`insert into messages (person_id, number, author_id, client_id, text, sent_at)
    select person_id, last_number, ${authorId}, gen_random_uuid(), ${text}, now()
    from conversations where person_id = ${personId}`.execute(app.store.kysely);
}

/** Inserts an entry with a reason into an appointment's history. */
export async function insertReason(
  app: TestApp,
  appointment: number,
  kind: string,
  actorId: string,
  reason: string,
): Promise<void> {
  await sql`insert into appointment_events (appointment_id, kind, at, actor_id, detail)
    values (${appointment}, ${kind}, now(), ${actorId}, jsonb_build_object('reason', ${reason}::text))`.execute(
    app.store.kysely,
  );
}

/** Records that an admin viewed every email. */
export async function recordEmailViews({ store }: Pick<TestApp, 'store'>): Promise<void> {
  await sql`insert into email_views (email_id, subject, email, recipient_id, viewed_at)
    select id, subject, recipient, person_id, now() from emails`.execute(store.kysely);
}

/** Returns everything that people wrote in a customer's conversation, appointments, refunds and reviews, in order. */
export async function readTexts(app: TestApp, id: string) {
  const read = async (query: ReturnType<typeof sql<{ text: string | null }>>) => {
    const { rows } = await query.execute(app.store.kysely);
    return rows.map(({ text }) => text);
  };
  return {
    messages: await read(sql`select text from messages where person_id = ${id} order by number`),
    notes: await read(
      sql`select notes as text from appointments where customer_id = ${id} order by id`,
    ),
    reasons: await read(sql`select detail ->> 'reason' as text from appointment_events
      where kind in ('cancelled', 'declined')
        and appointment_id in (select id from appointments where customer_id = ${id}) order by id`),
    refunds: await read(
      sql`select reason as text from refunds where customer_id = ${id} order by id`,
    ),
    reviews: await read(sql`select text from reviews where customer_id = ${id} order by id`),
    replies: await read(
      sql`select reply as text from reviews where customer_id = ${id} order by id`,
    ),
    workNotes: await read(
      sql`select work_note as text from appointments where customer_id = ${id} order by id`,
    ),
  };
}
