import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import {
  appointmentStatuses,
  transitions,
  type TransitionName,
} from '@curbwrench/contract/appointments/lifecycle';
import { paymentStatuses } from '@curbwrench/contract/payments/payment-status';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDayPlan } from '../scheduling/queries/day-plans.ts';
import { listSlots } from '../scheduling/rules/availability.ts';
import { combineServices } from '../scheduling/rules/skills.ts';
import { toLocalTime, type LocalTime } from '../application/rules/business-time.ts';
import { findAreaForPlace } from '../service-areas/queries.ts';
import { addMissingLines } from '@curbwrench/testing/appointment-lines';
import { createTestDatabase, type TestDatabase } from '@curbwrench/testing/database';
import { advanceDemo } from './advance-demo.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { DemoOptions } from './demo-options.ts';
import { generateDemo } from './generate-demo.ts';
import {
  fitsTown,
  NotADemoError,
  OnlyADemoError,
  prepareDemo,
  throwIfDemo,
} from './prepare-demo.ts';
import { getTown, toPoint } from './town.ts';
import { metersToStreet } from './town-routes.ts';

const cityCentre = { lat: 37.7749, lng: -122.4194 };

/** A title, an instant and a time zone. */
const moments = [
  ['a Wednesday noon', '2026-11-18T20:00:00Z', 'America/Los_Angeles'],
  ['a Monday before work', '2026-11-16T14:30:00Z', 'America/Los_Angeles'],
  ['a Friday evening', '2026-11-21T03:30:00Z', 'America/Los_Angeles'],
  ['a Saturday morning', '2026-11-21T18:00:00Z', 'America/Los_Angeles'],
  ['a Sunday just before midnight', '2026-03-02T07:59:00Z', 'America/Los_Angeles'],
  ['the first minute of a Tuesday', '2026-12-01T18:30:00Z', 'Asia/Kolkata'],
  ['the night clocks go forward', '2026-03-08T10:30:00Z', 'America/New_York'],
  ['the day clocks go back', '2026-10-25T13:00:00Z', 'Europe/London'],
  ['New Year in the far east', '2025-12-31T12:00:00Z', 'Pacific/Auckland'],
] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function readRows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(database.store.kysely)).rows;
}

async function emptyDatabase(): Promise<void> {
  await sql`
    truncate people, accounts, sessions, credentials, mechanics, working_hours, time_off, holidays, services,
      vehicles, appointments, appointment_events, payments, plans, service_areas, outbox,
      appointment_counts,
      payment_totals restart identity cascade
  `.execute(database.store.kysely);
}

/** Returns a digest of each table that the demo fills, and the counts. */
async function readDigests(): Promise<unknown> {
  const tables = [
    'people',
    'accounts',
    'mechanics',
    'working_hours',
    'time_off',
    'services',
    'vehicles',
    'appointments',
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
    await readRows(
      sql`select md5(string_agg(t::text, '|' order by t::text)) from ${sql.table(table)} t`,
    ),
  ]);
  return Promise.all([...digests, readCounts()]);
}

