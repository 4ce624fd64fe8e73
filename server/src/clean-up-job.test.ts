import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount, password } from '@curbwrench/testing/accounts';
import { makeLinkToken, sendByLink } from '@curbwrench/testing/appointment-links';
import { Browser } from '@curbwrench/testing/browser';
import {
  makeAppointment,
  makeMechanic,
  makePersonWithoutAccount,
  makeVehicle,
} from '@curbwrench/testing/builders';
import { startApp, testMorning, type TestApp } from '@curbwrench/testing/start-app';
import { sealAudit } from './audit/changes.ts';
import { cleanUp } from './clean-up-job.ts';

const day = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function listEmails(): Promise<string[]> {
  const rows = await app.store.kysely.selectFrom('accounts').select('email').execute();
  return rows.map(({ email }) => email);
}

test('an account whose address was not verified within 30 days of signing up is deleted; other accounts are not', async () => {
  const verified = await makeAccount(app);
  const unverified = await Promise.all([makeAccount(app), makeAccount(app), makeAccount(app)]);
  const [withHistory, withProvider, staff] = unverified;
  if (!withHistory || !withProvider || !staff) throw new Error('There are too few accounts.');
  await makeVehicle(app, withHistory.id);
  const { kysely } = app.store;
  await sql`update credentials set provider_id = 'https://provider.example'
    where account_id = ${withProvider.id}`.execute(kysely);
  await sql`update accounts set role = 'mechanic' where id = ${staff.id}`.execute(kysely);
  for (const { id } of unverified) {
    await sql`update accounts set email_verified = false where id = ${id}`.execute(kysely);
  }
  await sql`update accounts set created_at = ${testMorning}`.execute(kysely);

  const email = 'quentin.vanishing@example.com';
  const body = { firstName: 'Quentin', lastName: 'Vanishing', email, password };
  expect((await new Browser(app).post('/api/account/sign-up', body)).statusCode).toBe(204);
  const otherEmails = [verified, ...unverified].map((account) => account.email);

  await cleanUp(app.store, new Date(testMorning.getTime() + 30 * day));
  expect(await listEmails()).toEqual(expect.arrayContaining([...otherEmails, email]));
  await cleanUp(app.store, new Date(testMorning.getTime() + 30 * day + 1));
  expect((await listEmails()).toSorted()).toEqual(otherEmails.toSorted());

  await sealAudit(kysely);
  const { rows } = await sql`select before, after from audit_personal`.execute(kysely);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('anishing');
});

test('responses from a geocoding service are deleted after 90 days @booking.geocoder-limit', async () => {
  const responses = app.store.kysely.selectFrom('geocoder_answers').select('question');
  await app.store.kysely
    .insertInto('geocoder_answers')
    .values({ question: 'a hash', answer: '[]', at: testMorning })
    .execute();
  await cleanUp(app.store, new Date(testMorning.getTime() + 90 * day));
  expect(await responses.execute()).toEqual([{ question: 'a hash' }]);
  await cleanUp(app.store, new Date(testMorning.getTime() + 90 * day + 1));
  expect(await responses.execute()).toEqual([]);
});

test("an appointment's link is deleted when it no longer works, without an entry in the audit trail @appointment-links.clean-up", async () => {
  const { kysely } = app.store;
  const { id: mechanic_id } = await makeMechanic(app);
  const customer_id = await makePersonWithoutAccount(app);
  const makeLinkedAppointment = async (details: Partial<Parameters<typeof makeAppointment>[1]>) => {
    const id = await makeAppointment(app, { customer_id, date: '2026-03-03', ...details });
    return { id, token: await makeLinkToken(app, id, customer_id) };
  };
  const open = await makeLinkedAppointment({});
  const completed = await makeLinkedAppointment({ status: 'completed', mechanic_id });
  await sql`insert into appointment_events (appointment_id, kind, at)
    values (${completed.id}, 'completed', ${testMorning})`.execute(kysely);
  const listLinks = async () => {
    const rows = await kysely.selectFrom('appointment_links').select('appointment_id').execute();
    return rows.map(({ appointment_id }) => appointment_id).toSorted((a, b) => a - b);
  };
  const countEntries = async () => {
    await sealAudit(kysely);
    const { rows } = await sql`select from audit_entries where subject = 'appointment'`.execute(
      kysely,
    );
    return rows.length;
  };
  const entryCount = await countEntries();
  const lastMoment = new Date(testMorning.getTime() + 90 * day);
  await cleanUp(app.store, lastMoment);
  expect(await listLinks()).toEqual([open.id, completed.id]);
  app.clock.set(lastMoment);
  expect((await sendByLink(app, 'readByLink', completed.token)).statusCode).toBe(200);
  await cleanUp(app.store, new Date(lastMoment.getTime() + 1));
  expect(await listLinks()).toEqual([open.id]);
  await cleanUp(app.store, new Date(lastMoment.getTime() + 2 * day));
  expect(await listLinks()).toEqual([]);
  expect(await countEntries()).toBe(entryCount);
  app.clock.set(testMorning);
});
