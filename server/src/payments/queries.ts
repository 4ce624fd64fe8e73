// Reads tables owned by these modules: accounts, appointments, services
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import { totalOf } from '@curbwrench/contract/payments/price';
import type {
  AppointmentLine,
  Payment,
  PaymentQuery,
  PaymentSummary,
} from '@curbwrench/contract/payments/schemas';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import {
  afterCursor,
  joinWithAnd,
  limitTo,
  containsPattern,
  decodeCursor,
  orderBy,
  toPage,
  type Page,
  type SortColumn,
} from '../database/paging.ts';
import { getCountScopeName, type ReadScope } from '../database/read-scope.ts';
import type { Database } from '../database/schema.ts';
import { toInstant } from '../application/rules/business-time.ts';
import { matchesPerson } from '../accounts/queries/users.ts';
import { linesOfAppointment } from './line-queries.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** A payment with the columns of its customer and services that a list shows. */
export interface PaymentRow {
  id: number;
  customer_id: string;
  appointment_id: number | null;
  amount: string;
  refunded_amount: string;
  status: PaymentStatus;
  payment_method: string | null;
  transaction_id: string | null;
  created_at: Date;
  paid_at: Date | null;
  /** `created_at` to the microsecond, for the cursor of the next page. */
  created_text: string;
  first_name: string;
  last_name: string;
  /** Null if the customer has no email address. */
  email: string | null;
  /** The services of its appointment, in the order of the line items. */
  service_ids: number[];
  /** The name of the first service at booking; null without an appointment. */
  service_name: string | null;
}

/** One refund of a payment. */
export interface RefundRow {
  id: number;
  amount: string;
  reason: string;
  created_at: Date;
}

/**
 * Returns one page of payments, newest first by default, or null if the cursor does not match this order. `paidOn`
 * is a date in `timeZone`.
 */
export async function listPayments(
  db: Handle,
  scope: ReadScope,
  query: PaymentQuery,
  timeZone: string,
): Promise<Page<PaymentRow> | null> {
  const sort = query.sort ?? '-date';
  const order = sortOrder(sort);
  const conditions = [scopeCondition(scope), ...filterConditions(query, scope, timeZone)];
  if (query.cursor !== undefined) {
    const values = decodeCursor(query.cursor, order);
    if (!values) return null;
    conditions.push(afterCursor(order, values));
  }
  const limit = query.limit ?? 50;
  const { rows } = await sql<PaymentRow>`
    ${selectPayments} where ${joinWithAnd(conditions)} ${orderBy(order)} ${limitTo(limit + 1)}
  `.execute(db);
  return toPage(rows, limit, (last) => [...sortValues(sort, last), last.id]);
}

/** A payment with its refunds and the line items of its appointment. */
export interface FullPayment {
  readonly payment: PaymentRow;
  /** Oldest first. */
  readonly refunds: readonly RefundRow[];
  /** Empty without an appointment, or if the line items don't add up to the amount. */
  readonly lines: readonly AppointmentLine[];
}

/** Returns a payment with its refunds and line items; null if the scope has no payment with this id. */
export async function findPayment(
  db: Handle,
  scope: ReadScope,
  id: number,
): Promise<FullPayment | null> {
  const paymentRows = await sql<PaymentRow>`
    ${selectPayments} where p.id = ${id} and ${scopeCondition(scope)}
  `.execute(db);
  const [payment] = paymentRows.rows;
  if (!payment) return null;
  const refunds = await sql<RefundRow>`
    select id, amount, reason, created_at from refunds where payment_id = ${id} order by id
  `.execute(db);
  const appointments = await sql<{ lines: FullPayment['lines'] }>`
    select ${linesOfAppointment} as lines from appointments a where a.id = ${payment.appointment_id}
  `.execute(db);
  const lines = appointments.rows[0]?.lines ?? [];
  return {
    payment,
    refunds: refunds.rows,
    lines: totalOf(lines) === payment.amount ? lines : [],
  };
}

