import type { TestApp } from '@curbwrench/server/testing/start-app';
import { sql } from 'kysely';
import { fail } from './disagreement.ts';
import type { Role, Status } from './model.ts';

/** Everything of a history that the database holds. */
export interface Observed {
  readonly appointments: readonly ObservedAppointment[];
  /** Appointment, amount and status. */
  readonly payments: readonly (readonly [number, string, string])[];
  /** Id, role, whether they may come in, whether they work as a mechanic, available. */
  readonly people: readonly (readonly [string, Role, boolean, boolean | null, boolean | null])[];
  /** Id, price, duration, skill, archived. */
  readonly services: readonly (readonly [number, string, number, string | null, boolean])[];
  /** Id, owner, make, active, archived. */
  readonly vehicles: readonly (readonly [number, string, string, boolean, boolean])[];
  /** Events after the number asked for: number, kind, subject. */
  readonly events: readonly (readonly [number, string, string])[];
}

export interface ObservedAppointment {
  readonly id: number;
  readonly customerId: string;
  readonly vehicleId: number;
  readonly serviceId: number;
  readonly price: string;
  readonly status: Status;
  readonly mechanicId: string | null;
  readonly holderId: string | null;
  readonly date: string;
  readonly from: number;
  readonly to: number;
  readonly notes: string | null;
  readonly declinedBy: readonly string[];
  readonly history: readonly (readonly [string, string])[];
}

/** Reads the whole state in one statement, with the events after a number. */
export async function observe({ store }: TestApp, afterEvent: number): Promise<Observed> {
  const { rows } = await sql<{ state: Observed }>`
    select json_build_object(
      'appointments', (select coalesce(json_agg(json_build_object(
          'id', a.id, 'customerId', customer_id, 'vehicleId', vehicle_id, 'serviceId', service_id,
          'price', price::text, 'status', status, 'mechanicId', mechanic_id,
          'holderId', hold_mechanic_id, 'date', date::text,
          'from', extract(epoch from start_time)::int / 60,
          'to', extract(epoch from end_time)::int / 60,
          'notes', notes, 'declinedBy', declined_by,
          'history', (select coalesce(json_agg(json_build_array(kind, actor_id) order by e.id), '[]')
            from appointment_events e where e.appointment_id = a.id)
        ) order by a.id), '[]') from appointments a),
      'payments', (select coalesce(json_agg(json_build_array(
          appointment_id, amount::text, status) order by appointment_id), '[]') from payments),
      'people', (select json_agg(json_build_array(u.id, role, u.active, m.active, m.available) order by u.id)
        from users u left join mechanics m on m.user_id = u.id),
      'services', (select coalesce(json_agg(json_build_array(
          id, price::text, duration, skill, archived_at is not null) order by id), '[]')
        from services),
      'vehicles', (select coalesce(json_agg(json_build_array(
          id, customer_id, make, is_active, archived_at is not null) order by id), '[]')
        from vehicles),
      'events', (select coalesce(json_agg(json_build_array(id, kind, subject_id) order by id), '[]')
        from outbox where id > ${afterEvent})
    ) as state`.execute(store.kysely);
  const [row] = rows;
  if (!row) throw new Error('A query without a table answered no row.');
  return row.state;
}

/** Once everyone was told, every event has a number, in the order in which they were committed. */
export async function checkNumbers({ store }: TestApp): Promise<void> {
  await sql`select number_outbox()`.execute(store.kysely);
  const { rows } = await sql<{ number: string | number | null }>`
    select number from outbox order by id`.execute(store.kysely);
  const numbers = rows.map(({ number }) => (number === null ? null : Number(number)));
  for (const [index, number] of numbers.entries()) {
    const before = numbers[index - 1];
    if (number === null) fail('an event has no number');
    if (index > 0 && number !== Number(before) + 1) fail(`event ${number} follows ${before}`);
  }
}
