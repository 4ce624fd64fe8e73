import { isCalendarDate } from '@curbwrench/contract/fields/calendar';
import { sql, type RawBuilder } from 'kysely';

/** One page of a list, and the cursor of the next page; null on the last page. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}

/** A column of a sort order: its SQL, its direction and its SQL type. */
export interface SortColumn {
  readonly column: RawBuilder<unknown>;
  readonly descending: boolean;
  readonly type: 'date' | 'time' | 'int' | 'text' | 'numeric' | 'timestamptz';
}

/**
 * Returns a page of up to `limit` rows. The query must have read one more row if there is one, which shows that there
 * is a next page. `getCursorValues` returns a row's values, one for each column of the sort order.
 */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  getCursorValues: (row: Row) => readonly (string | number)[],
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, next: last === undefined ? null : encodeCursor(getCursorValues(last)) };
}

/** Returns the cursor of the page after the row with these values. */
function encodeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * Returns the values of a cursor, or null if it is not valid for this sort order. Clients may send anything,
 * and the database must be able to read each value as its column's type.
 */
export function decodeCursor(cursor: string, columns: readonly SortColumn[]): string[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(values) || values.length !== columns.length) return null;
    const strings = values.map((value: unknown) =>
      typeof value === 'number' ? String(value) : value,
    );
    return strings.every(
      (value, index): value is string =>
        typeof value === 'string' && isValidFor(value, columns[index]?.type),
    )
      ? strings
      : null;
  } catch {
    return null;
  }
}

function isValidFor(value: string, type: SortColumn['type'] | undefined): boolean {
  switch (type) {
    case 'date':
      return isCalendarDate(value);
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value);
    case 'int':
      return /^\d{1,10}$/.test(value) && Number(value) <= 2_147_483_647;
    case 'numeric':
      return /^\d{1,14}(\.\d{1,2})?$/.test(value);
    case 'timestamptz':
      return (
        isCalendarDate(value.slice(0, 10)) &&
        /^.{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/.test(value)
      );
    case 'text':
      return !/\0|\p{Surrogate}/u.test(value);
    case undefined:
      return false;
  }
}

/** Returns an `order by` clause for these columns. */
export function orderBy(columns: readonly SortColumn[]): RawBuilder<unknown> {
  const terms = columns.map(({ column, descending }) =>
    descending ? sql`${column} desc` : sql`${column} asc`,
  );
  return sql`order by ${sql.join(terms)}`;
}

/**
 * Returns a condition that selects the rows after the cursor's row. All columns must have the same direction, so
 * that the database can use an index with one row comparison.
 */
export function afterCursor(
  columns: readonly SortColumn[],
  values: readonly string[],
): RawBuilder<unknown> {
  const left = sql.join(columns.map(({ column }) => column));
  const right = sql.join(
    columns.map(({ type }, index) => sql`${values[index]}::text::${sql.raw(type)}`),
  );
  return columns[0]?.descending ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`;
}

/**
 * Returns a `limit` clause with a literal number. If it were a parameter, the plan of a prepared statement would not
 * know the limit: the planner would assume a tenth of the rows, and would sort the entire table.
 */
export function limitTo(rows: number): RawBuilder<unknown> {
  return sql`limit ${sql.lit(rows)}`;
}

/** Joins the conditions with `and`; returns `true` if there are none. */
export function joinWithAnd(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Returns a `like` pattern that matches lowercase text containing `text`, whose own wildcards are escaped. */
export function containsPattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
