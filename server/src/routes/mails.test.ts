import type { Mail } from '@curbwrench/contract/mails';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../jobs/clean-up.ts';
import { freshAddress, signUp } from '../testing/accounts.ts';
import { Browser } from '../testing/browser.ts';
import { makePerson, type Person } from '../testing/builders.ts';
import { read, readPages, send } from '../testing/requests.ts';
import { startApp, testMorning, type TestApp } from '../testing/start-app.ts';

let site: TestApp;
let admin: Person;

beforeAll(async () => {
  site = await startApp();
  admin = await makePerson(site, 'admin');
});
afterAll(() => site.stop());

const hour = 3_600_000;

test('an admin reads the messages that could not leave, the newest first', async () => {
  const email = await signUp(site);
  await new Browser(site).post('/api/account/forgot-password', { email });
  const mails = await read<Mail[]>(site, admin, '/api/mails');
  expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
    'Choose a new password for Curbwrench',
    'Confirm your e-mail address for Curbwrench',
  ]);
  expect(mails[0]).toEqual({
    id: expect.any(Number) as number,
    to: email,
    subject: 'Choose a new password for Curbwrench',
    text: expect.stringContaining('/reset-password#token=') as string,
    at: testMorning.toISOString(),
  });
  for (const role of ['customer', 'mechanic', 'service_advisor'] as const) {
    const answer = await send(site, await makePerson(site, role), 'GET', '/api/mails');
    expect(answer.statusCode).toBe(403);
  }
});

test('they come in pages', async () => {
  for (let count = 0; count < 3; count += 1) await signUp(site, freshAddress());
  const all = await read<Mail[]>(site, admin, '/api/mails?limit=100');
  expect(await readPages<Mail>(site, admin, '/api/mails?limit=2')).toEqual(all);
  const answer = await send(site, admin, 'GET', '/api/mails?cursor=bm90aGluZw');
  expect([answer.statusCode, answer.body]).toEqual([400, 'That page is not known.']);
});

test('a message that is on its way, or has left, is not among them', async () => {
  const now = site.clock.now();
  const mail = { subject: 'On its way', created_at: now, next_attempt_at: now };
  await site.store.kysely
    .insertInto('mails')
    .values([
      { ...mail, recipient: 'queued@example.com', text: 'x', state: 'queued' },
      { ...mail, recipient: 'sent@example.com', text: null, state: 'sent' },
    ])
    .execute();
  const mails = await read<Mail[]>(site, admin, '/api/mails?limit=100');
  expect(mails.filter(({ subject }) => subject === 'On its way')).toEqual([]);
});

test('a text goes when its link ends: from the page at once, from the table by the clean-up', async () => {
  const email = await signUp(site);
  await new Browser(site).post('/api/account/forgot-password', { email });
  site.clock.set(new Date(testMorning.getTime() + hour));
  try {
    const [newest] = await read<Mail[]>(site, admin, '/api/mails');
    expect(newest).toMatchObject({
      to: email,
      text: '(The text was removed: its link has ended.)',
    });
    const kept = async () =>
      (
        await site.store.kysely
          .selectFrom('mails')
          .select(['subject', 'text'])
          .where('recipient', '=', email)
          .orderBy('id')
          .execute()
      ).map(({ text }) => text !== null);
    expect(await kept()).toEqual([true, true]);
    await cleanUp(site.store, site.clock.now());
    // The other link counts for a day.
    expect(await kept()).toEqual([true, false]);
    await cleanUp(site.store, new Date(testMorning.getTime() + 30 * 24 * hour + 1));
    expect(await kept()).toEqual([]);
  } finally {
    site.clock.set(testMorning);
  }
});
