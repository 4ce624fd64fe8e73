import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '@curbwrench/server/database/connection/store';
import { makeAppointment, makeMechanic, makePerson } from './builders.ts';
import { emptyDatabase } from './empty-database.ts';
import { send } from './requests.ts';
import { startApp, type TestApp } from './start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('a server whose database was emptied works as if it were new', async () => {
  const tablesOfNewServer = await listFilledTables(app.store);
  await bookAndConfirm();
  expect(await listFilledTables(app.store)).toContain('appointments');

  await emptyDatabase(app.store);
  expect(await listFilledTables(app.store)).toEqual(tablesOfNewServer);
  expect(await bookAndConfirm()).toBe(1);
});

/** Creates an appointment and has an admin confirm it, which creates events. Returns its number. */
async function bookAndConfirm(): Promise<number> {
  const admin = await makePerson(app, 'admin');
  const { id: mechanicId } = await makeMechanic(app);
  const id = await makeAppointment(app, { date: '2026-03-05' });
  const change = { status: 'confirmed', mechanicId };
  const response = await send(app, admin, 'PATCH', `/api/appointments/${id}`, change);
  expect(response.statusCode).toBe(200);
  return id;
}

/** Returns the names of the tables that have rows, apart from the audit trail and the outbox. */
async function listFilledTables({ kysely }: Store): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^(audit|outbox)'
    order by relname
  `.execute(kysely);
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(kysely);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}
