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
  /** What is left of it after its refunds. */
  readonly left: number;
  /** The mechanic of its job; null if there is none. */
  readonly mechanicId: string | null;
}

/** What exists and can be the object of a step. */
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
  readonly conversations: readonly { personId: string; last: number }[];
  readonly notifications: readonly { recipientId: string; ids: readonly number[] }[];
}

/** Reads the business with one statement. */
export async function readBusiness({ store }: TestApp): Promise<Business> {
  // Notifications are inserted when events get their numbers.
  await sql`select number_outbox()`.execute(store.kysely);
  const { rows } = await sql<{ business: Business }>`
    select json_build_object(
      'people', ${list(sql`select id, role, active, deleted_at is not null as deleted
        from users order by id`)},
      'mechanics', ${list(sql`select user_id as id from mechanics where active order by 1`)},
      'services', ${list(sql`select id from services order by id`)},
      'vehicles', ${list(sql`select id, customer_id as "customerId" from vehicles order by id`)},
      'appointments', ${list(sql`select id, customer_id as "customerId", service_id as "serviceId",
        mechanic_id as "mechanicId", declined_by as "declinedBy", status, date::text
        from appointments order by id`)},
      'payments', ${list(sql`select p.id, p.status, (amount - refunded_amount)::float as left,
        mechanic_id as "mechanicId"
        from payments p left join appointments a on a.id = appointment_id order by p.id`)},
      'plans', ${list(sql`select id, version from plans order by id`)},
      'subscriptions', ${list(sql`select s.id, customer_id as "customerId",
        ended_at is not null as ended, max(p.ends)::text as ends
        from subscriptions s join subscription_periods p on p.subscription_id = s.id
        group by s.id order by s.id`)},
      'areas', ${list(sql`select id from service_areas order by id`)},
      'conversations', ${list(sql`select person_id as "personId", last_number as last
        from conversations order by 1`)},
      'notifications', ${list(sql`select recipient_id as "recipientId", json_agg(id order by id) as ids
        from notifications group by 1 order by 1`)}
    ) as business`.execute(store.kysely);
  const [row] = rows;
  if (!row) throw new Error('A query without a table returned no row.');
  const { business } = row;
  return {
    ...business,
    mechanics: idsOf(business.mechanics),
    services: idsOf(business.services),
    areas: idsOf(business.areas),
  };
}

function list(query: ReturnType<typeof sql>) {
  return sql`(select coalesce(json_agg(row_to_json(found)), '[]') from (${query}) as found)`;
}

/** Rows of a single column are returned as objects with that column. */
function idsOf<Id>(rows: readonly Id[]): Id[] {
  return rows.map((row) => (row as { id: Id }).id);
}

export function isOpen({ status }: Appointment): boolean {
  return status !== 'completed' && status !== 'cancelled';
}

/** Returns whether it has no mechanic yet. */
export function isWaiting({ status }: Appointment): boolean {
  return status === 'pending' || status === 'unassigned';
}
