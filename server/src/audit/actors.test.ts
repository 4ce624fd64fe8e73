import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEntriesAbout, readLastEntryAbout } from '@curbwrench/testing/audit-trail';
import { makePerson, makeService, openSession } from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { notSignedIn, setActor } from '../database/actor-changes.ts';
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

describe('the actor of an entry', () => {
  test('is the person set in the transaction, but not in later transactions', async () => {
    const admin = await makePerson(app, 'admin');
    const id = await makeService(app);
    await inTestTransaction(async (trx) => {
      await setActor(trx, admin.id);
      await sql`update services set price = 12 where id = ${id}`.execute(trx);
    });
    await sql`update services set price = 13 where id = ${id}`.execute(app.store.kysely);
    expect(await listEntriesAbout(app, 'service', id)).toMatchObject([
      { actor_id: null },
      { actor_id: admin.id },
      { actor_id: null },
    ]);
  });

  test('is not read from a transaction setting: only set_audit_actor is trusted', async () => {
    const admin = await makePerson(app, 'admin');
    const id = await makeService(app);
    const changeWith = (...settings: readonly string[]) =>
      inTestTransaction(async (trx) => {
        for (const setting of settings) await sql.raw(setting).execute(trx);
        await sql`update services set price = 14 where id = ${id}`.execute(trx);
      });
    const claim = `set local curbwrench.actor = '${admin.id}'`;
    await expect(changeWith(claim)).rejects.toThrow('named by set_audit_actor alone');
    // A setting that differs from the actor already set, or has another transaction's proof, is not trusted either.
    const other = await makePerson(app, 'admin');
    await expect(changeWith(`select set_audit_actor('${other.id}')`, claim)).rejects.toThrow(
      'named by set_audit_actor alone',
    );
    let proof: string | undefined;
    await inTestTransaction(async (trx) => {
      await setActor(trx, admin.id);
      const { rows } = await sql<{ proof: string }>`
        select current_setting('curbwrench.actor_proof') as proof
      `.execute(trx);
      proof = rows[0]?.proof;
    });
    expect(proof).toMatch(/^[0-9a-f]{64}$/);
    const replayed = changeWith(claim, `set local curbwrench.actor_proof = '${proof}'`);
    await expect(replayed).rejects.toThrow('named by set_audit_actor alone');
    expect(await listEntriesAbout(app, 'service', id)).toHaveLength(1);
  });

  test('cannot be a person who is not signed in', async () => {
    const admin = await makePerson(app, 'admin');
    await sql`delete from sessions where account_id = ${admin.id}`.execute(app.store.kysely);
    const attempt = inTestTransaction((trx) => setActor(trx, admin.id));
    await expect(attempt).rejects.toSatisfy((error) => getSqlState(error) === notSignedIn);
  });

  test("is the account's owner when the auth library writes", async () => {
    const person = await makePerson(app, 'customer');
    const { rows } = await sql<{ id: string }>`
      select id from sessions where account_id = ${person.id}
    `.execute(app.store.kysely);
    const sessionId = rows[0]?.id ?? '';
    await sql`delete from sessions where id = ${sessionId}`.execute(app.store.kysely);
    expect(await listEntriesAbout(app, 'user', person.id)).toMatchObject([
      { action: 'created', actor_id: person.id },
      { action: 'changed', actor_id: person.id, after: { role: 'customer' } },
    ]);
    expect(await listEntriesAbout(app, 'session', sessionId)).toMatchObject([
      { action: 'created', actor_id: person.id, after: { account_id: person.id } },
      { action: 'deleted', actor_id: person.id, before: { account_id: person.id } },
    ]);
  });

  test('is no one when an expired session is deleted', async () => {
    const person = await makePerson(app, 'customer');
    await sql`delete from sessions where account_id = ${person.id}`.execute(app.store.kysely);
    await openSession(app, person.id, new Date(Date.now() - 1000));
    const { rows } = await sql<{ id: string }>`
      delete from sessions where account_id = ${person.id} returning id
    `.execute(app.store.kysely);
    expect(await readLastEntryAbout(app, 'session', rows[0]?.id ?? '')).toMatchObject({
      action: 'deleted',
      actor_id: null,
    });
  });
});
