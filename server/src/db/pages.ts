import { sql, type RawBuilder } from 'kysely';

/** One page of a list, and where the next one starts; null after the last. */
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

/** Where a page starts: after the row with these values, one for each column of the order. */
export function encodeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The values a cursor holds, or null when it is not one for `length` columns. */
export function decodeCursor(cursor: string, length: number): (string | number)[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(values) || values.length !== length) return null;
    return values.every((value) => typeof value === 'string' || typeof value === 'number')
      ? values
      : null;
  } catch {
    return null;
  }
}

/** `order by` these columns. */
export function orderBy(columns: readonly SortColumn[]): RawBuilder<unknown> {
  const terms = columns.map(({ column, descending }) =>
    descending ? sql`${column} desc` : sql`${column} asc`,
  );
  return sql`order by ${sql.join(terms)}`;
}

/**
 * The condition that a row comes after the cursor's. All columns must run in one direction: the
 * database then answers it from the index by one row comparison.
 */
export function afterCursor(
  columns: readonly SortColumn[],
  values: readonly (string | number)[],
): RawBuilder<unknown> {
  const left = sql.join(columns.map(({ column }) => column));
  const right = sql.join(
    columns.map(({ type }, index) => sql`${String(values[index])}::text::${sql.raw(type)}`),
  );
  return columns[0]?.descending ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`;
}

/** All of the conditions, or true when there are none. */
export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Text to look for with `like`, its wildcards taken literally. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

