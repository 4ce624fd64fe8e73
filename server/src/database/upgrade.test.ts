import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppointment, makePerson, makePlan } from '@curbwrench/testing/builders';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { sealAudit } from '../audit/changes.ts';
import { verifyAuditTrail } from '../audit/chain-queries.ts';
import { migrate, readMigrations } from './migrator.ts';

/*
 * A database that was filled by an earlier version, brought up to date. What migrations after 0023
 * work out from older rows is compared with what these rows say.
 */

const lastOfTheEarlierVersion = '0023_sealed_together.sql';
let database: TestDatabase;
const appointments: Record<string, number> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateToTheEarlierVersion();
  await fill();
  await migrate(database.store.kysely);
});
afterAll(() => database.drop());

async function migrateToTheEarlierVersion(): Promise<void> {
  const { kysely } = database.store;
  await sql`drop schema public cascade`.execute(kysely);
  await sql`create schema public`.execute(kysely);
  const folder = mkdtempSync(join(tmpdir(), 'curbwrench-earlier-'));
  for (const { name } of await readMigrations()) {
    if (name > lastOfTheEarlierVersion) continue;
    copyFileSync(new URL(`migrations/${name}`, import.meta.url), join(folder, name));
  }
  await migrate(kysely, pathToFileURL(`${folder}/`));
  rmSync(folder, { recursive: true });
}

async function fill(): Promise<void> {
  const { kysely } = database.store;
  const site = { store: database.store, authSecret: 'secret' };
  const admin = await makePerson(site, 'admin', { id: 'admin' });
  for (const id of ['ann', 'bea', 'dora', 'eve']) await makePerson(site, 'customer', { id });

  // Dora and Bea changed their addresses; Bea deleted her account; Ann wants to change hers.
  for (const id of ['bea', 'dora']) {
    await sql`update users set email = ${`${id}.new@example.com`} where id = ${id}`.execute(kysely);
  }
  await sql`
    update users set email = 'deleted@invalid', active = false, deleted_at = now() where id = 'bea'
  `.execute(kysely);
  await sql`select erase_personal_values('bea')`.execute(kysely);
  await sql`
    insert into account_tokens (hash, user_id, purpose, email, created_at, expires_at)
    values ('hash', 'ann', 'change_email', 'ann.wanted@example.com', now(), now() + interval '1 day')
  `.execute(kysely);
  await sql`
    insert into invitations (email, role, token_hash, invited_by, sent_at, expires_at)
    values ('invited@example.com', 'mechanic', 'hash', ${admin.id}, now(), now() + interval '7 days')
  `.execute(kysely);
  await mail('ann@example.com', 'ann.wanted@example.com', 'invited@example.com');
  await mail('dora@example.com', 'dora.new@example.com');
  await mail('bea@example.com', 'bea.new@example.com');
  await sql`
    insert into mails (recipient, subject, text, state, next_attempt_at, created_at)
    values ('waiting@example.com', 'Your account', 'Hello', 'queued', now(), now())
  `.execute(kysely);

  await joinPlan('eve');
  const eves = {
    customer_id: 'eve',
    date: '2026-03-10',
    created_at: new Date('2026-03-03T17:00Z'),
  };
  appointments['included'] = await makeAppointment(site, { ...eves, included_in: 1 });
  appointments['discounted'] = await makeAppointment(site, eves);
  appointments['booked before the plan'] = await makeAppointment(site, {
    ...eves,
    created_at: new Date('2026-02-20T17:00Z'),
  });
  appointments['cancelled'] = await makeAppointment(site, { ...eves, status: 'cancelled' });
  appointments['full price'] = await makeAppointment(site, eves);
  for (const [what, id] of Object.entries(appointments)) {
    const detail = what === 'full price' ? {} : { plan: 'Gold' };
    await sql`
      insert into appointment_events (appointment_id, kind, at, actor_id, detail)
      values (${id}, 'booked', now(), 'eve', ${JSON.stringify(detail)}::jsonb)
    `.execute(kysely);
  }
  await sealAudit(kysely);

  async function mail(...addresses: string[]): Promise<void> {
    for (const address of addresses) {
      await sql`
        insert into mails (recipient, subject, text, state, next_attempt_at, created_at)
        values (${address}, 'A message', 'Hello', 'kept', now(), now())
      `.execute(kysely);
    }
  }

  async function joinPlan(customer: string): Promise<void> {
    const plan = await makePlan(site, { name: 'Gold' });
    await sql`
      with paid as (
        insert into payments (customer_id, amount, status, created_at)
        values (${customer}, 29, 'pending', now()) returning id
      ), joined as (
        insert into subscriptions (
          customer_id, plan_id, plan_name, price, billing_interval, discount_percent, started_on,
          created_at
        ) values (${customer}, ${plan}, 'Gold', 29, 'month', 10, '2026-03-01', now()) returning id
      )
      insert into subscription_periods (subscription_id, number, starts, ends, payment_id)
      select joined.id, 1, '2026-03-01', '2026-04-01', paid.id from joined, paid
    `.execute(kysely);
  }
}

test('gives each message to whose it is, and forgets those of deleted people', async () => {
  const { rows } = await sql<{ recipient: string; user_id: string | null }>`
    select recipient, user_id from mails order by id
  `.execute(database.store.kysely);
  expect(rows.map(({ recipient, user_id }) => [recipient, user_id])).toEqual([
    ['ann@example.com', 'ann'],
    ['ann.wanted@example.com', 'ann'],
    ['invited@example.com', null],
    ['dora@example.com', 'dora'],
    ['dora.new@example.com', 'dora'],
    ['waiting@example.com', null],
  ]);
});

test('finds the plan interval that made the price of an appointment still to come', async () => {
  const { rows } = await sql<{ id: number; number: number | null }>`
    select a.id, p.number from appointments a
    left join subscription_periods p on p.id = benefit_period_id order by a.id
  `.execute(database.store.kysely);
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  expect(Object.entries(appointments).map(([what, id]) => [what, numbers.get(id)])).toEqual([
    ['included', 1],
    ['discounted', 1],
    ['booked before the plan', null],
    ['cancelled', null],
    ['full price', null],
  ]);
});

test('ends no session and no pending change of address', async () => {
  const { rows } = await sql`
    select (select count(*)::int from sessions) as sessions,
      (select count(*)::int from account_tokens) as tokens,
      (select count(*)::int from users where security_stamp <> 0) as stamped
  `.execute(database.store.kysely);
  expect(rows).toEqual([{ sessions: 5, tokens: 1, stamped: 0 }]);
});

test('keeps the chain of the audit trail whole', async () => {
  await sealAudit(database.store.kysely);
  const report = await verifyAuditTrail(database.store.kysely);
  expect(report).toMatchObject({ whole: true });
  expect(report.whole && report.entries).toBeGreaterThan(10);
});
