import {
  estimateDriveMinutes,
  estimateRoadMeters,
  straightLineMeters,
} from '@curbwrench/contract/places/distance';
import { DemoDatabase } from '@curbwrench/testing/demo-database';
import { cityCenter, describeDemo } from '@curbwrench/testing/demo-tests';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { toLocalTime } from '../application/rules/business-time.ts';
import { loadDayPlan } from '../scheduling/queries/day-plans.ts';
import { listSlots } from '../scheduling/rules/availability.ts';
import { combineServices } from '../scheduling/rules/skills.ts';
import { advanceDemo } from './advance-demo.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { DemoOptions } from './demo-options.ts';
import { generateDemo } from './generate-demo.ts';
import { prepareDemo } from './prepare-demo.ts';

const demo = DemoDatabase.forTestFile();

describe.each([
  ['created on a Saturday morning', null, '2026-11-21T18:20:00Z'],
  ['created at noon on a Sunday', null, '2026-11-22T20:00:00Z'],
  ['created on a Sunday evening', null, '2026-11-23T03:30:00Z'],
  ['advanced from Friday to Saturday', '2026-11-20T20:00:00Z', '2026-11-21T21:10:00Z'],
  ['advanced from Saturday to Sunday', '2026-11-21T20:00:00Z', '2026-11-22T19:10:00Z'],
])('the demo %s @demo.weekend', (_, createdAt, instant) => {
  const options: DemoOptions = {
    now: new Date(instant),
    timeZone: 'America/Los_Angeles',
    cityCenter,
  };
  const { date, minutes } = toLocalTime(options.now, options.timeZone);

  interface ShiftJob {
    readonly mechanic_id: string;
    readonly from: number;
    readonly to: number;
    readonly status: string;
    readonly address: string;
    readonly lat: number;
    readonly lng: number;
    readonly is_within_hours: boolean;
    readonly booked_by: string;
  }
  let jobs: readonly ShiftJob[];

  beforeAll(async () => {
    await demo.empty();
    if (createdAt !== null)
      await generateDemo(demo.store, { ...options, now: new Date(createdAt) });
    await prepareDemo(demo.store, options);
    jobs = await demo.readRows(sql<ShiftJob>`
      select a.mechanic_id, extract(epoch from a.start_time)::int / 60 as from,
        extract(epoch from a.end_time)::int / 60 as to, a.status, a.address, a.latitude as lat,
        a.longitude as lng, booker.role as booked_by,
        exists (select from working_hours_on(a.date) h where h.mechanic_id = a.mechanic_id
          and h.starts <= a.start_time and a.end_time <= h.ends) as is_within_hours
      from appointments a
      join appointment_events e on e.appointment_id = a.id and e.kind = 'booked'
      join accounts booker on booker.id = e.actor_id
      where a.date = ${date}::date and a.notes is distinct from 'Weekend service call, arranged by phone.'
      order by a.mechanic_id, a.start_time`);
  });

  describeDemo(demo, () => options);

  it('has two mechanics at work, one of them the demo mechanic', async () => {
    const working = await demo.readRows(sql<{ mechanic_id: string; is_on: boolean }>`
      select h.mechanic_id, m.availability_set_on = ${date}::date as is_on
      from working_hours_on(${date}::date) h join mechanics m on m.person_id = h.mechanic_id`);
    expect(working.map(({ is_on: isOn }) => isOn)).toEqual([true, true]);
    expect(working.map((row) => row.mechanic_id)).toContain(demoAccountIds.mechanic);
    const switchedOn = await demo.readRows(
      sql`select person_id from mechanics where availability_set_on = ${date}::date`,
    );
    expect(switchedOn).toHaveLength(2);
  });

  it('has four jobs that the office booked, two for each mechanic, within their hours', () => {
    expect(jobs).toHaveLength(4);
    expect(jobs.map((job) => job.is_within_hours)).toEqual([true, true, true, true]);
    expect(new Set(jobs.map((job) => job.booked_by))).not.toContain('customer');
    expect(jobs[0]?.mechanic_id).toBe(jobs[1]?.mechanic_id);
    expect(jobs[2]?.mechanic_id).toBe(jobs[3]?.mechanic_id);
  });

  it('has jobs in the right status for the time of day, except that the demo mechanic’s jobs stay confirmed', () => {
    const expected = jobs.map((job) => {
      if (job.mechanic_id === demoAccountIds.mechanic || minutes < job.from) return 'confirmed';
      return minutes < job.to ? 'in_progress' : 'completed';
    });
    expect(jobs.map(({ status }) => status)).toEqual(expected);
  });

  it('has each mechanic’s two jobs in different districts, with enough driving time between them', () => {
    const districtOf = ({ address }: ShiftJob): string | undefined => address.split(', ').at(-1);
    for (const [before, after] of [jobs.slice(0, 2), jobs.slice(2)]) {
      if (!before || !after) throw new Error('A mechanic has only one job.');
      expect(districtOf(before)).not.toBe(districtOf(after));
      const driveMinutes = estimateDriveMinutes(
        estimateRoadMeters(straightLineMeters(before, after)),
      );
      expect(after.from - before.to).toBeGreaterThanOrEqual(driveMinutes);
    }
  });

  it('offers customers no time slots, as on any weekend', async () => {
    const { plan, services } = await loadDayPlan(demo.store.kysely, date, [1]);
    const slots = listSlots(plan, combineServices(services), {
      date,
      minutes: 0,
      timeZone: options.timeZone,
      isOfficeBooking: false,
    });
    expect(slots.filter(({ available }) => available)).toEqual([]);
  });
});

it("the demo's weekend shift is skipped on holidays and excludes mechanics with time off or an exception to their hours @demo.weekend", async () => {
  const friday = {
    now: new Date('2026-11-20T20:00:00Z'),
    timeZone: 'America/Los_Angeles',
    cityCenter,
  };
  const saturday = { ...friday, now: new Date('2026-11-21T20:00:00Z') };
  const [date, sunday] = ['2026-11-21', '2026-11-22'];
  await demo.empty();
  await generateDemo(demo.store, friday);
  const { kysely } = demo.store;
  const colleagues = await demo.readRows(sql<{ id: string }>`select person_id as id from mechanics
    where person_id <> ${demoAccountIds.mechanic} order by person_id`);
  const [onlyColleague, ...absentMechanics] = colleagues.map(({ id }) => id);
  await sql`insert into working_day_exceptions (mechanic_id, date, starts, ends)
    values (${demoAccountIds.mechanic}, ${date}, null, null)`.execute(kysely);
  await sql`insert into time_off (mechanic_id, during, reason)
    select id, tsrange('2026-11-21 10:00', '2026-11-21 11:00'), 'Training' from unnest(${absentMechanics}::text[]) as id`.execute(
    kysely,
  );
  await sql`insert into holidays (date, name) values (${sunday}, 'Inventory')`.execute(kysely);
  await advanceDemo(demo.store, saturday);
  const working = (day: string) =>
    demo.readRows(sql`select mechanic_id from working_hours_on(${day}::date)`);
  expect(await working(date)).toEqual([{ mechanic_id: onlyColleague }]);
  await advanceDemo(demo.store, { ...friday, now: new Date('2026-11-22T20:00:00Z') });
  expect(await working(sunday)).toEqual([]);
});
