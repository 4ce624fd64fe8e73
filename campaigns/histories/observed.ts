import type { TestApp } from '@curbwrench/testing/start-app';
import { sql } from 'kysely';
import { fail } from './disagreement.ts';
import type { ModelAppointment, Role } from './model.ts';

/** Everything of a history that the database holds; `State` without what the server may choose. */
export interface Observed extends State {
  /** Whose time each appointment holds. */
  readonly holders: Readonly<Record<number, string | null>>;
  /** The numbers of payments, by what they are for. */
  readonly paymentIds: Readonly<Record<string, number>>;
  /** The numbers of what stands under each person's bell, the oldest first. */
  readonly bellIds: Readonly<Record<string, readonly number[]>>;
  /** Events after the number asked for: number, kind, subject. */
  readonly events: readonly (readonly [number, string, string])[];
}

/** What the rules alone say. Rows are tuples, which read well where two differ. */
export interface State {
  /** Id, first name, role, whether they may come in. */
  readonly people: readonly (readonly [string, string, Role, boolean])[];
  /** Id, whether they work as a mechanic, available, the latitude where they are. */
  readonly mechanics: readonly (readonly [string, boolean, boolean, number | null])[];
  /** Id, price, duration, skill, archived. */
  readonly services: readonly (readonly [number, string, number, string | null, boolean])[];
  /** Id, owner, make, plate, active, archived. */
  readonly vehicles: readonly (readonly [
    number,
    string,
    string,
    string | null,
    boolean,
    boolean,
  ])[];
  readonly appointments: readonly Omit<
    ModelAppointment,
    'held' | 'cancelUntilHours' | 'startedAt'
  >[];
  /** What for, whose, amount, given back, status, method, refunds with their reasons. */
  readonly payments: readonly (readonly [
    string,
    string,
    string,
    string,
    string,
    string | null,
    readonly (readonly [string, string])[],
  ])[];
  /** Id, price, interval, discount, uses by service, version, archived. */
  readonly plans: readonly (readonly [
    number,
    string,
    string,
    number,
    readonly (readonly [number, number])[],
    number,
    boolean,
  ])[];
  /** Id, whose, plan, price, discount, uses by service, renews, ended, latest interval and its days. */
  readonly subscriptions: readonly (readonly [
    number,
    string,
    number,
    string,
    number,
    readonly (readonly [number, number])[],
    boolean,
    boolean,
    number,
    string,
    string,
  ])[];
  /** Id, ZIP codes, whether it has a circle, fee. */
  readonly areas: readonly (readonly [number, readonly string[], boolean, string])[];
  /** Whose, read by them, read by the office, messages: author, text. */
  readonly conversations: readonly (readonly [
    string,
    number,
    number,
    readonly (readonly [string, string | null])[],
  ])[];
  /** Whose, and each line: kind, noun and id, read. */
  readonly bells: readonly (readonly [string, readonly (readonly [string, string, boolean])[]])[];
  /** Whose, text messages, newsletter. */
  readonly preferences: readonly (readonly [string, boolean, boolean])[];
}

