import type {
  AppointmentCounts,
  AppointmentQuery,
} from '@curbwrench/contract/appointments/schemas';
import {
  appointmentStatuses,
  openStatuses,
  type AppointmentStatus,
} from '@curbwrench/contract/appointments/lifecycle';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { CurrentTime } from '../../application/rules/business-time.ts';
import { readAppointments, type AppointmentRow } from './appointment-rows.ts';
import { searchAppointments } from './appointment-search.ts';
import {
  afterCursor,
  joinWithAnd,
  limitTo,
  decodeCursor,
  orderBy,
  toPage,
  type Page,
  type SortColumn,
} from '../../database/paging.ts';
import { isOverdueOrMechanicOff } from './overdue.ts';
import { dateLiteral, isOpenCondition } from '../../scheduling/queries/open-appointments.ts';
import { getCountScopeName, type ReadScope } from '../../database/read-scope.ts';
import type { Database } from '../../database/schema.ts';

type DatabaseHandle = Kysely<Database> | Transaction<Database>;

/** Filters in addition to those of the endpoint; an empty or missing filter matches everything. */
interface ExtraFilters {
  /** Only appointments that are overdue at this time, or whose mechanic is off today. */
  readonly overdueAt?: Pick<CurrentTime, 'now' | 'local'> | undefined;
  readonly serviceIds?: readonly number[];
  readonly vehicleIds?: readonly number[];
}

/** The maximum number of appointments before today in the response to a request without parameters. */
const maxEarlierAppointments = 50;

/** Returns one appointment, or null if there is none with this id within the scope. */
export async function findAppointment(
  db: DatabaseHandle,
  scope: ReadScope,
  id: number,
): Promise<AppointmentRow | null> {
  const selection = sql`select * from appointments a where a.id = ${id} and ${scopeCondition(scope)}`;
  const [row] = await readAppointments(db, selection);
  return row ?? null;
}

/**
 * Returns appointments from today onward and the 50 most recent ones before today, earliest first (the response to a
 * request without parameters).
 */
export async function listUpcomingAndRecent(
  db: DatabaseHandle,
  scope: ReadScope,
  today: string,
): Promise<readonly AppointmentRow[]> {
  const selection = sql`
    select * from appointments a where a.date >= ${dateLiteral(today)} and ${scopeCondition(scope)}
    union all
    (select * from appointments a where a.date < ${dateLiteral(today)} and ${scopeCondition(scope)}
     order by a.date desc, a.start_time desc, a.id desc ${limitTo(maxEarlierAppointments)})
  `;
  return readAppointments(db, selection, dateOrder(false));
}

/**
 * Returns one page of the matching appointments in the requested order: by date and time, earliest first
 * unless `-date` or past appointments are requested. Returns null if the cursor does not match this order.
 */
export async function listAppointments(
  db: DatabaseHandle,
  scope: ReadScope,
  query: AppointmentQuery & ExtraFilters,
  today: string,
): Promise<Page<AppointmentRow> | null> {
  const order = dateOrder((query.sort ?? (query.when === 'past' ? '-date' : 'date')) === '-date');
  const conditions = [scopeCondition(scope), ...filterConditions(query, today)];
  if (query.cursor !== undefined) {
    const values = decodeCursor(query.cursor, order);
    if (!values) return null;
    conditions.push(afterCursor(order, values));
  }
  const limit = query.limit ?? 20;
  const selection = query.search
    ? searchAppointments(query.search, scope, conditions, order, limit + 1)
    : sql`select * from appointments a where ${joinWithAnd(conditions)}
        ${orderBy(order)} ${limitTo(limit + 1)}`;
  const rows = await readAppointments(db, selection, order);
  return toPage(rows, limit, (last) => [last.date, last.start_time, last.id]);
}

