// Reads tables owned by these modules: accounts, appointments
import type {
  PublicReviewQuery,
  ReviewQuery,
  ReviewSummary,
} from '@curbwrench/contract/reviews/schemas';
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import {
  afterCursor,
  decodeCursor,
  joinWithAnd,
  limitTo,
  orderBy,
  toPage,
  type Page,
  type SortColumn,
} from '../database/paging.ts';
import type { Database, ReviewsTable } from '../database/schema.ts';

type DatabaseHandle = Kysely<Database> | Transaction<Database>;

/** A review's own columns. */
export type ReviewRow = Selectable<ReviewsTable>;

/** A review with the names that the lists show. */
export interface ListedReviewRow extends ReviewRow {
  readonly customer_first_name: string;
  readonly customer_last_name: string;
  readonly customer_is_deleted: boolean;
  readonly mechanic_first_name: string;
  readonly mechanic_last_name: string;
  /** The services of the appointment at the time of booking. */
  readonly services: readonly string[];
  /** `created_at` to the microsecond, for the cursor of the next page. */
  readonly created_text: string;
}

const newestFirst: readonly SortColumn[] = [
  { column: sql`r.created_at`, descending: true, type: 'timestamptz' },
  { column: sql`r.id`, descending: true, type: 'int' },
];

const defaultPageSize = 20;

/** Returns the review of an appointment; null if it has none. */
export async function findReviewOfAppointment(
  db: DatabaseHandle,
  appointmentId: number,
): Promise<ReviewRow | null> {
  const row = await db
    .selectFrom('reviews')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns one page of all reviews, or of one mechanic's, including hidden ones, newest first. Null if the cursor does
 * not belong to this list.
 */
export function listReviews(
  db: DatabaseHandle,
  { mechanicId, ...page }: ReviewQuery,
): Promise<Page<ListedReviewRow> | null> {
  return readPage(db, mechanicCondition(mechanicId), page);
}

/** Returns one page of the reviews that everyone sees, newest first. Null if the cursor does not belong to this list. */
export function listPublicReviews(
  db: DatabaseHandle,
  page: PublicReviewQuery,
): Promise<Page<ListedReviewRow> | null> {
  return readPage(db, sql`r.hidden_reason is null`, page);
}

/** Returns the exact counts and the average of all reviews, or of one mechanic's. Hidden ones are included. */
export async function summarizeReviews(
  db: DatabaseHandle,
  mechanicId?: string,
): Promise<ReviewSummary> {
  const { rows } = await sql<ReviewSummary>`
    select count(*)::int as count, count(hidden_reason)::int as hidden,
      round(avg(rating), 2)::float8 as average
    from reviews r where ${mechanicCondition(mechanicId)}
  `.execute(db);
  return rows[0] ?? { count: 0, hidden: 0, average: null };
}

/** The state that determines whether an appointment can be reviewed. */
interface ReviewableAppointment {
  readonly customer_id: string;
  readonly mechanic_id: string | null;
  readonly status: string;
}

/** Returns the state that determines whether an appointment can be reviewed; null if there is none with this id. */
export async function findReviewableAppointment(
  db: DatabaseHandle,
  id: number,
): Promise<ReviewableAppointment | null> {
  const row = await db
    .selectFrom('appointments')
    .select(['customer_id', 'mechanic_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

async function readPage(
  db: DatabaseHandle,
  condition: RawBuilder<unknown>,
  { cursor, limit = defaultPageSize }: PublicReviewQuery,
): Promise<Page<ListedReviewRow> | null> {
  const conditions = [condition];
  if (cursor !== undefined) {
    const values = decodeCursor(cursor, newestFirst);
    if (!values) return null;
    conditions.push(afterCursor(newestFirst, values));
  }
  const { rows } = await sql<ListedReviewRow>`
    select r.*, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_text,
      c.first_name as customer_first_name, c.last_name as customer_last_name,
      c.deleted_at is not null as customer_is_deleted,
      m.first_name as mechanic_first_name, m.last_name as mechanic_last_name,
      array(select l.description from appointment_lines l
        where l.appointment_id = r.appointment_id and l.kind = 'service' order by l.position) as services
    from reviews r
    join people c on c.id = r.customer_id
    join people m on m.id = r.mechanic_id
    where ${joinWithAnd(conditions)} ${orderBy(newestFirst)} ${limitTo(limit + 1)}
  `.execute(db);
  return toPage(rows, limit, (last) => [last.created_text, last.id]);
}

function mechanicCondition(mechanicId: string | undefined): RawBuilder<unknown> {
  return mechanicId === undefined ? sql`true` : sql`r.mechanic_id = ${mechanicId}`;
}
