import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
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

describe('the table audit_columns', () => {
  test('classifies every existing column, and no others @data.audit-columns', async () => {
    const { rows } = await sql<{ table: string; column: string; missing: string }>`
      with known as (
        select table_name::text as t, column_name::text as c from information_schema.columns
        where table_schema = 'public'
      ), unaudited as (
        select table_name from audit_columns where column_name = '*' and reason is not null
      )
      select t as table, c as column, 'audit_columns' as missing from known
      where t not in (select table_name from unaudited)
        and not exists (select from audit_columns where table_name = t and column_name = c)
      union all
      select table_name, column_name, 'schema' from audit_columns
      where column_name <> '*'
        and not exists (select from known where t = table_name and c = column_name)
      union all
      select table_name, '*', 'schema' from unaudited where table_name not in (select t from known)
    `.execute(app.store.kysely);
    expect(rows).toEqual([]);
  });

  test('matches the trigger of every audited table', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      with classified as (
        select table_name,
          array_agg(column_name order by column_name) filter (where class <> 'plain') as not_plain,
          array_agg(column_name order by column_name) filter (where class <> 'personal') as not_personal,
          array_agg(column_name order by column_name) filter (where class = 'secret') as secret,
          array_agg(column_name order by column_name) filter (where class in ('ignored', 'secret')) as dropped
        from audit_columns where column_name <> '*' group by table_name
      ), attached as (
        select tgrelid::regclass::text as table_name, string_to_array(encode(tgargs, 'escape'), '\\000') as args
        from pg_trigger where tgname = 'audited' and tgenabled = 'O'
      ), compared as (
        select table_name, not_plain, not_personal, secret,
          -- The trigger keeps the ids that an entry needs, and the time that tells whether a session has expired.
          array(select unnest(dropped) except select unnest(array[id_column, owner_column, 'expires_at']) order by 1) as dropped,
          array(select unnest(except_plain) order by 1) as trigger_plain,
          array(select unnest(except_personal) order by 1) as trigger_personal,
          case when args[2] <> '' then array(select unnest(args[2]::text[]) order by 1) end as trigger_secret,
          array(select unnest(args[1]::text[]) order by 1) as trigger_dropped
        from classified full join attached using (table_name) full join audit_tables using (table_name)
      )
      select * from compared
      where (not_plain, not_personal, secret, dropped)
        is distinct from (trigger_plain, trigger_personal, trigger_secret, trigger_dropped)
    `.execute(app.store.kysely);
    expect(rows).toEqual([]);
  });

  test('must classify every column of a table before the table can be audited', async () => {
    const auditing = inTestTransaction(async (trx) => {
      await sql`alter table vehicles add column mileage integer`.execute(trx);
      await sql`select audit_table('vehicles', 'vehicle', 'id', 'customer_id')`.execute(trx);
    });
    await expect(auditing).rejects.toThrow('audit_columns does not classify mileage of vehicles.');
  });
});