/** Returns the exact number of appointments in the scope by status, over all time or for one date. */
export async function countAppointments(
  db: DatabaseHandle,
  scope: ReadScope,
  date: string | undefined,
): Promise<AppointmentCounts> {
  const counts =
    date === undefined
      ? sql<StatusCount>`
          select status, sum(count)::bigint as count from appointment_counts
          where reader = ${getCountScopeName(scope)} group by status`
      : sql<StatusCount>`
          select a.status, count(*) as count from appointments a
          where a.date = ${date}::date and ${scopeCondition(scope)} group by a.status`;
  return toCounts(await counts.execute(db));
}

/** Returns the exact number of appointments in the scope that match the filters, by status. */
export async function countMatchingAppointments(
  db: DatabaseHandle,
  scope: ReadScope,
  query: Pick<AppointmentQuery & ExtraFilters, 'date' | 'when' | 'overdueAt'>,
  today: string,
): Promise<AppointmentCounts> {
  const conditions = [scopeCondition(scope), ...filterConditions(query, today)];
  return toCounts(
    await sql<StatusCount>`
      select a.status, count(*) as count from appointments a
      where ${joinWithAnd(conditions)} group by a.status
    `.execute(db),
  );
}

interface StatusCount {
  readonly status: AppointmentStatus;
  readonly count: number;
}

function toCounts({ rows }: { readonly rows: readonly StatusCount[] }): AppointmentCounts {
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return Object.fromEntries(
    appointmentStatuses.map((status) => [status, counts.get(status) ?? 0]),
  ) as AppointmentCounts;
}

function scopeCondition(scope: ReadScope): RawBuilder<unknown> {
  if (scope.kind === 'all') return sql`true`;
  return scope.kind === 'customer'
    ? sql`a.customer_id = ${scope.id}`
    : sql`a.mechanic_id = ${scope.id}`;
}

function filterConditions(
  query: AppointmentQuery & ExtraFilters,
  today: string,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  const [firstStatus, ...otherStatuses] = query.status ?? [];
  if (firstStatus !== undefined) {
    conditions.push(
      otherStatuses.length === 0
        ? sql`a.status = ${firstStatus}`
        : sql`a.status = any(${query.status}::text[])`,
    );
    // From a parameter alone, the planner cannot tell that the small index of open appointments is enough.
    if (query.status?.every(isOpen)) conditions.push(isOpenCondition);
  }
  if (query.overdueAt) conditions.push(isOverdueOrMechanicOff(query.overdueAt));
  if (query.date) conditions.push(sql`a.date = ${query.date}::date`);
  if (query.from) conditions.push(sql`a.date >= ${query.from}::date`);
  if (query.to) conditions.push(sql`a.date <= ${query.to}::date`);
  if (query.mechanicId) conditions.push(sql`a.mechanic_id = ${query.mechanicId}`);
  if (query.customerId) conditions.push(sql`a.customer_id = ${query.customerId}`);
  const { serviceIds = [], vehicleIds = [] } = query;
  if (serviceIds.length > 0)
    conditions.push(sql`exists (select from appointment_lines l
      where l.appointment_id = a.id and l.service_id = any(${serviceIds}::int[]))`);
  if (vehicleIds.length > 0) conditions.push(sql`a.vehicle_id = any(${vehicleIds}::int[])`);
  // Each appointment is either upcoming or past. Closed appointments are past, regardless of their date.
  if (query.when === 'upcoming')
    conditions.push(sql`a.date >= ${dateLiteral(today)}`, isOpenCondition);
  if (query.when === 'past')
    conditions.push(sql`(a.date < ${today}::date or not (${isOpenCondition}))`);
  return conditions;
}

function isOpen(status: AppointmentStatus): boolean {
  return openStatuses.some((open) => open === status);
}

function dateOrder(descending: boolean): SortColumn[] {
  return [
    { column: sql`a.date`, descending, type: 'date' },
    { column: sql`a.start_time`, descending, type: 'time' },
    { column: sql`a.id`, descending, type: 'int' },
  ];
}
