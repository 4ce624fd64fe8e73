import type { Position } from '@curbwrench/contract/people/schemas';
import { getWeekday } from '@curbwrench/contract/fields/calendar';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Interval } from '../scheduling/rules/day-plan.ts';
import { demoAccountIds, demoIdSuffix } from './demo-accounts.ts';
import { overlaps } from '../scheduling/rules/mechanic-roster.ts';
import { getHome, type Place } from './places.ts';
import { serviceCatalog } from './service-catalog.ts';

/** The people, services and holidays from which the generator creates appointments. */
export interface DemoWorld {
  /** Customers with at least one vehicle, except the one that demo visitors sign in as. */
  readonly customers: readonly WorldCustomer[];
  /** The customer that demo visitors sign in as; null if that account has a different role or no active vehicle. */
  readonly demoCustomer: WorldCustomer | null;
  /** The active mechanics, sorted by id. */
  readonly mechanics: readonly WorldMechanic[];
  readonly services: readonly WorldService[];
  /** The staff who take phone bookings and assign mechanics; never empty. */
  readonly advisorIds: readonly string[];
  readonly holidays: ReadonlySet<string>;
}

/** A demo customer, with their active vehicles and their home. */
export interface WorldCustomer {
  readonly id: string;
  readonly vehicleIds: readonly number[];
  readonly home: Place;
}

/** A demo mechanic, with their skills and working time. */
export interface WorldMechanic {
  readonly id: string;
  readonly skills: ReadonlySet<string>;
  /** Working hours by weekday; 0 is Sunday. */
  readonly week: ReadonlyMap<number, readonly Interval[]>;
  /** Working hours on specific dates, which replace the weekly hours; empty on a day off. */
  readonly exceptions: ReadonlyMap<string, readonly Interval[]>;
  /** Half-open intervals in the format 'yyyy-MM-dd HH:MM:SS'. */
  readonly timeOff: readonly { readonly from: string; readonly to: string }[];
}

/** Returns a mechanic's working hours on a date, ignoring time off. */
export function getHours(mechanic: WorldMechanic, date: string): readonly Interval[] {
  return mechanic.exceptions.get(date) ?? mechanic.week.get(getWeekday(date)) ?? [];
}

/** Returns the mechanic's time off on a date, in minutes of that day. */
export function listTimeOff({ timeOff }: WorldMechanic, date: string): Interval[] {
  return timeOff
    .map(({ from, to }) => ({ from: minutesInto(date, from), to: minutesInto(date, to) }))
    .filter(({ from, to }) => from < to);
}

/**
 * Returns whether the mechanic's time off overlaps their working hours on a date. If they have no hours on that date,
 * any time off counts.
 */
export function hasTimeOffOn(mechanic: WorldMechanic, date: string): boolean {
  const hours = getHours(mechanic, date);
  const timeOff = listTimeOff(mechanic, date);
  return hours.length === 0
    ? timeOff.length > 0
    : hours.some((period) => timeOff.some((interval) => overlaps(interval, period)));
}

/** Returns whether the mechanic has the skill that the service requires. */
export function canDo(
  { skills }: Pick<WorldMechanic, 'skills'>,
  { skill }: Pick<WorldService, 'skill'>,
): boolean {
  return skill === null || skills.has(skill);
}

/** Returns the minutes from the start of the date to `text` ('yyyy-MM-dd HH:MM:SS'), clamped to the day. */
function minutesInto(date: string, text: string): number {
  if (text.slice(0, 10) === date)
    return Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16));
  return text === '-infinity' || (text !== 'infinity' && text < date) ? 0 : 1440;
}

/** A service that the demo business offers. */
export interface WorldService {
  readonly id: number;
  readonly name: string;
  readonly price: string;
  /** Minutes. */
  readonly duration: number;
  readonly skill: string | null;
  /** How often it is booked, relative to other services. */
  readonly demand: number;
}

/**
 * Reads the demo's own people and the services in their current state, so that no appointments are generated for
 * services that have been archived, or for people who have been deactivated or given a different role.
 */
