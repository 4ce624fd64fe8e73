import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEntriesAbout, readFullTrail } from '@curbwrench/testing/audit-trail';
import { makeAppointment, makePerson } from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { erasePersonalValues, sealAudit } from './changes.ts';
import { verifyAuditTrail } from './chain-queries.ts';
import { getSqlState } from '../database/connection/errors.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { Database } from '../database/schema.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

function inTestTransaction<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return inTransaction(app.store, work);
}

describe('the run-time database role @data.run-time-role', () => {
  const attempts = [
    `update audit_entries set actor_id = 'someone else'`,
    `delete from audit_entries where number = 1`,
    `truncate audit_entries`,
    `insert into audit_entries select number + 1000000, at, actor_id, action, subject, subject_id,
      owner_id, before, after, personal_fields, secret_fields, personal_hash, hash
      from audit_entries limit 1`,
    `update audit_pending set actor_id = 'someone else'`,
    `truncate audit_pending`,
    `insert into audit_pending (at, table_name, operation, secret_fields)
      values (now(), 'people', 'INSERT', '{}')`,
    `update audit_personal set after = '{"email": "else@example.com"}'`,
    `update audit_personal set before = null, after = null, salt = null`,
    `update audit_personal set entry_number = entry_number + 1000000`,
    `delete from audit_personal`,
    `truncate audit_personal`,
    `insert into audit_personal (entry_number) values (1000000)`,
    `update audit_erasures set at = now()`,
    `delete from audit_erasures`,
    `truncate audit_erasures`,
  ];
  test.each(attempts)('may not run: %s', async (attempt) => {
    await makePerson(app, 'customer');
    await sealAudit(app.store.kysely);
    const execution = sql.raw(attempt).execute(app.store.kysely);
    await expect(execution).rejects.toSatisfy((error) => getSqlState(error) === '42501');
  });
});

describe('erasing a person', () => {
  test("removes that person's values from the trail, and no one else's @data.erasure", async () => {
    const deletedPerson = await makePerson(app, 'customer', { firstName: 'Leaving' });
    const other = await makePerson(app, 'customer', { firstName: 'Staying' });
    const id = await makeAppointment(app, {
      date: '2026-03-09',
      customer_id: deletedPerson.id,
      address: '9 Vanishing Road',
    });
    await inTestTransaction(async (trx) => {
      // Changes made in the same transaction are recorded after the erasure, and without values.
      await sql`update people set first_name = 'Nobody', email = 'gone@invalid', deleted_at = now() where id = ${deletedPerson.id}`.execute(
        trx,
      );
      await erasePersonalValues(trx, deletedPerson.id);
      await sql`update appointments set address = 'Erased' where id = ${id}`.execute(trx);
    });
    // Later values are not recorded either.
    await sql`update people set phone = '+1 555 7777' where id = ${deletedPerson.id}`.execute(
      app.store.kysely,
    );
    const trail = await readFullTrail(app);
    expect(trail).not.toMatch(/Leaving|Vanishing Road|555 7777|gone@invalid/);
    expect(trail).not.toContain(deletedPerson.email);
    expect(trail).toContain('Staying');
    expect(trail).toContain(other.email);

    expect(await listEntriesAbout(app, 'user', deletedPerson.id)).toMatchObject([
      {
        action: 'created',
        personal_fields: expect.arrayContaining(['name']) as unknown,
        personal_after: null,
      },
      { action: 'changed', after: { role: 'customer' }, personal_after: null },
      { action: 'changed', personal_fields: ['email', 'first_name'], personal_before: null },
      { action: 'erased' },
      { action: 'changed', personal_fields: ['phone'], personal_after: null },
    ]);
    expect(await verifyAuditTrail(app.store.kysely)).toMatchObject({ isIntact: true });
  });

  test('cannot be reverted: no values can be restored to the trail', async () => {
    const deletedPerson = await makePerson(app, 'customer');
    await markDeleted(deletedPerson.id);
    await inTestTransaction((trx) => erasePersonalValues(trx, deletedPerson.id));
    const restoration = sql`update audit_personal set after = '{"name": "Else"}' from audit_entries
      where number = entry_number and owner_id = ${deletedPerson.id}`.execute(app.store.kysely);
    await expect(restoration).rejects.toSatisfy((error) => getSqlState(error) === '42501');
  });

  test('has no further effect when repeated', async () => {
    const deletedPerson = await makePerson(app, 'customer');
    await markDeleted(deletedPerson.id);
    await inTestTransaction((trx) => erasePersonalValues(trx, deletedPerson.id));
    await inTestTransaction((trx) => erasePersonalValues(trx, deletedPerson.id));
    const actions = (await listEntriesAbout(app, 'user', deletedPerson.id)).map(
      ({ action }) => action,
    );
    expect(actions).toEqual(['created', 'changed', 'changed', 'erased']);
  });

  test('is refused for a person who is not deleted', async () => {
    const person = await makePerson(app, 'customer');
    const erasure = inTestTransaction((trx) => erasePersonalValues(trx, person.id));
    await expect(erasure).rejects.toThrow('Personal values are erased of deleted people alone.');
    expect(await readFullTrail(app)).toContain(person.email);
  });

  test('is permanent: a deleted person stays deleted', async () => {
    const deletedPerson = await makePerson(app, 'customer');
    await markDeleted(deletedPerson.id);
    const undelete = sql`update people set deleted_at = null where id = ${deletedPerson.id}`;
    await expect(undelete.execute(app.store.kysely)).rejects.toThrow(
      'A deleted person stays deleted.',
    );
  });

  async function markDeleted(id: string): Promise<void> {
    await sql`update people set deleted_at = now() where id = ${id}`.execute(app.store.kysely);
  }
});
