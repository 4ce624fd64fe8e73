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
}

export interface Payment {
  readonly id: number;
  readonly status: string;
  /** The amount after refunds. */
  readonly remaining: number;
  /** The mechanic of the paid job; null if there is none. */
  readonly mechanicId: string | null;
}

/** The state of the business before a step, from which the step's objects are chosen. */
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
    ended: boolean;
    ends: string;
  }[];
  readonly areas: readonly number[];
  readonly conversations: readonly { personId: string; lastNumber: number }[];
  readonly notifications: readonly { recipientId: string; ids: readonly number[] }[];
}

/** Reads the current state with one statement. */
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
        mechanic_id as "mechanicId", declined_by as "declinedBy", status, date::text
        from appointments order by id`)},
      'payments', ${jsonList(sql`select p.id, p.status, (amount - refunded_amount)::float as remaining,
        mechanic_id as "mechanicId"
        from payments p left join appointments a on a.id = appointment_id order by p.id`)},
      'plans', ${jsonList(sql`select id, version from plans order by id`)},
      'subscriptions', ${jsonList(sql`select s.id, customer_id as "customerId",
        ended_at is not null as ended, max(p.ends)::text as ends
        from subscriptions s join subscription_periods p on p.subscription_id = s.id
        group by s.id order by s.id`)},
      'areas', ${jsonList(sql`select id from service_areas order by id`)},
      'conversations', ${jsonList(sql`select person_id as "personId", last_number as "lastNumber"
        from conversations order by 1`)},
      'notifications', ${jsonList(sql`select recipient_id as "recipientId", json_agg(id order by id) as ids
        from notifications group by 1 order by 1`)}
    ) as business`.execute(store.kysely);
  const [row] = rows;
  if (!row) throw new Error('A query without a table returned no row.');
  const { business } = row;
  return {
    ...business,
    mechanics: unwrapIds(business.mechanics),
    services: unwrapIds(business.services),
    areas: unwrapIds(business.areas),
  };
}

function jsonList(query: ReturnType<typeof sql>) {
  return sql`(select coalesce(json_agg(row_to_json(found)), '[]') from (${query}) as found)`;
}

/** Unwraps ids: JSON lists contain an object per row, even for a single column. */
function unwrapIds<Id>(rows: readonly Id[]): Id[] {
  return rows.map((row) => (row as { id: Id }).id);
}

export function isOpen({ status }: Appointment): boolean {
  return status !== 'completed' && status !== 'cancelled';
}

/** Returns whether the appointment still needs a mechanic. */
export function needsMechanic({ status }: Appointment): boolean {
  return status === 'pending' || status === 'unassigned';
}
