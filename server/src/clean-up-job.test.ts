import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount, password } from '@curbwrench/testing/accounts';
import { Browser } from '@curbwrench/testing/browser';
import { makeVehicle } from '@curbwrench/testing/builders';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { sealAudit } from './audit/changes.ts';
import { cleanUp } from './clean-up-job.ts';

const day = 24 * 3_600_000;

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.stop());

async function listEmails(): Promise<string[]> {
  const rows = await site.store.kysely.selectFrom('accounts').select('email').execute();
  return rows.map(({ email }) => email);
}

test('an account whose address was not verified within 30 days of signing up is deleted; other accounts are not', async () => {
  const verified = await makeAccount(site);
  const unverified = await Promise.all([makeAccount(site), makeAccount(site), makeAccount(site)]);
  const [withHistory, withProvider, staff] = unverified;
  if (!withHistory || !withProvider || !staff) throw new Error('There are too few accounts.');
  await makeVehicle(site, withHistory.id);
  const { kysely } = site.store;
  await sql`update credentials set provider_id = 'https://provider.example'
    where account_id = ${withProvider.id}`.execute(kysely);
  await sql`update accounts set role = 'mechanic' where id = ${staff.id}`.execute(kysely);
  for (const { id } of unverified) {
    await sql`update accounts set email_verified = false where id = ${id}`.execute(kysely);
  }
  await sql`update accounts set created_at = ${testMorning}`.execute(kysely);

  const email = 'quentin.vanishing@example.com';
  const body = { firstName: 'Quentin', lastName: 'Vanishing', email, password };
  expect((await new Browser(site).post('/api/account/sign-up', body)).statusCode).toBe(204);
  const others = [verified, ...unverified].map((account) => account.email);

  await cleanUp(site.store, new Date(testMorning.getTime() + 30 * day));
  expect(await listEmails()).toEqual(expect.arrayContaining([...others, email]));
  await cleanUp(site.store, new Date(testMorning.getTime() + 30 * day + 1));
  expect((await listEmails()).toSorted()).toEqual(others.toSorted());

  await sealAudit(kysely);
  const { rows } = await sql`select before, after from audit_personal`.execute(kysely);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('anishing');
});

test('answers from a geocoding service are deleted after 90 days @booking.geocoder-limit', async () => {
  const answers = site.store.kysely.selectFrom('geocoder_answers').select('question');
  await site.store.kysely
    .insertInto('geocoder_answers')
    .values({ question: 'a hash', answer: '[]', at: testMorning })
    .execute();
  await cleanUp(site.store, new Date(testMorning.getTime() + 90 * day));
  expect(await answers.execute()).toEqual([{ question: 'a hash' }]);
  await cleanUp(site.store, new Date(testMorning.getTime() + 90 * day + 1));
  expect(await answers.execute()).toEqual([]);
});
