import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import type { Mail } from '@curbwrench/contract/mail/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../clean-up-job.ts';
import { unusedEmail, makeAccount, password, signUp } from '@curbwrench/testing/accounts';
import { Browser } from '@curbwrench/testing/browser';
import { makePerson, type Person } from '@curbwrench/testing/builders';
import { read, readPages, send } from '@curbwrench/testing/requests';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());

const hour = 3_600_000;

test('an admin can read the messages that could not be sent, newest first', async () => {
  const email = await signUp(app);
  await new Browser(app).post('/api/account/forgot-password', { email });
  const messages = await read<Mail[]>(app, admin, '/api/mails');
  expect(messages.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
    'Choose a new password for Curbwrench',
    'Confirm your email address for Curbwrench',
  ]);
  expect(messages[0]).toEqual({
    id: expect.any(Number) as number,
    to: email,
    subject: 'Choose a new password for Curbwrench',
    text: null,
    at: testMorning.toISOString(),
  });
  for (const role of ['customer', 'mechanic', 'service_advisor'] as const) {
    const response = await send(app, await makePerson(app, role), 'GET', '/api/mails');
    expect(response.statusCode).toBe(403);
  }
});

test('the list contains no links; showing a message is recorded in the audit trail @messages.kept-mail', async () => {
  const email = await signUp(app);
  await new Browser(app).post('/api/account/forgot-password', { email });
  const list = await send(app, admin, 'GET', '/api/mails?limit=100');
  expect(list.body).not.toContain('#token=');
  const id = list.json<Mail[]>().find(({ to }) => to === email)?.id ?? 0;
  const readAuditTrail = async () =>
    (await read<AuditEntry[]>(app, admin, '/api/audit?subject=mail')).filter(
      ({ subject }) => subject.id === String(id),
    );
  for (const role of ['customer', 'mechanic', 'service_advisor'] as const) {
    const other = await makePerson(app, role);
    expect((await send(app, other, 'POST', `/api/mails/${id}/show`)).statusCode).toBe(403);
  }
  expect(await readAuditTrail()).toEqual([]);

  const showResponse = await send(app, admin, 'POST', `/api/mails/${id}/show`);
  expect([showResponse.statusCode, showResponse.json()]).toEqual([
    200,
    { text: expect.stringMatching(/\/reset-password#token=[\w-]{43}/) as string },
  ]);
  const addedValue = { before: null, erased: false, secret: false };
  expect(await readAuditTrail()).toMatchObject([
    {
      action: 'viewed',
      actor: { id: admin.id },
      changes: [
        { ...addedValue, field: 'email', after: email },
        { ...addedValue, field: 'subject', after: 'Choose a new password for Curbwrench' },
      ],
    },
  ]);
  // Each view is recorded.
  await send(app, admin, 'POST', `/api/mails/${id}/show`);
  expect(await readAuditTrail()).toHaveLength(2);
});

test('the list shows the text of a message without a link; an expired, queued or missing message cannot be shown', async () => {
  const { email, browser } = await makeAccount(app);
  const newPassword = 'a different mallet indoors';
  await browser.post('/api/account/change-password', { current: password, password: newPassword });
  const findEmail = async (subject: RegExp) =>
    (await read<Mail[]>(app, admin, '/api/mails?limit=100')).find(
      (mail) => mail.to === email && subject.test(mail.subject),
    );
  expect(await findEmail(/was changed$/)).toMatchObject({
    text: expect.stringContaining('Your password was changed') as string,
  });
  await new Browser(app).post('/api/account/forgot-password', { email });
  const { id = 0 } = (await findEmail(/^Choose a new password/)) ?? {};
  app.clock.set(new Date(testMorning.getTime() + hour));
  try {
    const lateResponse = await send(app, admin, 'POST', `/api/mails/${id}/show`);
    expect([lateResponse.statusCode, lateResponse.body]).toEqual([
      410,
      'The text was removed because its link or code has expired.',
    ]);
  } finally {
    app.clock.set(testMorning);
  }
  const queuedEmail = await app.store.kysely
    .insertInto('emails')
    .values({
      recipient: 'queued@example.com',
      subject: 'On its way',
      text: 'x',
      state: 'queued',
      created_at: testMorning,
      next_attempt_at: testMorning,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const otherId of [queuedEmail.id, 999_999]) {
    const response = await send(app, admin, 'POST', `/api/mails/${otherId}/show`);
    expect([response.statusCode, response.body]).toEqual([404, 'Message not found.']);
  }
  expect(await read<AuditEntry[]>(app, admin, `/api/audit?subject=mail&subjectId=${id}`)).toEqual(
    [],
  );
});

test('a message that could not be delivered is shown as undeliverable, unless its link has expired', async () => {
  const mail = {
    recipient: 'gone@example.com',
    subject: 'Given up',
    text: null,
    state: 'failed',
    created_at: testMorning,
    next_attempt_at: testMorning,
  } as const;
  const tomorrow = new Date(testMorning.getTime() + 24 * hour);
  await app.store.kysely
    .insertInto('emails')
    .values([
      mail,
      { ...mail, link_expires_at: tomorrow },
      { ...mail, link_expires_at: testMorning },
    ])
    .execute();
  const listedEmails = (await read<Mail[]>(app, admin, '/api/mails?limit=100')).filter(
    ({ subject }) => subject === 'Given up',
  );
  const undeliveredText = "The text was removed because the message couldn't be delivered.";
  expect(listedEmails.map(({ text }) => text)).toEqual([
    '(The text was removed because its link or code has expired.)',
    `(${undeliveredText})`,
    `(${undeliveredText})`,
  ]);
  const url = `/api/mails/${listedEmails[1]?.id ?? 0}/show`;
  const showResponse = await send(app, admin, 'POST', url);
  expect([showResponse.statusCode, showResponse.body]).toEqual([410, undeliveredText]);
});

test('the list of messages is paginated', async () => {
  for (let count = 0; count < 3; count += 1) await signUp(app, unusedEmail());
  const all = await read<Mail[]>(app, admin, '/api/mails?limit=100');
  expect(await readPages<Mail>(app, admin, '/api/mails?limit=2')).toEqual(all);
  // "nothing" in base64, so it is not a cursor of this list.
  const response = await send(app, admin, 'GET', '/api/mails?cursor=bm90aGluZw');
  expect([response.statusCode, response.body]).toEqual([400, "That page doesn't exist."]);
});

test('a message that is queued or was sent is not listed', async () => {
  const now = app.clock.now();
  const mail = { subject: 'On its way', created_at: now, next_attempt_at: now };
  await app.store.kysely
    .insertInto('emails')
    .values([
      { ...mail, recipient: 'queued@example.com', text: 'x', state: 'queued' },
      { ...mail, recipient: 'sent@example.com', text: null, state: 'sent' },
    ])
    .execute();
  const messages = await read<Mail[]>(app, admin, '/api/mails?limit=100');
  expect(messages.filter(({ subject }) => subject === 'On its way')).toEqual([]);
});

test('when the link in a message expires, its text is hidden immediately and later deleted by the clean-up job', async () => {
  const email = await signUp(app);
  await new Browser(app).post('/api/account/forgot-password', { email });
  app.clock.set(new Date(testMorning.getTime() + hour));
  try {
    const [latest] = await read<Mail[]>(app, admin, '/api/mails');
    expect(latest).toMatchObject({
      to: email,
      text: '(The text was removed because its link or code has expired.)',
    });
    const readWhetherTextIsStored = async () =>
      (
        await app.store.kysely
          .selectFrom('emails')
          .select(['subject', 'text'])
          .where('recipient', '=', email)
          .orderBy('id')
          .execute()
      ).map(({ text }) => text !== null);
    expect(await readWhetherTextIsStored()).toEqual([true, true]);
    await cleanUp(app.store, app.clock.now());
    // The other link is valid for a day.
    expect(await readWhetherTextIsStored()).toEqual([true, false]);
    await cleanUp(app.store, new Date(testMorning.getTime() + 30 * 24 * hour + 1));
    expect(await readWhetherTextIsStored()).toEqual([]);
  } finally {
    app.clock.set(testMorning);
  }
});
