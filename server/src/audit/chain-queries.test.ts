import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { eraseInvitedAddress, erasePersonalValues, sealAudit } from './changes.ts';
import { verifyAuditTrail, type Anchor, type ChainReport } from './chain-queries.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { Database } from '../database/schema.ts';

let database: TestDatabase;
/** The trail's end before any tampering. */
let anchor: Anchor;

beforeAll(async () => {
  database = await createTestDatabase();
  const db = database.store.kysely;
  for (let number = 1; number <= 10; number += 1) {
    await sql`insert into people (id, name, email, created_at, updated_at)
      values (${`u${number}`}, ${`Person ${number}`}, ${`u${number}@example.com`}, now(), now())`.execute(
      db,
    );
  }
  await sealAudit(db);
  const report = await verifyAuditTrail(db);
  if (!report.isIntact || report.lastEntry?.number !== 10) throw new Error('The chain is broken.');
  anchor = report.lastEntry;
});
afterAll(() => database.drop());

/** Makes a change that only the tables' owner can make, verifies the trail, and undoes the change. */
async function verifyAfterTampering(
  change: (trx: Transaction<Database>) => Promise<unknown>,
  earlierAnchor: Anchor | null = null,
): Promise<ChainReport> {
  let report: ChainReport | undefined;
  await inTransaction(database.store, async (trx) => {
    await sql`alter table audit_entries disable trigger user`.execute(trx);
    await sql`alter table audit_personal disable trigger user`.execute(trx);
    await change(trx);
    report = await verifyAuditTrail(trx, earlierAnchor);
    throw new Error('Rolled back.');
  }).catch((error: unknown) => {
    if (!report) throw error;
  });
  if (!report) throw new Error('The trail was not verified.');
  return report;
}

const runSql = (text: string) => (trx: Transaction<Database>) => sql.raw(text).execute(trx);

describe('verifying the audit trail detects that', () => {
  test.each([
    ['the actor', `update audit_entries set actor_id = 'else' where number = 5`],
    ['the time', `update audit_entries set at = at + interval '1 microsecond' where number = 5`],
    ['the action', `update audit_entries set action = 'deleted' where number = 5`],
    ['a subject', `update audit_entries set subject_id = 'else' where number = 5`],
    [
      'a value',
      `update audit_entries set after = coalesce(after, '{}') || '{"role":"admin"}' where number = 5`,
    ],
    [
      'the list of personal fields',
      `update audit_entries set personal_fields = '{name}' where number = 5`,
    ],
    ['the owner of the values', `update audit_entries set owner_id = null where number = 5`],
    [
      'the hash of personal values',
      `update audit_entries set personal_hash = sha256('x') where number = 5`,
    ],
    ["the entry's own hash", `update audit_entries set hash = sha256('x') where number = 5`],
  ])('%s was changed', async (_, text) => {
    expect(await verifyAfterTampering(runSql(text))).toMatchObject({ isIntact: false, entry: 5 });
  });

  test('an entry was changed and given a matching hash @data.audit-chain', async () => {
    const report = await verifyAfterTampering(
      runSql(`with changed as (
        select number, '{"role":"admin"}'::jsonb as after,
          sha256((select hash from audit_entries where number = 4) || convert_to(jsonb_build_array(
            number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor_id, action,
            subject, subject_id, owner_id, before, '{"role":"admin"}'::jsonb,
            personal_fields, secret_fields, encode(personal_hash, 'hex'))::text, 'UTF8')) as hash
        from audit_entries where number = 5)
        update audit_entries e set after = c.after, hash = c.hash from changed c where e.number = 5`),
    );
    expect(report).toMatchObject({ isIntact: false, entry: 6 });
  });

  test('an entry is missing', async () => {
    const report = await verifyAfterTampering(runSql('delete from audit_entries where number = 5'));
    expect(report).toEqual({ isIntact: false, entry: 5, problem: 'Entry 5 is missing.' });
    expect(
      await verifyAfterTampering(runSql('delete from audit_entries where number = 1')),
    ).toMatchObject({
      entry: 1,
    });
  });

  test('entries were reordered, with their hashes', async () => {
    const reorderedReport = await verifyAfterTampering(async (trx) => {
      await runSql('update audit_entries set number = -4 where number = 4')(trx);
      await runSql('update audit_entries set number = 4 where number = 5')(trx);
      await runSql('update audit_entries set number = 5 where number = -4')(trx);
    });
    expect(reorderedReport).toMatchObject({ isIntact: false, entry: 4 });
  });

  test('the end was cut off or rewritten, if an anchor is given', async () => {
    const cutOffEnd = async (trx: Transaction<Database>) => {
      await runSql('delete from audit_entries where number > 8')(trx);
      await runSql('delete from audit_personal where entry_number > 8')(trx);
    };
    expect(
      await verifyAfterTampering(runSql('delete from audit_entries where number > 8')),
    ).toMatchObject({
      isIntact: false,
      entry: 9,
    });
    expect(await verifyAfterTampering(cutOffEnd)).toMatchObject({ isIntact: true, entries: 8 });
    expect(await verifyAfterTampering(cutOffEnd, anchor)).toMatchObject({
      isIntact: false,
      entry: 9,
    });
    const rewrittenReport = await verifyAfterTampering(async () => {}, {
      ...anchor,
      hash: 'f'.repeat(64),
    });
    expect(rewrittenReport).toMatchObject({ isIntact: false, entry: 10 });
    expect(await verifyAfterTampering(async () => {}, anchor)).toMatchObject({
      isIntact: true,
      entries: 10,
    });
  });

  test.each([
    ['changed', `update audit_personal set after = '{"name":"Else"}' where entry_number = 5`],
    ['removed', `delete from audit_personal where entry_number = 5`],
    ['emptied', `update audit_personal set after = null, salt = null where entry_number = 5`],
    ['unsalted', `update audit_personal set salt = null where entry_number = 5`],
  ])('personal values were %s without an erasure', async (_, text) => {
    expect(await verifyAfterTampering(runSql(text))).toMatchObject({ isIntact: false, entry: 5 });
  });
});