/** Returns the counts with their rows added up. A count of zero is the same as none. */
function readCounts(): Promise<unknown> {
  return readRows(sql`
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

describe.each(moments)('the demo created on %s', (_, instant, timeZone) => {
  const options: DemoOptions = { now: new Date(instant), timeZone, cityCentre };

  beforeAll(async () => {
    await emptyDatabase();
    await generateDemo(database.store, options);
  });

  it('suggests to customers the addresses at which they booked', async () => {
    const booked = await readRows(sql`
      select distinct customer_id, address, latitude from appointments order by 1, 2, 3`);
    expect(booked.length).toBeGreaterThan(0);
    const suggested = sql`
      select customer_id, address, latitude from customer_addresses order by 1, 2, 3`;
    expect(await readRows(suggested)).toEqual(booked);
  });

  it('has no audited history', async () => {
    expect(await readRows(sql`select number from audit_entries limit 1`)).toEqual([]);
    expect(await readRows(sql`select id from audit_pending limit 1`)).toEqual([]);
  });

  describeDemo(() => options);
});

describe.each([
  [1, 'a Wednesday noon', '2026-11-18T20:00:00Z'],
  [1, 'a Friday night', '2026-11-21T07:30:00Z'],
  [3, 'a Thursday morning', '2026-03-05T17:30:00Z'],
  [40, 'a Monday afternoon', '2026-08-03T22:00:00Z'],
  [500, 'a Tuesday morning', '2026-08-04T16:00:00Z'],
])('the demo continued by %i days from %s', (days, _, instant) => {
  const created: DemoOptions = {
    now: new Date(instant),
    timeZone: 'America/Los_Angeles',
    cityCentre,
  };
  const later = { ...created, now: new Date(created.now.getTime() + days * 86_400_000) };
  let usersAppointments: unknown;

  beforeAll(async () => {
    await emptyDatabase();
    await generateDemo(database.store, created);
    await simulateUsers(toLocalTime(created.now, created.timeZone).date);
    usersAppointments = await readUsersAppointments();
    await advanceDemo(database.store, later);
  });

  describeDemo(() => later);

  it('does not change what users of the demo booked and cancelled', async () => {
    expect(await readUsersAppointments()).toEqual(usersAppointments);
  });

  it('has new bookings of the last day, and appointments almost thirty days ahead', async () => {
    const { date } = toLocalTime(later.now, later.timeZone);
    const [bookings] = await readRows(sql<{ today: number; horizon: string }>`
      select count(*) filter (where created_at > ${later.now}::timestamptz - interval '1 day') as today,
        max(date) as horizon
      from appointments where source = 'generated'`);
    expect(bookings?.today).toBeGreaterThan(0);
    expect(bookings?.horizon && bookings.horizon > addDays(date, 24)).toBe(true);
  });

  it('is unchanged when started again on the same day', async () => {
    const before = await readDigests();
    await advanceDemo(database.store, later);
    await advanceDemo(database.store, { ...later, now: new Date(later.now.getTime() + 60_000) });
    expect(await readDigests()).toEqual(before);
  });
});

it('the demo gives its mechanic new jobs on the same day once the others are completed', async () => {
  const options = {
    now: new Date('2026-11-22T20:00:00Z'),
    timeZone: 'America/Los_Angeles',
    cityCentre,
  };
  await emptyDatabase();
  await generateDemo(database.store, options);
  await sql`update appointments set status = 'completed'
    where mechanic_id = ${demoAccountIds.mechanic} and status = 'confirmed' and date = '2026-11-22'`.execute(
    database.store.kysely,
  );
  await prepareDemo(database.store, options);
  const jobs = await readRows(sql<{ status: string }>`
    select status from appointments
    where mechanic_id = ${demoAccountIds.mechanic} and date = '2026-11-22' order by status`);
  expect(jobs.map(({ status }) => status)).toEqual([
    'completed',
    'completed',
    'confirmed',
    'confirmed',
  ]);
});

it('the demo is created once when two processes start together', async () => {
  await emptyDatabase();
  const options = { now: new Date('2026-11-18T20:00:00Z'), timeZone: 'UTC', cityCentre };
  await Promise.all([prepareDemo(database.store, options), prepareDemo(database.store, options)]);
  const [people] = await readRows(sql<{ count: number }>`select count(*) as count from people`);
  expect(people?.count).toBe(161);
});

it('the demo does not start on the database of a real business', async () => {
  await emptyDatabase();
  await sql`insert into people (id, name, email, created_at, updated_at)
    values ('x1', 'Real Person', 'real@person.test', now(), now())`.execute(database.store.kysely);
  const options = { now: new Date('2026-11-18T20:00:00Z'), timeZone: 'UTC', cityCentre };
  await expect(prepareDemo(database.store, options)).rejects.toThrow(NotADemoError);
});

it('a real business does not start on the database of a demo, but on any other', async () => {
  await emptyDatabase();
  await throwIfDemo(database.store);
  await sql`insert into people (id, name, email, created_at, updated_at)
    values ('x1', 'Real Person', 'real@person.test', now(), now())`.execute(database.store.kysely);
  await throwIfDemo(database.store);
  for (const id of Object.values(demoAccountIds)) {
    await sql`update people set id = ${id}`.execute(database.store.kysely);
    await expect(throwIfDemo(database.store), id).rejects.toThrow(OnlyADemoError);
  }
});

it('the demo is the same for the same options, and different for another seed', async () => {
  const options = { now: new Date('2026-05-06T17:00:00Z'), timeZone: 'America/Denver', cityCentre };
  const createDemo = async (seed?: string): Promise<unknown> => {
    await emptyDatabase();
    await generateDemo(database.store, seed === undefined ? options : { ...options, seed });
    return readDigests();
  };
  const first = await createDemo();
  expect(await createDemo()).toEqual(first);
  expect(await createDemo('another')).not.toEqual(first);
});

it('a demo fits its town, and neither that of another city nor one whose addresses are older @demo.old-town', async () => {
  await emptyDatabase();
  const options = { now: new Date('2026-05-06T17:00:00Z'), timeZone: 'America/Denver', cityCentre };
  await generateDemo(database.store, options);
  const { kysely } = database.store;
  expect(await fitsTown(kysely, cityCentre)).toBe(true);
  expect(await fitsTown(kysely, { lat: 30.2672, lng: -97.7431 })).toBe(false);
  await sql`update appointments set address = '12 Larkspur Lane, Eastbank'`.execute(kysely);
  expect(await fitsTown(kysely, cityCentre)).toBe(false);
});

it('the demo cannot be created in a database with people, and does not change it', async () => {
  const before = await readDigests();
  const secondDemo = generateDemo(database.store, {
    now: new Date('2026-05-06T17:00:00Z'),
    timeZone: 'UTC',
    cityCentre,
  });
  await expect(secondDemo).rejects.toThrow('The demo needs an empty database.');
  expect(await readDigests()).toEqual(before);
});

const transitionNames: Readonly<Record<string, TransitionName>> = {
  assigned: 'assign',
  declined: 'unassign',
  unassigned: 'unassign',
  rescheduled: 'reschedule',
  started: 'start',
  completed: 'complete',
  cancelled: 'cancel',
};

/** Returns the status to which a history leads, or what is wrong with the history. */
function replayHistory(kinds: readonly string[]): string {
  if (kinds[0] !== 'booked') return 'not booked';
  let status: keyof (typeof transitions)['assign']['from'] = 'pending';
  for (const kind of kinds.slice(1)) {
    const name = transitionNames[kind];
    if (name === undefined) return `unknown: ${kind}`;
    if (!(status in transitions[name].from)) return `${kind} when ${status}`;
    status = transitions[name].to ?? status;
  }
  return status;
}

/** Adds the tests of what is true of a demo at any time, whether just created or continued. */
function describeDemo(options: () => DemoOptions): void {
  const now = (): Date => options().now;
  const today = (): LocalTime => toLocalTime(now(), options().timeZone);

  it('gives the mechanic two confirmed jobs of today, and none in progress', async () => {
    const jobs = await readRows(sql<{ status: string }>`
      select status from appointments
      where mechanic_id = ${demoAccountIds.mechanic} and date = ${today().date}::date`);
    expect(jobs.filter(({ status }) => status === 'confirmed').length).toBeGreaterThanOrEqual(2);
    expect(jobs.filter(({ status }) => status === 'in_progress')).toEqual([]);
    const [mechanic] = await readRows(sql`
      select active, available from mechanics where person_id = ${demoAccountIds.mechanic}`);
    expect(mechanic).toEqual({ active: true, available: true });
  });

  it('gives the customer vehicles, paid past jobs and one confirmed upcoming appointment', async () => {
    const [customer] = await readRows(sql`
      select
        (select count(*) from vehicles where customer_id = u.id and is_active) as vehicles,
        (select count(*) from payments where customer_id = u.id and status = 'completed') > 1 as paid,
        exists (select from appointments where customer_id = u.id and status = 'confirmed'
          and date > ${today().date}::date) as has_upcoming,
        (select count(*) from appointments where customer_id = u.id
          and source = 'generated' and status in ('pending', 'unassigned')) as waiting
      from people u where id = ${demoAccountIds.customer}`);
    expect(customer).toEqual({ vehicles: 2, paid: true, has_upcoming: true, waiting: 0 });
  });

  it('shows the customer what a plan took off a price, and what an area added to one', async () => {
    const visits = await readRows(sql<{
      latitude: number;
      longitude: number;
      additions: string[];
    }>`
      select a.latitude, a.longitude,
        array_agg(l.description || ' ' || l.unit_price order by l.position) as additions
      from appointments a
      join payments p on p.appointment_id = a.id
      join appointment_lines l on l.appointment_id = a.id and l.kind <> 'service'
      where a.customer_id = ${demoAccountIds.customer} and a.source = 'generated'
      group by a.id order by a.date`);
    expect(visits[0]?.additions).toMatchObject([
      expect.stringMatching(/^Small Fleet plan discount -/) as string,
    ]);
    const fees = visits.flatMap(({ additions }) => additions.filter((each) => /fee/.test(each)));
    expect(fees).toEqual(['Call-out fee, North side 10.00']);
    expect(visits.at(-1)?.additions).toContain('Call-out fee, North side 10.00');
    const current = await readRows(sql`select id from subscriptions
      where customer_id = ${demoAccountIds.customer} and ended_at is null`);
    expect(current, 'they can join a plan again').toEqual([]);
    // The fee is that of the area of the address.
    const { latitude: lat = 0, longitude: lng = 0 } = visits.at(-1) ?? {};
    const workplace = { zip: null, position: { lat, lng }, precision: 'house' } as const;
    const found = await findAreaForPlace(database.store.kysely, workplace, cityCentre);
    expect(found.area).toMatchObject({ name: 'North side', callOutFee: '10.00' });
  });

  it('has every customer in a service area, and every address and van on the map @demo.town', async () => {
    const places = await readRows(sql<{ lat: number; lng: number }>`
      select distinct latitude as lat, longitude as lng from appointments
      where source = 'generated'`);
    for (const position of places) {
      const place = { zip: null, position, precision: 'house' } as const;
      const { answer } = await findAreaForPlace(database.store.kysely, place, cityCentre);
      expect([position, answer]).toEqual([position, 'yes']);
      expect(metersToStreet(getTown().network, toPoint(position, cityCentre))).toBeLessThan(30);
    }
    const vans = await readRows(sql<{ lat: number; lng: number }>`
      select latitude as lat, longitude as lng from mechanics where position_at is not null`);
    expect(vans.length).toBeGreaterThan(5);
    for (const position of vans) {
      expect(metersToStreet(getTown().network, toPoint(position, cityCentre))).toBeLessThan(2);
    }
  });

  it('has appointments of every status, and some that need a mechanic', async () => {
    const statuses = await readRows(sql<{ status: string; count: number }>`
      select status, count(*) as count from appointments where source = 'generated' group by status`);
    expect(statuses.map(({ status }) => status).sort()).toEqual([...appointmentStatuses].sort());
    const needMechanic = statuses.filter(
      ({ status }) => status === 'pending' || status === 'unassigned',
    );
    const count = needMechanic.reduce((sum, status) => sum + status.count, 0);
    expect(count).toBeGreaterThanOrEqual(6);
    expect(count).toBeLessThanOrEqual(12);
    const paid = await readRows(sql<{ status: string }>`
      select status from payments group by status order by status`);
    expect(paid.map(({ status }) => status)).toEqual([...paymentStatuses].sort());
  });

  it('has nothing open in the past and nothing finished in the future', async () => {
    expect(
      await readRows(sql`
        select id, date, status from appointments
        where source = 'generated' and ((date < ${today().date}::date and status in ('pending', 'unassigned', 'confirmed', 'in_progress'))
          or (date > ${today().date}::date and status in ('completed', 'in_progress'))
          or created_at > ${now()} or updated_at > ${now()})`),
    ).toEqual([]);
    expect(
      await readRows(sql`select id from payments
        where created_at > ${now()} or paid_at > ${now()} or paid_at < created_at`),
    ).toEqual([]);
  });

  it('gives no mechanic two jobs at once, even in the past', async () => {
    expect(
      await readRows(sql`
        select a.id, b.id from appointments a join appointments b
          on coalesce(a.mechanic_id, a.hold_mechanic_id) = coalesce(b.mechanic_id, b.hold_mechanic_id)
          and a.id < b.id and a.during && b.during
        where a.status <> 'cancelled' and b.status <> 'cancelled'
          and a.notes is distinct from 'Call-out, agreed on the phone.'
          and b.notes is distinct from 'Call-out, agreed on the phone.'`),
    ).toEqual([]);
  });

  it('has holds only on mechanics who work at that time and have the skill', async () => {
    expect(
      await readRows(sql`
        select a.id from appointments a
        join services s on s.id = a.service_id
        left join mechanics m on m.person_id = a.hold_mechanic_id and m.active
        where a.source = 'generated' and a.status in ('pending', 'unassigned') and not (
          m.person_id is not null
          and (s.skill is null or s.skill = any(m.skills))
          and exists (select from working_hours h where h.mechanic_id = m.person_id
            and h.weekday = extract(dow from a.date) and h.starts <= a.start_time and h.ends >= a.end_time)
          and not exists (select from time_off o where o.mechanic_id = m.person_id and o.during && a.during))`),
    ).toEqual([]);
  });

  it('has histories that the lifecycle allows and that end in the status', async () => {
    const histories = await readRows(sql<{
      id: number;
      status: string;
      kinds: string[];
      sorted: boolean;
    }>`
      select a.id, a.status, array_agg(e.kind order by e.id) as kinds,
        array_agg(e.at order by e.id) = array_agg(e.at order by e.at) as sorted
      from appointments a left join appointment_events e on e.appointment_id = a.id
      where a.source = 'generated' and a.notes is distinct from 'a user cancelled it'
      group by a.id order by a.id`);
    expect(histories.filter(({ kinds, status }) => replayHistory(kinds) !== status)).toEqual([]);
    expect(histories.filter(({ sorted }) => !sorted)).toEqual([]);
  });

  it('has the counts that rebuilding them gives', async () => {
    const before = await readCounts();
    await sql`select rebuild_counts()`.execute(database.store.kysely);
    expect(await readCounts()).toEqual(before);
  });

  it("plans no job outside its mechanic's hours, except call-outs, and books none at short notice", async () => {
    // No generated job starts at noon, except the one that `simulateUsers` moved there.
    const jobs = sql`appointments a join appointment_events booked
      on booked.appointment_id = a.id and booked.kind = 'booked' and a.start_time <> '12:00'`;
    expect(
      await readRows(sql`
        select a.id, a.date, a.start_time, a.end_time from ${jobs}
        where a.source = 'generated' and a.notes is distinct from 'Call-out, agreed on the phone.'
          and a.notes is distinct from 'Weekend call-out, agreed on the phone.'
          and coalesce(a.mechanic_id, a.hold_mechanic_id) is not null
          and not exists (
            select from working_hours h
            where h.mechanic_id = coalesce(a.mechanic_id, a.hold_mechanic_id)
              and h.weekday = extract(dow from a.date)
              and h.starts <= a.start_time and a.end_time <= h.ends)`),
    ).toEqual([]);
    expect(
      await readRows(sql`
        select a.id, a.date, a.start_time, booked.at from ${jobs}
        where a.source = 'generated' and booked.actor_id = a.customer_id
          and booked.at > (a.date + a.start_time) at time zone ${options().timeZone}
            - interval '2 hours'`),
    ).toEqual([]);
  });

  it('leaves every service bookable on each of the next business days, and the hour from noon free', async () => {
    const days = Array.from({ length: 9 }, (__, index) => addDays(today().date, index + 1))
      .filter((date) => !isWeekend(date))
      .slice(0, 5);
    const services = await readRows(
      sql<{ id: number }>`select id from services where duration <= 150 and archived_at is null`,
    );
    for (const date of days) {
      for (const { id } of services) {
        const { plan, services: found } = await loadDayPlan(
          database.store.kysely,
          date,
          [id],
          true,
        );
        const slots = listSlots(plan, combineServices(found), { ...today(), noticeHours: 2 });
        const open = slots.filter((slot) => slot.available);
        expect(open.length, `${date} ${found[0]?.name}`).toBeGreaterThan(0);
      }
      const taken = await readRows(sql`
        select id from appointments where date = ${date}::date
          and status in ('pending', 'unassigned', 'confirmed')
          and source = 'generated' and id <> coalesce((select min(id) from appointments where date = ${date}::date and start_time = '12:00'), 0)
          and start_time < '13:00' and end_time > '12:00'`);
      expect(taken).toEqual([]);
    }
  });
}

/** Simulates users of the demo: they book, reschedule and cancel, archive a service and change a role. */
async function simulateUsers(date: string): Promise<void> {
  const { kysely } = database.store;
  const book = (status: string, day: string, from: string, to: string, mechanicId: string) =>
    sql`
    insert into appointments (customer_id, vehicle_id, service_id, mechanic_id, hold_mechanic_id, date,
      start_time, end_time, status, address, cancel_until_hours, source, created_at, updated_at)
    select ${demoAccountIds.customer}, v.id, 1,
      case when ${status} <> 'pending' then ${mechanicId} end,
      case when ${status} = 'pending' then ${mechanicId} end,
      ${day}::date, ${from}::time, ${to}::time, ${status}, '1 Their Street', 24, 'customer', now(), now()
    from (select min(id) as id from vehicles where customer_id = ${demoAccountIds.customer}) v`.execute(
      kysely,
    );
  const otherMechanics = await readRows(sql<{ person_id: string }>`
    select person_id from mechanics where person_id <> ${demoAccountIds.mechanic}
      and not exists (select from appointments a where a.mechanic_id = person_id and a.status = 'in_progress')
    order by person_id limit 2`);
  const [first = '', second = ''] = otherMechanics.map((row) => row.person_id);
  await book('pending', addDays(date, 1), '12:00', '12:45', demoAccountIds.mechanic);
  await book('confirmed', date, '12:00', '12:45', first);
  await book('in_progress', date, '12:00', '12:45', second);
  // Beyond the generated days, as if the server had not been restarted for days.
  for (const daysAhead of [31, 32, 33, 34, 35]) {
    for (const mechanicId of [demoAccountIds.mechanic, first, second]) {
      await book('confirmed', addDays(date, daysAhead), '08:30', '15:00', mechanicId);
    }
  }
  await addMissingLines(database, '89.00');
  // The source of these is still 'generated', so their notes mark them.
  await sql`update appointments set status = 'cancelled', hold_mechanic_id = null, notes = 'a user cancelled it'
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
  return readRows(sql`select * from appointments
    where source <> 'generated' or notes = 'a user cancelled it' order by id`);
}