/** Returns the first service that a payment is for, and the number of its other services. */
export function getPaidServices({
  service_ids: [id, ...otherIds],
  service_name: name,
}: PaymentRow): Pick<Payment, 'service' | 'moreServices'> {
  return {
    service: id === undefined || name === null ? null : { id, name },
    moreServices: otherIds.length,
  };
}

const selectPayments = sql`
  select p.*, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_text,
    u.first_name, u.last_name, u.email,
    first.description as service_name,
    array(select l.service_id from appointment_lines l
      where l.appointment_id = p.appointment_id and l.kind = 'service' order by l.position) as service_ids
  from payments p
  join people u on u.id = p.customer_id
  left join appointment_lines first on first.appointment_id = p.appointment_id and first.position = 1`;

/** Returns the counts by status and the total paid minus refunds, for all payments in the scope. */
export async function summarizePayments(db: Handle, scope: ReadScope): Promise<PaymentSummary> {
  const { rows } = await sql<{ status: PaymentStatus; count: number; amount: string }>`
    select status, sum(count)::bigint as count, sum(amount)::text as amount from payment_totals
    where reader = ${getCountScopeName(scope)} group by status
  `.execute(db);
  const findTotal = (status: PaymentStatus) => rows.find((row) => row.status === status);
  return {
    totalRevenue: findTotal('completed')?.amount ?? '0.00',
    completed: findTotal('completed')?.count ?? 0,
    pending: findTotal('pending')?.count ?? 0,
    failed: findTotal('failed')?.count ?? 0,
    refunded: findTotal('refunded')?.count ?? 0,
  };
}

function scopeCondition(scope: ReadScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'customer':
      return sql`p.customer_id = ${scope.id}`;
    case 'mechanic':
      return sql`exists (select 1 from appointments own
        where own.id = p.appointment_id and own.mechanic_id = ${scope.id})`;
  }
}

function filterConditions(
  query: PaymentQuery,
  scope: ReadScope,
  timeZone: string,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (query.status) conditions.push(sql`p.status = ${query.status}`);
  if (query.customerId !== undefined) conditions.push(sql`p.customer_id = ${query.customerId}`);
  if (query.paidOn !== undefined) {
    const start = toInstant(query.paidOn, '00:00', timeZone);
    const end = toInstant(query.paidOn, '24:00', timeZone);
    conditions.push(sql`p.paid_at >= ${start} and p.paid_at < ${end}`);
  }
  if (query.search) {
    const like = containsPattern(query.search);
    conditions.push(sql`(
      p.customer_id in (
        select id from people where ${matchesPerson(query.search, scope)}
      )
      or exists (
        select from appointment_lines l join services s on s.id = l.service_id
        where l.appointment_id = p.appointment_id and lower(s.name) like ${like})
    )`);
  }
  return conditions;
}

function sortOrder(sort: NonNullable<PaymentQuery['sort']>): SortColumn[] {
  const descending = sort.startsWith('-');
  const created: SortColumn = { column: sql`p.created_at`, descending, type: 'timestamptz' };
  const id: SortColumn = { column: sql`p.id`, descending, type: 'int' };
  switch (sort.replace('-', '')) {
    case 'amount':
      return [{ column: sql`p.amount`, descending, type: 'numeric' }, id];
    case 'status':
      return [{ column: sql`p.status`, descending, type: 'text' }, created, id];
    case 'customer':
      return [
        { column: sql`u.last_name`, descending, type: 'text' },
        { column: sql`u.first_name`, descending, type: 'text' },
        { column: sql`u.id`, descending, type: 'text' },
        id,
      ];
    default:
      return [created, id];
  }
}

function sortValues(sort: NonNullable<PaymentQuery['sort']>, row: PaymentRow): string[] {
  switch (sort.replace('-', '')) {
    case 'amount':
      return [row.amount];
    case 'status':
      return [row.status, row.created_text];
    case 'customer':
      return [row.last_name, row.first_name, row.customer_id];
    default:
      return [row.created_text];
  }
}