export async function readWorld(
  trx: Transaction<Database>,
  cityCenter: Position,
): Promise<DemoWorld> {
  const customers = await readCustomers(trx, cityCenter);
  const { rows: staff } = await sql<{ id: string }>`
    select id from accounts
    where id like ${`%${demoIdSuffix}`} and role in ('service_advisor', 'admin') order by role desc, id
  `.execute(trx);
  const { rows: holidays } = await sql<{ date: string }>`select date from holidays`.execute(trx);
  return {
    customers: customers.filter(({ id }) => id !== demoAccountIds.customer),
    demoCustomer: customers.find(({ id }) => id === demoAccountIds.customer) ?? null,
    mechanics: await readMechanics(trx),
    services: await readServices(trx),
    advisorIds: staff.length > 0 ? staff.map(({ id }) => id) : [demoAccountIds.admin],
    holidays: new Set(holidays.map(({ date }) => date)),
  };
}

async function readCustomers(
  trx: Transaction<Database>,
  cityCenter: Position,
): Promise<WorldCustomer[]> {
  const { rows } = await sql<{ id: string; vehicle_ids: number[] }>`
    select u.id, array_agg(v.id order by v.id) as vehicle_ids
    from accounts u join vehicles v on v.customer_id = u.id
    where u.id like ${`%${demoIdSuffix}`} and u.role = 'customer'
      and v.is_active and v.archived_at is null
    group by u.id order by u.id
  `.execute(trx);
  return rows.map(({ id, vehicle_ids: vehicleIds }) => ({
    id,
    vehicleIds,
    home: getHome(id, cityCenter),
  }));
}

async function readMechanics(trx: Transaction<Database>): Promise<WorldMechanic[]> {
  const { rows } = await sql<{
    id: string;
    skills: string[];
    hours: { weekday: number; from: number; to: number }[];
    exceptions: { date: string; from: number | null; to: number | null }[];
    off: { from: string; to: string }[];
  }>`
    select m.person_id as id, m.skills,
      (select coalesce(json_agg(json_build_object('weekday', h.weekday,
          'from', extract(epoch from h.starts)::int / 60, 'to', extract(epoch from h.ends)::int / 60)
          order by h.weekday, h.starts), '[]')
       from working_hours h where h.mechanic_id = m.person_id) as hours,
      (select coalesce(json_agg(json_build_object('date', e.date,
          'from', extract(epoch from e.starts)::int / 60, 'to', extract(epoch from e.ends)::int / 60)
          order by e.date, e.starts), '[]')
       from working_day_exceptions e where e.mechanic_id = m.person_id) as exceptions,
      (select coalesce(json_agg(json_build_object(
          'from', coalesce(lower(o.during), '-infinity')::text,
          'to', coalesce(upper(o.during), 'infinity')::text) order by o.id), '[]')
       from time_off o where o.mechanic_id = m.person_id) as off
    from mechanics m
    join accounts u on u.id = m.person_id and u.role = 'mechanic'
    where m.active and m.person_id like ${`%${demoIdSuffix}`}
    order by m.person_id
  `.execute(trx);
  return rows.map(({ id, skills, hours, exceptions: exceptionRows, off }) => {
    const week = new Map<number, Interval[]>();
    for (const { weekday, from, to } of hours) {
      week.set(weekday, [...(week.get(weekday) ?? []), { from, to }]);
    }
    const exceptions = new Map<string, Interval[]>();
    for (const { date, from, to } of exceptionRows) {
      const interval = from === null || to === null ? [] : [{ from, to }];
      exceptions.set(date, [...(exceptions.get(date) ?? []), ...interval]);
    }
    return { id, skills: new Set(skills), week, exceptions, timeOff: off };
  });
}

async function readServices(trx: Transaction<Database>): Promise<WorldService[]> {
  const { rows } = await sql<Omit<WorldService, 'demand'>>`
    select id, name, price, duration, skill from services where archived_at is null order by id
  `.execute(trx);
  return rows.map((service) => ({
    ...service,
    demand: serviceCatalog.find(({ name }) => name === service.name)?.demand ?? 2,
  }));
}
