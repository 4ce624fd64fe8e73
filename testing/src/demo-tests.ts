import { addDays, isWeekend } from '@curbwrench/contract/fields/calendar';
import {
  appointmentStatuses,
  transitions,
  type TransitionName,
} from '@curbwrench/contract/appointments/lifecycle';
import { paymentStatuses } from '@curbwrench/contract/payments/payment-status';
import { toLocalTime, type LocalTime } from '@curbwrench/server/application/rules/business-time';
import { demoAccountIds } from '@curbwrench/server/demo/demo-accounts';
import type { DemoOptions } from '@curbwrench/server/demo/demo-options';
import { getTown, toPoint } from '@curbwrench/server/demo/town';
import { metersToStreet } from '@curbwrench/server/demo/town-routes';
import { loadDayPlan } from '@curbwrench/server/scheduling/queries/day-plans';
import { listSlots } from '@curbwrench/server/scheduling/rules/availability';
import { combineServices } from '@curbwrench/server/scheduling/rules/skills';
import { findAreaForPlace } from '@curbwrench/server/service-areas/queries';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { DemoDatabase } from './demo-database.ts';

/** The center of the town in the tested demos. */
export const cityCenter = { lat: 37.7749, lng: -122.4194 };

const transitionNames: Readonly<Record<string, TransitionName>> = {
  assigned: 'assign',
  declined: 'unassign',
  unassigned: 'unassign',
  rescheduled: 'reschedule',
  started: 'start',
  completed: 'complete',
  cancelled: 'cancel',
};

/** Returns the status that results from an appointment's history, or a problem with the history. */
function replayHistory(kinds: readonly string[]): string {
  if (kinds[0] !== 'booked') return 'not booked';
  let status: keyof (typeof transitions)['assign']['from'] = 'pending';
  for (const kind of kinds.slice(1)) {
    // A review changes no status.
    if (kind === 'reviewed' && status === 'completed') continue;
    const name = transitionNames[kind];
    if (name === undefined) return `unknown: ${kind}`;
    if (!(status in transitions[name].from)) return `${kind} when ${status}`;
    status = transitions[name].to ?? status;
  }
  return status;
}

