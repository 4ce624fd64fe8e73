import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import type { AppointmentState } from '../domain/appointment.ts';
import type { SortColumn } from './pages.ts';
import type { AppointmentsTable, Database } from './schema.ts';

/** An appointment with the names its screens need, before anyone decides who may see what. */
export type AppointmentRow = Awaited<ReturnType<typeof readAppointments>>[number];

/**
 * The appointments that `chosen` selects (a query over `appointments a` that may order and
 * limit), each with its names, in `order`. The choice is made first: however many there are, only
 * a page of them is joined.
 */
export function readAppointments(
  db: Kysely<Database> | Transaction<Database>,
  chosen: RawBuilder<unknown>,
  order: readonly SortColumn[] = [],
) {
  let query = db
    .selectFrom(sql<Selectable<AppointmentsTable>>`(${chosen})`.as('a'))
    .innerJoin('services as s', 's.id', 'a.service_id')
    .innerJoin('vehicles as v', 'v.id', 'a.vehicle_id')
    .innerJoin('users as c', 'c.id', 'a.customer_id')
    .leftJoin('users as m', 'm.id', 'a.mechanic_id')
    .leftJoin('payments as p', 'p.appointment_id', 'a.id')
    .leftJoin('subscription_periods as benefit', 'benefit.id', 'a.benefit_period_id')
    .leftJoin('payments as fee', 'fee.id', 'benefit.payment_id')
    .selectAll('a')
    .select([
      's.name as service_name',
      's.duration as service_duration',
      'v.make as vehicle_make',
      'v.model as vehicle_model',
      'v.year as vehicle_year',
      'v.plate_number as vehicle_plate',
      'c.first_name as customer_first_name',
      'c.last_name as customer_last_name',
      emailOf('c').as('customer_email'),
      'c.phone as customer_phone',
      'c.image as customer_image',
      'm.first_name as mechanic_first_name',
      'm.last_name as mechanic_last_name',
      emailOf('m').as('mechanic_email'),
      'm.image as mechanic_image',
      'p.id as payment_id',
      'p.status as payment_status',
      'p.amount as payment_amount',
      // Of the plan that made the price; null: none did.
      'fee.status as plan_fee_status',
      sql<boolean>`(select exists (select 1 from mechanics where active))`.as('has_mechanics'),
      // When its mechanic switched off on its day.
      sql<Date | null>`(select off.switched_at from mechanics off
        where off.user_id = a.mechanic_id and off.switched_on = a.date and not off.available)`.as(
        'mechanic_off_since',
      ),
    ]);
  for (const { column, descending } of order) {
    query = query.orderBy(column, descending ? 'desc' : 'asc');
  }
  return query.execute();
}

/** What stands for the address of somebody deleted is no address. */
function emailOf(person: 'c' | 'm'): RawBuilder<string | null> {
  return sql`case when ${sql.ref(`${person}.deleted_at`)} is null then ${sql.ref(`${person}.email`)} end`;
}

/** The row as the rules read it. */
export function stateOf(
  row: Pick<
    Selectable<AppointmentsTable>,
    | 'customer_id'
    | 'mechanic_id'
    | 'status'
    | 'date'
    | 'start_time'
    | 'end_time'
    | 'cancel_until_hours'
  >,
): AppointmentState {
  return {
    customerId: row.customer_id,
    mechanicId: row.mechanic_id,
    status: row.status,
    date: row.date,
    startTime: row.start_time.slice(0, 5),
    endTime: row.end_time.slice(0, 5),
    cancelUntilHours: row.cancel_until_hours,
  };
}
