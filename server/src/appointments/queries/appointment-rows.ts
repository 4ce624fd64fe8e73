// Reads tables owned by these modules: accounts, mechanics, payments, plans, vehicles
import { totalOf } from '@curbwrench/contract/payments/price';
import type { AppointmentLine } from '@curbwrench/contract/payments/schemas';
import { servicesText } from '@curbwrench/contract/services/services-text';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import { isStranded } from './overdue.ts';
import type { AppointmentState } from '../rules/appointment.ts';
import { linesOfAppointment } from '../../payments/line-queries.ts';
import { orderBy, type SortColumn } from '../../database/paging.ts';
import type { AppointmentsTable, Database } from '../../database/schema.ts';

/** An appointment with the names and details that screens show, before access rules are applied. */
export type AppointmentRow = Selectable<AppointmentsTable> & {
  /** In order of position; the first is a service. */
  readonly lines: readonly AppointmentLine[];
  readonly vehicle_make: string;
  readonly vehicle_model: string;
  readonly vehicle_year: number;
  readonly vehicle_plate: string | null;
  readonly customer_first_name: string;
  readonly customer_last_name: string;
  readonly customer_email: string | null;
  readonly customer_phone: string | null;
  readonly customer_image: string | null;
  readonly mechanic_first_name: string | null;
  readonly mechanic_last_name: string | null;
  readonly mechanic_email: string | null;
  readonly mechanic_image: string | null;
  readonly payment_id: number | null;
  readonly payment_status: PaymentStatus | null;
  readonly payment_amount: string | null;
  /** Status of the payment for the plan that reduced the price; null if no plan did. */
  readonly plan_fee_status: PaymentStatus | null;
  /** When the mechanic of a job in progress arrived. */
  readonly arrived_at: Date | null;
  /** Whether the business has any active mechanic. */
  readonly has_mechanics: boolean;
  /** When the mechanic switched to offline on the appointment's day. */
  readonly mechanic_off_since: Date | null;
  /** Whether the mechanic no longer works at that time, because of time off or a change of working time. */
  readonly is_stranded: boolean;
};

/**
 * Reads the appointments that `selection` returns, with the names and details that screens show, sorted by `order`.
 * `selection` is a query over `appointments a` that may have its own order and limit. Only the selected rows are
 * joined, however many appointments there are.
 *
 * `withClause` is a `with` clause that makes changes. The selection reads the results of these changes.
 *
 * Uses raw SQL, because every list and booking runs this query, and building it with Kysely would take longer than the
 * database takes to run it.
 */
export async function readAppointments(
  db: Kysely<Database> | Transaction<Database>,
  selection: RawBuilder<unknown>,
  order: readonly SortColumn[] = [],
  withClause?: RawBuilder<unknown>,
): Promise<AppointmentRow[]> {
  const { rows } = await sql<AppointmentRow>`
    ${withClause === undefined ? sql`` : sql`with ${withClause}`}
    select a.*,
      ${linesOfAppointment} as lines,
      v.make as vehicle_make, v.model as vehicle_model, v.year as vehicle_year,
      v.plate_number as vehicle_plate,
      c.first_name as customer_first_name, c.last_name as customer_last_name,
      c.email as customer_email, c.phone as customer_phone, c.image as customer_image,
      m.first_name as mechanic_first_name, m.last_name as mechanic_last_name,
      m.email as mechanic_email, m.image as mechanic_image,
      p.id as payment_id, p.status as payment_status, p.amount as payment_amount,
      fee.status as plan_fee_status,
      case when a.status = 'in_progress' then (
        select min(arrival.at) from appointment_events arrival
        where arrival.appointment_id = a.id and arrival.kind = 'arrived'
      ) end as arrived_at,
      (select exists (select from mechanics where active)) as has_mechanics,
      (select off.availability_set_at from mechanics off
        where off.person_id = a.mechanic_id and off.availability_set_on = a.date and not off.available
      ) as mechanic_off_since,
      ${isStranded} as is_stranded
    from (${selection}) a
    join vehicles v on v.id = a.vehicle_id
    join people c on c.id = a.customer_id
    left join people m on m.id = a.mechanic_id
    left join payments p on p.appointment_id = a.id
    left join subscription_periods benefit on benefit.id = a.benefit_period_id
    left join payments fee on fee.id = benefit.payment_id
    ${order.length === 0 ? sql`` : orderBy(order)}
  `.execute(db);
  return rows;
}

/** A summary of an appointment's line items. */
export interface LineSummary {
  /** The first service. */
  readonly service: string;
  /** All services, shortened: 'Oil Change + 1 more'. */
  readonly services: string;
  readonly price: string;
  /** The total duration of all services as booked, in minutes. */
  readonly duration: number;
}

/** Returns the summary of an appointment's line items. */
export function summarizeLines({ lines }: Pick<AppointmentRow, 'lines'>): LineSummary {
  const services = lines.filter(({ kind }) => kind === 'service');
  const service = services[0]?.description ?? '';
  return {
    service,
    services: servicesText(service, services.length - 1),
    price: totalOf(lines),
    duration: services.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
  };
}

/** Converts a row to the state that the rules use. */
export function toAppointmentState(
  row: Pick<
    Selectable<AppointmentsTable>,
    | 'customer_id'
    | 'mechanic_id'
    | 'status'
    | 'date'
    | 'start_time'
    | 'end_time'
    | 'cancellation_cutoff_hours'
  >,
): AppointmentState {
  return {
    customerId: row.customer_id,
    mechanicId: row.mechanic_id,
    status: row.status,
    date: row.date,
    startTime: row.start_time.slice(0, 5),
    endTime: row.end_time.slice(0, 5),
    cancellationCutoffHours: row.cancellation_cutoff_hours,
  };
}