test('an erasure leaves the chain intact and an earlier anchor valid', async () => {
  const db = database.store.kysely;
  await sql`update people set deleted_at = now() where id = 'u5'`.execute(db);
  await inTransaction(database.store, (trx) => erasePersonalValues(trx, 'u5'));
  const { rows } = await sql`
    select number from audit_entries join audit_personal on entry_number = number
    where owner_id = 'u5' and (salt is not null or audit_personal.after is not null)
  `.execute(db);
  expect(rows).toEqual([]);
  await sealAudit(db);
  // The ten people, the deletion and the erasure.
  expect(await verifyAuditTrail(db, anchor)).toMatchObject({ isIntact: true, entries: 12 });
});

test('a trail of thousands of entries is verified in pages', async () => {
  const db = database.store.kysely;
  await sql`insert into services (name, description, price, duration, created_at)
    select 'Service ' || n, '', n, 60, now() from generate_series(1, 4500) n`.execute(db);
  await sealAudit(db);
  expect(await verifyAuditTrail(db)).toMatchObject({ isIntact: true, entries: 4512 });
  const report = await verifyAfterTampering(
    runSql(`update audit_entries set at = now() where number = 4007`),
  );
  expect(report).toMatchObject({ isIntact: false, entry: 4007 });
});

describe('an invited email address without an account', () => {
  const invite = (email: string) => sql<{ id: number }>`
    insert into invitations (email, role, token_hash, invited_by, sent_at, expires_at)
    values (${email}, 'mechanic', ${email}, 'u1', now(), now()) returning id`;

  test('can be erased only after its invitation is deleted', async () => {
    const db = database.store.kysely;
    const { rows } = await invite('withdrawn@example.com').execute(db);
    await invite('open@example.com').execute(db);
    await sql`with mail as (
        insert into emails (recipient, subject, text, state, created_at, next_attempt_at)
        values ('withdrawn@example.com', 'Invitation', 'Text', 'stored', now(), now()) returning id)
      insert into email_views (email_id, subject, email, viewed_at)
      select id, 'Invitation', 'withdrawn@example.com', now() from mail`.execute(db);
    await sealAudit(db);
    const findEntryNumber = async (email: string) => {
      const found = await sql<{ number: number }>`
        select entry_number as number from audit_personal where after ->> 'email' = ${email}
        order by entry_number limit 1`.execute(db);
      return found.rows[0]?.number ?? 0;
    };
    const removeValues = (email: string) => (trx: Transaction<Database>) =>
      sql`update audit_personal set before = null, after = null, salt = null
        where before ->> 'email' = ${email} or after ->> 'email' = ${email}`.execute(trx);
    const withdrawnNumber = await findEntryNumber('withdrawn@example.com');
    const openNumber = await findEntryNumber('open@example.com');
    expect(await verifyAfterTampering(removeValues('withdrawn@example.com'))).toMatchObject({
      entry: withdrawnNumber,
    });

    await inTransaction(database.store, async (trx) => {
      await sql`delete from invitations where id = ${rows[0]?.id}`.execute(trx);
      await eraseInvitedAddress(trx, 'withdrawn@example.com');
    });
    expect(await findEntryNumber('withdrawn@example.com')).toBe(0);
    expect(await verifyAuditTrail(db)).toMatchObject({ isIntact: true });
    // Neither this erasure nor the earlier erasure of a person covers another invitation's address.
    expect(await verifyAfterTampering(removeValues('open@example.com'))).toEqual({
      isIntact: false,
      entry: openNumber,
      problem: `The personal values of entry ${openNumber} were removed without a recorded erasure.`,
    });
  });
});
