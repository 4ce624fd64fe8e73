import { addDays } from '@curbwrench/contract/fields/calendar';
import { DemoDatabase } from '@curbwrench/testing/demo-database';
import { cityCenter, describeDemo } from '@curbwrench/testing/demo-tests';
import { testDatabaseKind } from '@curbwrench/testing/database';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { toLocalTime } from '../application/rules/business-time.ts';
import type { DemoOptions } from './demo-options.ts';
import { generateDemo } from './generate-demo.ts';

/** For each demo: when it is created, in words and as an ISO timestamp, and its time zone. */
const creationTimes = [
  ['a Wednesday at noon', '2026-11-18T20:00:00Z', 'America/Los_Angeles'],
  ['a Monday before work', '2026-11-16T14:30:00Z', 'America/Los_Angeles'],
  ['a Friday evening', '2026-11-21T03:30:00Z', 'America/Los_Angeles'],
  ['a Saturday morning', '2026-11-21T18:00:00Z', 'America/Los_Angeles'],
  ['a Sunday just before midnight', '2026-03-02T07:59:00Z', 'America/Los_Angeles'],
  ['a Tuesday just after midnight', '2026-12-01T18:30:00Z', 'Asia/Kolkata'],
  ['the night clocks spring forward', '2026-03-08T10:30:00Z', 'America/New_York'],
  ['the day clocks fall back', '2026-10-25T13:00:00Z', 'Europe/London'],
  ["New Year's Day in New Zealand", '2025-12-31T12:00:00Z', 'Pacific/Auckland'],
] as const;

/**
 * On the embedded database, which is slower, one creation time is enough, since the demo's contents don't depend on the
 * kind of database.
 */
const testedCreationTimes =
  testDatabaseKind === 'postgres' ? creationTimes : creationTimes.slice(0, 1);

const demo = DemoDatabase.forTestFile();

describe.each(testedCreationTimes)('the demo created on %s', (_, instant, timeZone) => {
  const options: DemoOptions = { now: new Date(instant), timeZone, cityCenter };

  beforeAll(async () => {
    await demo.empty();
    await generateDemo(demo.store, options);
  });

  it('has mechanics with unusual hours and days off in the coming weeks', async () => {
    const inDays = (days: number): string => addDays(toLocalTime(options.now, timeZone).date, days);
    const exceptions = await demo.readRows(sql<{ off: boolean }>`
      select starts is null as off from working_day_exceptions
      where date > ${inDays(0)}::date and date < ${inDays(21)}::date`);
    expect(new Set(exceptions.map(({ off }) => off))).toEqual(new Set([true, false]));
    const timeOff = await demo.readRows(sql`
      select id from time_off where during && daterange(${inDays(1)}, ${inDays(21)})::text::tsrange`);
    expect(timeOff.length).toBeGreaterThan(1);
  });

  it('suggests each customer the addresses of their bookings for the next booking', async () => {
    const booked = await demo.readRows(sql`
      select distinct customer_id, address, latitude from appointments order by 1, 2, 3`);
    expect(booked.length).toBeGreaterThan(0);
    const suggested = sql`
      select customer_id, address, latitude from customer_addresses order by 1, 2, 3`;
    expect(await demo.readRows(suggested)).toEqual(booked);
  });

  it('has an empty audit trail', async () => {
    expect(await demo.readRows(sql`select number from audit_entries limit 1`)).toEqual([]);
    expect(await demo.readRows(sql`select id from audit_pending limit 1`)).toEqual([]);
  });

  describeDemo(demo, () => options);
});