/** Reads the whole state in one statement, with the events after a number. */
export async function observe({ store }: TestApp, afterEvent: number): Promise<Observed> {
  // Bells are written when events get their numbers.
  await sql`select number_outbox()`.execute(store.kysely);
  const { rows } = await sql<{ state: Observed }>`
    select json_build_object(
      'people', (select json_agg(json_build_array(id, first_name, role, active) order by id)
        from users),
      'mechanics', (select coalesce(json_agg(json_build_array(
          user_id, active, available, latitude) order by user_id), '[]') from mechanics),
      'services', (select coalesce(json_agg(json_build_array(
          id, price::text, duration, skill, archived_at is not null) order by id), '[]')
        from services),
      'vehicles', (select coalesce(json_agg(json_build_array(
          id, customer_id, make, plate_number, is_active, archived_at is not null) order by id), '[]')
        from vehicles),
      'appointments', (select coalesce(json_agg(json_build_object(
          'id', a.id, 'customerId', customer_id, 'vehicleId', vehicle_id, 'serviceId', service_id,
          'price', price::text,
          'includedIn', (select subscription_id || '/' || number from subscription_periods p
            where p.id = a.included_in),
          'address', address, 'status', status, 'mechanicId', mechanic_id, 'date', date::text,
          'from', extract(epoch from start_time)::int / 60,
          'to', extract(epoch from end_time)::int / 60,
          'notes', notes, 'declinedBy', declined_by,
          'history', (select coalesce(json_agg(
              json_build_array(kind, actor_id, detail ->> 'reason') order by e.id), '[]')
            from appointment_events e where e.appointment_id = a.id)
        ) order by a.id), '[]') from appointments a),
      'holders', (select coalesce(json_object_agg(id, hold_mechanic_id), '{}') from appointments),
      'payments', (select coalesce(json_agg(json_build_array(
          label, customer_id, amount::text, refunded_amount::text, status, payment_method,
          (select coalesce(json_agg(json_build_array(r.amount::text, r.reason) order by r.id), '[]')
            from refunds r where r.payment_id = labelled.id)
        ) order by label collate "C"), '[]') from ${labelled}),
      'paymentIds', (select coalesce(json_object_agg(label, id), '{}') from ${labelled}),
      'plans', (select coalesce(json_agg(json_build_array(
          id, price::text, billing_interval, discount_percent,
          (select coalesce(json_agg(json_build_array(service_id, uses) order by service_id), '[]')
            from plan_services i where i.plan_id = plans.id),
          version, archived_at is not null) order by id), '[]') from plans),
      'subscriptions', (select coalesce(json_agg(json_build_array(
          s.id, customer_id, plan_id, price::text, discount_percent,
          (select coalesce(json_agg(json_build_array(service_id, uses) order by service_id), '[]')
            from subscription_services i where i.subscription_id = s.id),
          renews, ended_at is not null, p.number, p.starts::text, p.ends::text) order by s.id), '[]')
        from subscriptions s join subscription_periods p on p.subscription_id = s.id
          and p.number = (select max(number) from subscription_periods where subscription_id = s.id)),
      'areas', (select coalesce(json_agg(json_build_array(id,
          (select coalesce(json_agg(zip order by zip), '[]')
            from service_area_zips z where z.area_id = a.id),
          radius_miles is not null, call_out_fee::text) order by id), '[]') from service_areas a),
      'conversations', (select coalesce(json_agg(json_build_array(person_id, person_read, office_read,
          (select coalesce(json_agg(json_build_array(author_id, text) order by number), '[]')
            from messages m where m.person_id = c.person_id)) order by person_id), '[]')
        from conversations c),
      'bells', (select coalesce(json_agg(json_build_array(whose, lines) order by whose), '[]') from (
        select recipient_id as whose, json_agg(json_build_array(
          kind, subject || ' ' || subject_id, read_at is not null) order by id) as lines
        from notifications group by recipient_id) as bells),
      'bellIds', (select coalesce(json_object_agg(whose, ids), '{}') from (
        select recipient_id as whose, json_agg(id order by id) as ids
        from notifications group by recipient_id) as bells),
      'preferences', (select coalesce(json_agg(json_build_array(
          user_id, sms, newsletter) order by user_id), '[]') from notification_preferences),
      'events', (select coalesce(json_agg(json_build_array(id, kind, subject_id) order by id), '[]')
        from outbox where id > ${afterEvent})
    ) as state`.execute(store.kysely);
  const [row] = rows;
  if (!row) throw new Error('A query without a table answered no row.');
  return row.state;
}

/** Payments by what they are for, as the model names them. */
const labelled = sql`(
  select payments.*, coalesce('job ' || appointment_id,
    (select 'plan ' || subscription_id || '/' || number
      from subscription_periods p where p.payment_id = payments.id)) as label
  from payments) as labelled`;

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
