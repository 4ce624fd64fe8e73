import type { HoursInterval } from '@curbwrench/contract/working-time/hours';
import { businessSettings } from '@curbwrench/server/application/business-queries';
import type { TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';

export type Role = 'customer' | 'mechanic' | 'service_advisor' | 'admin';

export interface Appointment {
  readonly id: number;
  readonly customerId: string;
  readonly serviceId: number;
  readonly mechanicId: string | null;
  readonly declinedBy: readonly string[];
  readonly status: string;
  readonly date: string;
  readonly startTime: string;
  readonly heldMechanicId: string | null;
}

export interface Payment {
  readonly id: number;
  readonly status: string;
  /** The amount paid minus refunds. */
  readonly remaining: number;
  /** The mechanic of the job that was paid for; null if there is none. */
  readonly mechanicId: string | null;
}

/** The state of the business before a step, from which a step picks the records it acts on. */
export interface Business {
  readonly people: readonly { id: string; role: Role; active: boolean; deleted: boolean }[];
  /** The people who work as mechanics. */
  readonly mechanics: readonly string[];
  readonly services: readonly number[];
  readonly vehicles: readonly { id: number; customerId: string }[];
  readonly appointments: readonly Appointment[];
  readonly payments: readonly Payment[];
  readonly plans: readonly { id: number; version: number }[];
  readonly subscriptions: readonly {
    id: number;
    customerId: string;
    hasEnded: boolean;
    /** The date on which the last interval ends. */
    intervalEnd: string;
  }[];
  readonly areas: readonly number[];
  readonly conversations: readonly { personId: string; lastNumber: number }[];
  readonly notifications: readonly { recipientId: string; ids: readonly number[] }[];
  /** The working time that each mechanic's form would show. */
  readonly workingTimes: readonly WorkingTime[];
  readonly timeOff: readonly {
    id: number;
    mechanicId: string;
    enteredByMechanic: boolean;
    sick: boolean;
  }[];
  readonly holidays: readonly string[];
  readonly settings: TestApp['business'];
  readonly settingsVersion: number;
}

/** A mechanic's skills, weekly hours (weekday 0 is Sunday), and hours for specific dates. */
export interface WorkingTime {
  readonly mechanicId: string;
  readonly skills: readonly string[];
  readonly intervals: readonly (HoursInterval & { readonly weekday: number })[];
  readonly exceptions: readonly {
    readonly date: string;
    readonly startTime: string | null;
    readonly endTime: string | null;
  }[];
}

/** Reads the current state of the business from the database. */
export async function readBusiness({ store }: TestApp): Promise<Business> {
  // Notifications are inserted when events get their numbers.
  await sql`select number_outbox()`.execute(store.kysely);
  const { rows } = await sql<{ business: Business }>`
    select json_build_object(
      'people', ${jsonList(sql`select p.id, coalesce(a.role, 'customer') as role,
        coalesce(a.active, false) as active, deleted_at is not null as deleted
        from people p left join accounts a on a.id = p.id order by p.id`)},
      'mechanics', ${jsonList(sql`select person_id as id from mechanics where active order by 1`)},
      'services', ${jsonList(sql`select id from services order by id`)},
      'vehicles', ${jsonList(sql`select id, customer_id as "customerId" from vehicles order by id`)},
      'appointments', ${jsonList(sql`select id, customer_id as "customerId", service_id as "serviceId",
        mechanic_id as "mechanicId", declined_by as "declinedBy", status, date::text,
        to_char(start_time, 'HH24:MI') as "startTime", held_mechanic_id as "heldMechanicId"
        from appointments order by id`)},
      'payments', ${jsonList(sql`select p.id, p.status, (amount - refunded_amount)::float as remaining,
        mechanic_id as "mechanicId"
        from payments p left join appointments a on a.id = appointment_id order by p.id`)},
      'plans', ${jsonList(sql`select id, version from plans order by id`)},
      'subscriptions', ${jsonList(sql`select s.id, customer_id as "customerId",
        ended_at is not null as "hasEnded", max(p.ends)::text as "intervalEnd"
        from subscriptions s join subscription_periods p on p.subscription_id = s.id
        group by s.id order by s.id`)},
      'areas', ${jsonList(sql`select id from service_areas order by id`)},
      'conversations', ${jsonList(sql`select person_id as "personId", last_number as "lastNumber"
        from conversations order by 1`)},
      'notifications', ${jsonList(sql`select recipient_id as "recipientId", json_agg(id order by id) as ids
        from notifications group by 1 order by 1`)},
      'workingTimes', ${jsonList(sql`select person_id as "mechanicId", skills,
        ${jsonList(sql`select weekday, to_char(starts, 'HH24:MI') as "startTime",
          to_char(ends, 'HH24:MI') as "endTime"
          from working_hours where mechanic_id = person_id order by weekday, starts`)} as intervals,
        ${jsonList(sql`select date::text, to_char(starts, 'HH24:MI') as "startTime",
          to_char(ends, 'HH24:MI') as "endTime"
          from working_day_exceptions where mechanic_id = person_id order by date, starts`)} as exceptions
        from mechanics order by 1`)},
      'timeOff', ${jsonList(sql`select id, mechanic_id as "mechanicId", by_mechanic as "enteredByMechanic", sick
        from time_off order by id`)},
      'holidays', ${jsonList(sql`select date::text as id from holidays order by 1`)},
      'settings', ${businessSettings},
      'settingsVersion', (select version from business)
    ) as business`.execute(store.kysely);
  const [row] = rows;
  if (!row) throw new Error('A SELECT without FROM returned no row.');
  const { business } = row;
  return {
    ...business,
    mechanics: unwrapIds(business.mechanics),
    services: unwrapIds(business.services),
    areas: unwrapIds(business.areas),
    holidays: unwrapIds(business.holidays),
  };
}

function jsonList(query: ReturnType<typeof sql>) {
  return sql`(select coalesce(json_agg(row_to_json(found)), '[]') from (${query}) as found)`;
}

/** Unwraps ids: the JSON lists contain an object for each row, even if it has only one column. */
function unwrapIds<Id>(rows: readonly Id[]): Id[] {
  return rows.map((row) => (row as { id: Id }).id);
}

/** Returns whether the appointment is neither completed nor canceled. */
export function isOpen({ status }: Appointment): boolean {
  return status !== 'completed' && status !== 'cancelled';
}

/** Returns whether the appointment still needs a mechanic. */
export function needsMechanic({ status }: Appointment): boolean {
  return status === 'pending' || status === 'unassigned';
}
