import { addDays } from '@curbwrench/contract/fields/calendar';
import { addMissingLineItems } from '@curbwrench/testing/appointment-line-items';
import { DemoDatabase } from '@curbwrench/testing/demo-database';
import { cityCenter, describeDemo } from '@curbwrench/testing/demo-tests';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { toLocalTime } from '../application/rules/business-time.ts';
import { advanceDemo } from './advance-demo.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { DemoOptions } from './demo-options.ts';
import { generateDemo } from './generate-demo.ts';

const demo = DemoDatabase.forTestFile();

describe.each([
  [1, 'a Wednesday at noon', '2026-11-18T20:00:00Z'],
  [1, 'a Friday night', '2026-11-21T07:30:00Z'],
  [3, 'a Thursday morning', '2026-03-05T17:30:00Z'],
  [40, 'a Monday afternoon', '2026-08-03T22:00:00Z'],
  [500, 'a Tuesday morning', '2026-08-04T16:00:00Z'],
])('the demo continued %i days after it was created on %s', (days, _, instant) => {
  const creationOptions: DemoOptions = {
    now: new Date(instant),
    timeZone: 'America/Los_Angeles',
    cityCenter,
  };
  const laterOptions = {
    ...creationOptions,
    now: new Date(creationOptions.now.getTime() + days * 86_400_000),
  };
  let usersAppointments: unknown;

  beforeAll(async () => {
    await demo.empty();
    await generateDemo(demo.store, creationOptions);
    await simulateUsers(toLocalTime(creationOptions.now, creationOptions.timeZone).date);
    usersAppointments = await readUsersAppointments();
    await advanceDemo(demo.store, laterOptions);
  });

  describeDemo(demo, () => laterOptions);

  it('does not change appointments that demo users booked or canceled', async () => {
    expect(await readUsersAppointments()).toEqual(usersAppointments);
  });

  it('has bookings made within the last day, and appointments almost thirty days ahead', async () => {
    const { date } = toLocalTime(laterOptions.now, laterOptions.timeZone);
    const [bookings] = await demo.readRows(sql<{ recent: number; horizon: string }>`
      select count(*) filter (where created_at > ${laterOptions.now}::timestamptz - interval '1 day') as recent,
        max(date) as horizon
      from appointments where source = 'generated'`);
    expect(bookings?.recent).toBeGreaterThan(0);
    expect(bookings?.horizon && bookings.horizon > addDays(date, 24)).toBe(true);
  });

  it('is unchanged if it is continued again on the same day', async () => {
    const before = await demo.readDigests();
    await advanceDemo(demo.store, laterOptions);
    const minuteLater = new Date(laterOptions.now.getTime() + 60_000);
    await advanceDemo(demo.store, { ...laterOptions, now: minuteLater });
    expect(await demo.readDigests()).toEqual(before);
  });
});

/** Simulates demo users: they book, reschedule and cancel, archive a service and change a role. */
async function simulateUsers(date: string): Promise<void> {
  const { kysely } = demo.store;
  const book = (status: string, day: string, from: string, to: string, mechanicId: string) =>
    sql`
    insert into appointments (customer_id, vehicle_id, service_id, mechanic_id, held_mechanic_id, date,
      start_time, end_time, status, address, cancellation_cutoff_hours, source, created_at, updated_at)
    select ${demoAccountIds.customer}, v.id, 1,
      case when ${status} <> 'pending' then ${mechanicId} end,
      case when ${status} = 'pending' then ${mechanicId} end,
      ${day}::date, ${from}::time, ${to}::time, ${status}, '1 Their Street', 24, 'customer', now(), now()
    from (select min(id) as id from vehicles where customer_id = ${demoAccountIds.customer}) v`.execute(
      kysely,
    );
  const otherMechanics = await demo.readRows(sql<{ person_id: string }>`
    select person_id from mechanics where person_id <> ${demoAccountIds.mechanic}
      and not exists (select from appointments a where a.mechanic_id = person_id and a.status = 'in_progress')
    order by person_id limit 2`);
  const [firstMechanic = '', secondMechanic = ''] = otherMechanics.map((row) => row.person_id);
  await book('pending', addDays(date, 1), '12:00', '12:45', demoAccountIds.mechanic);
  await book('confirmed', date, '12:00', '12:45', firstMechanic);
  await book('in_progress', date, '12:00', '12:45', secondMechanic);
  // Beyond the generated days, as users would book if the server had not been restarted for days.
  for (const daysAhead of [31, 32, 33, 34, 35]) {
    for (const mechanicId of [demoAccountIds.mechanic, firstMechanic, secondMechanic]) {
      await book('confirmed', addDays(date, daysAhead), '08:30', '15:00', mechanicId);
    }
  }
  await addMissingLineItems(demo, '89.00');
  // The source of these appointments remains 'generated', so the notes mark them as changed by a user.
  await sql`update appointments set status = 'cancelled', held_mechanic_id = null, notes = 'a user cancelled it'
    where id in (select id from appointments where status in ('confirmed', 'pending') and date > ${date}::date
      order by id limit 3)`.execute(kysely);
  await sql`update appointments set date = ${addDays(date, 28)}, start_time = '12:00', end_time = '12:45'
    where id = (select id from appointments where status = 'confirmed' and source = 'generated'
      and date > ${date}::date order by id limit 1)`.execute(kysely);
  await sql`update services set archived_at = now() where name like 'Spark%'`.execute(kysely);
  await sql`update accounts set role = 'admin' where id = (select customer_id from appointments
    where source = 'generated' and customer_id <> ${demoAccountIds.customer} limit 1)`.execute(
    kysely,
  );
  await sql`select rebuild_counts()`.execute(kysely);
}

function readUsersAppointments(): Promise<unknown> {
  return demo.readRows(sql`select * from appointments
    where source <> 'generated' or notes = 'a user cancelled it' order by id`);
}