/** Defines the tests that every demo must pass at any time, whether just created or continued. */
export function describeDemo(demo: DemoDatabase, options: () => DemoOptions): void {
  const now = (): Date => options().now;
  const today = (): LocalTime => toLocalTime(now(), options().timeZone);

  it('gives the demo mechanic at least two confirmed jobs today, and none in progress', async () => {
    const jobs = await demo.readRows(sql<{ status: string }>`
      select status from appointments
      where mechanic_id = ${demoAccountIds.mechanic} and date = ${today().date}::date`);
    expect(jobs.filter(({ status }) => status === 'confirmed').length).toBeGreaterThanOrEqual(2);
    expect(jobs.filter(({ status }) => status === 'in_progress')).toEqual([]);
    const [mechanic] = await demo.readRows(sql`
      select active, available from mechanics where person_id = ${demoAccountIds.mechanic}`);
    expect(mechanic).toEqual({ active: true, available: true });
  });

  it('gives the demo customer two vehicles, paid past jobs and a confirmed upcoming appointment', async () => {
    const [customer] = await demo.readRows(sql`
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

  it("has a plan's discount and an area's trip fee on the demo customer's appointments", async () => {
    const visits = await demo.readRows(sql<{
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
      expect.stringMatching(/^Small Fleet plan \(\d+% off\) -/) as string,
    ]);
    const fees = visits.flatMap(({ additions }) => additions.filter((each) => /fee/.test(each)));
    expect(fees).toEqual(['Trip fee, North side 10.00']);
    expect(visits.at(-1)?.additions).toContain('Trip fee, North side 10.00');
    const current = await demo.readRows(sql`select id from subscriptions
      where customer_id = ${demoAccountIds.customer} and ended_at is null`);
    expect(current, 'the customer can join a plan again').toEqual([]);
    // The address is in the area that charges this fee.
    const { latitude: lat = 0, longitude: lng = 0 } = visits.at(-1) ?? {};
    const workplace = { zip: null, position: { lat, lng }, precision: 'house' } as const;
    const areaAnswer = await findAreaForPlace(demo.store.kysely, workplace, cityCenter);
    expect(areaAnswer.area).toMatchObject({ name: 'North side', tripFee: '10.00' });
  });

  it('has every customer in a service area, every address near a street, and every van on a street @demo.town', async () => {
    const places = await demo.readRows(sql<{ lat: number; lng: number }>`
      select distinct latitude as lat, longitude as lng from appointments
      where source = 'generated'`);
    for (const position of places) {
      const place = { zip: null, position, precision: 'house' } as const;
      const { answer } = await findAreaForPlace(demo.store.kysely, place, cityCenter);
      expect([position, answer]).toEqual([position, 'yes']);
      expect(metersToStreet(getTown().network, toPoint(position, cityCenter))).toBeLessThan(30);
    }
    const vans = await demo.readRows(sql<{ lat: number; lng: number }>`
      select latitude as lat, longitude as lng from mechanics where position_at is not null`);
    expect(vans.length).toBeGreaterThan(5);
    for (const position of vans) {
      expect(metersToStreet(getTown().network, toPoint(position, cityCenter))).toBeLessThan(2);
    }
  });

  it('has appointments of every status, and some that need a mechanic', async () => {
    const statuses = await demo.readRows(sql<{ status: string; count: number }>`
      select status, count(*) as count from appointments where source = 'generated' group by status`);
    expect(statuses.map(({ status }) => status).sort()).toEqual([...appointmentStatuses].sort());
    const needMechanic = statuses.filter(
      ({ status }) => status === 'pending' || status === 'unassigned',
    );
    const total = needMechanic.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBeGreaterThanOrEqual(6);
    expect(total).toBeLessThanOrEqual(12);
    const payments = await demo.readRows(sql<{ status: string }>`
      select status from payments group by status order by status`);
    expect(payments.map(({ status }) => status)).toEqual([...paymentStatuses].sort());
  });

  it('has an appointment with two services, whose time and payment cover both', async () => {
    const appointments = await demo.readRows(sql<{ fits: boolean }>`
      select a.end_time - a.start_time = sum(l.duration) * interval '1 minute'
          and coalesce(min(p.amount) = sum(l.unit_price), true) as fits
      from appointments a join appointment_lines l on l.appointment_id = a.id
      left join payments p on p.appointment_id = a.id
      where a.source = 'generated' and not exists (
        select from appointment_lines o where o.appointment_id = a.id and o.kind <> 'service')
      group by a.id having count(distinct l.service_id) = 2`);
    expect(appointments.length).toBeGreaterThan(0);
    expect(appointments.filter(({ fits }) => !fits)).toEqual([]);
  });

  it('has nothing open in the past and nothing finished in the future', async () => {
    expect(
      await demo.readRows(sql`
        select id, date, status from appointments
        where source = 'generated' and ((date < ${today().date}::date and status in ('pending', 'unassigned', 'confirmed', 'in_progress'))
          or (date > ${today().date}::date and status in ('completed', 'in_progress'))
          or created_at > ${now()} or updated_at > ${now()})`),
    ).toEqual([]);
    expect(
      await demo.readRows(sql`select id from payments
        where created_at > ${now()} or paid_at > ${now()} or paid_at < created_at`),
    ).toEqual([]);
  });

  it('gives no mechanic overlapping jobs, even in the past', async () => {
    expect(
      await demo.readRows(sql`
        select a.id, b.id from appointments a join appointments b
          on coalesce(a.mechanic_id, a.held_mechanic_id) = coalesce(b.mechanic_id, b.held_mechanic_id)
          and a.id < b.id and a.during && b.during
        where a.status <> 'cancelled' and b.status <> 'cancelled'`),
    ).toEqual([]);
  });

  it('has holds only for mechanics who work at that time and have the skill', async () => {
    expect(
      await demo.readRows(sql`
        select a.id from appointments a
        join services s on s.id = a.service_id
        left join mechanics m on m.person_id = a.held_mechanic_id and m.active
        where a.source = 'generated' and a.status in ('pending', 'unassigned') and not (
          m.person_id is not null
          and (s.skill is null or s.skill = any(m.skills))
          and exists (select from working_hours_on(a.date) h where h.mechanic_id = m.person_id
            and h.starts <= a.start_time and h.ends >= a.end_time)
          and not exists (select from time_off o where o.mechanic_id = m.person_id and o.during && a.during))`),
    ).toEqual([]);
  });

  it("has histories that the lifecycle allows and that end in the appointment's status", async () => {
    const histories = await demo.readRows(sql<{
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

  it('has stored counts that match rebuilt counts', async () => {
    const before = await demo.readCounts();
    await sql`select rebuild_counts()`.execute(demo.store.kysely);
    expect(await demo.readCounts()).toEqual(before);
  });

  it("plans no job outside its mechanic's hours, except those arranged by phone, and has no customer booking made within two hours of its start", async () => {
    // No generated job starts at noon, except the one that `simulateUsers` moved there.
    const jobs = sql`appointments a join appointment_events booked
      on booked.appointment_id = a.id and booked.kind = 'booked' and a.start_time <> '12:00'`;
    expect(
      await demo.readRows(sql`
        select a.id, a.date, a.start_time, a.end_time from ${jobs}
        where a.source = 'generated' and a.notes is distinct from 'Service call, arranged by phone.'
          and a.notes is distinct from 'Weekend service call, arranged by phone.'
          and coalesce(a.mechanic_id, a.held_mechanic_id) is not null
          and not exists (
            select from working_hours_on(a.date) h
            where h.mechanic_id = coalesce(a.mechanic_id, a.held_mechanic_id)
              and h.starts <= a.start_time and a.end_time <= h.ends)`),
    ).toEqual([]);
    expect(
      await demo.readRows(sql`
        select a.id, a.date, a.start_time, booked.at from ${jobs}
        where a.source = 'generated' and booked.actor_id = a.customer_id
          and booked.at > (a.date + a.start_time) at time zone ${options().timeZone}
            - interval '2 hours'`),
    ).toEqual([]);
  });

  it('leaves every service bookable on each of the next five weekdays, and the hour after noon free', async () => {
    // The next nine days always include at least five weekdays.
    const days = Array.from({ length: 9 }, (__, index) => addDays(today().date, index + 1))
      .filter((date) => !isWeekend(date))
      .slice(0, 5);
    const services = await demo.readRows(
      sql<{ id: number }>`select id from services where duration <= 150 and archived_at is null`,
    );
    for (const date of days) {
      for (const { id } of services) {
        const loadedPlan = await loadDayPlan(demo.store.kysely, date, [id]);
        const slots = listSlots(loadedPlan.plan, combineServices(loadedPlan.services), {
          ...today(),
          timeZone: options().timeZone,
          isOfficeBooking: false,
        });
        const openSlots = slots.filter((slot) => slot.available);
        expect(openSlots.length, `${date} ${loadedPlan.services[0]?.name}`).toBeGreaterThan(0);
      }
      const jobsAfterNoon = await demo.readRows(sql`
        select id from appointments where date = ${date}::date
          and status in ('pending', 'unassigned', 'confirmed')
          and source = 'generated' and id <> coalesce((select min(id) from appointments where date = ${date}::date and start_time = '12:00'), 0)
          and start_time < '13:00' and end_time > '12:00'`);
      expect(jobsAfterNoon).toEqual([]);
    }
  });
}
