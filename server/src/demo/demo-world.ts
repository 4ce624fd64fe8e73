import type { Position } from '@curbwrench/contract/people/schemas';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Interval } from '../scheduling/rules/day-plan.ts';
import { demoAccountIds, demoIdSuffix } from './demo-accounts.ts';
import { getHome, type Place } from './places.ts';
import { serviceCatalogue } from './service-catalogue.ts';

/** The people and services for which the generator creates appointments. */
export interface DemoWorld {
  /** Customers with at least one vehicle, except the demo account. */
  readonly customers: readonly WorldCustomer[];
  /** The demo account's customer; null once the account is not a customer's or has no active vehicle. */
  readonly demoCustomer: WorldCustomer | null;
  /** The active mechanics, sorted by id. */
  readonly mechanics: readonly WorldMechanic[];
  readonly services: readonly WorldService[];
  /** The people who book by phone and assign mechanics; never empty. */
  readonly advisorIds: readonly string[];
  readonly holidays: ReadonlySet<string>;
}

export interface WorldCustomer {
  readonly id: string;
  readonly vehicleIds: readonly number[];
  readonly home: Place;
}

export interface WorldMechanic {
  readonly id: string;
  readonly skills: ReadonlySet<string>;
  /** Working hours by weekday, 0 is Sunday. */
  readonly week: ReadonlyMap<number, readonly Interval[]>;
  /** As 'yyyy-MM-dd HH:MM:SS', half-open. */
  readonly timeOff: readonly { readonly from: string; readonly to: string }[];
}

export interface WorldService {
  readonly id: number;
  readonly name: string;
  readonly price: string;
  /** Minutes. */
  readonly duration: number;
  readonly skill: string | null;
  /** How often it is booked, relative to the others. */
  readonly demand: number;
}

/**
 * Reads the demo's own people and the services as they are now in the database: people who were
 * deactivated or got another role, and archived services, get no more generated appointments.
 */
export async function readWorld(
  trx: Transaction<Database>,
  cityCentre: Position,
): Promise<DemoWorld> {
  const customers = await readCustomers(trx, cityCentre);
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
  cityCentre: Position,
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
    home: getHome(id, cityCentre),
  }));
}

async function readMechanics(trx: Transaction<Database>): Promise<WorldMechanic[]> {
  const { rows } = await sql<{
    id: string;
    skills: string[];
    hours: { weekday: number; from: number; to: number }[];
    off: { from: string; to: string }[];
  }>`
    select m.person_id as id, m.skills,
      (select coalesce(json_agg(json_build_object('weekday', h.weekday,
          'from', extract(epoch from h.starts)::int / 60, 'to', extract(epoch from h.ends)::int / 60)
          order by h.weekday, h.starts), '[]')
       from working_hours h where h.mechanic_id = m.person_id) as hours,
      (select coalesce(json_agg(json_build_object(
          'from', coalesce(lower(o.during), '-infinity')::text,
          'to', coalesce(upper(o.during), 'infinity')::text) order by o.id), '[]')
       from time_off o where o.mechanic_id = m.person_id) as off
    from mechanics m
    join accounts u on u.id = m.person_id and u.role = 'mechanic'
    where m.active and m.person_id like ${`%${demoIdSuffix}`}
    order by m.person_id
  `.execute(trx);
  return rows.map(({ id, skills, hours, off }) => {
    const week = new Map<number, Interval[]>();
    for (const { weekday, from, to } of hours) {
      week.set(weekday, [...(week.get(weekday) ?? []), { from, to }]);
    }
    return { id, skills: new Set(skills), week, timeOff: off };
  });
}

async function readServices(trx: Transaction<Database>): Promise<WorldService[]> {
  const { rows } = await sql<Omit<WorldService, 'demand'>>`
    select id, name, price, duration, skill from services where archived_at is null order by id
  `.execute(trx);
  return rows.map((service) => ({
    ...service,
    demand: serviceCatalogue.find(({ name }) => name === service.name)?.demand ?? 2,
  }));
}
