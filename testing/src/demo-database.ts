import { insertBusiness } from '@curbwrench/server/business/business-changes';
import type { Store } from '@curbwrench/server/database/connection/store';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { testBusiness } from './start-app.ts';

/** The database of a test file about demos. */
export class DemoDatabase {
  #database: TestDatabase | null = null;

  /** Creates a database for the test file, with a business, and drops it after its tests. */
  static forTestFile(): DemoDatabase {
    const demo = new DemoDatabase();
    beforeAll(async () => {
      demo.#database = await createTestDatabase();
      await insertBusiness(demo.store.kysely, testBusiness);
    });
    afterAll(() => demo.#database?.drop());
    return demo;
  }

  get store(): Store {
    if (this.#database === null) throw new Error('There is no database until the tests start.');
    return this.#database.store;
  }

  async readRows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return (await query.execute(this.store.kysely)).rows;
  }

  /** Removes the demo, but not the business. */
  async empty(): Promise<void> {
    await sql`
      truncate people, accounts, sessions, credentials, mechanics, working_hours, time_off, holidays, services,
        vehicles, appointments, appointment_events, payments, plans, service_areas, outbox,
        appointment_counts,
        payment_totals restart identity cascade
    `.execute(this.store.kysely);
  }

  /** Returns a digest of each table that the demo fills, and the stored counts. */
  async readDigests(): Promise<unknown> {
    const tables = [
      'people',
      'accounts',
      'mechanics',
      'working_hours',
      'working_day_exceptions',
      'time_off',
      'services',
      'vehicles',
      'appointments',
      'appointment_lines',
      'plans',
      'plan_services',
      'subscriptions',
      'subscription_periods',
      'service_areas',
      'service_area_zips',
      'conversations',
      'messages',
      'appointment_events',
      'payments',
    ];
    const digests = tables.map(async (table) => [
      table,
      await this.readRows(
        sql`select md5(string_agg(t::text, '|' order by t::text)) from ${sql.table(table)} t`,
      ),
    ]);
    return Promise.all([...digests, this.readCounts()]);
  }

  /** Returns the stored counts, each summed over its rows. Omits zeros, which are equivalent to a missing row. */
  readCounts(): Promise<unknown> {
    return this.readRows(sql`
      with appointment_counts as (
        select reader, status, sum(count) as count from appointment_counts group by reader, status
      ), payment_totals as (
        select reader, status, sum(count) as count, sum(amount) as amount
        from payment_totals group by reader, status
      )
      select 'appointments' as what, reader, status, count, 0 as amount from appointment_counts where count <> 0
      union all
      select 'payments', reader, status, count, amount from payment_totals where count <> 0
      order by what, reader, status`);
  }
}
