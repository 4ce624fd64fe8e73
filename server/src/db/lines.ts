import { sql, type RawBuilder } from 'kysely';

/*
 * Rows as one text, for what is read on every look at a day: PostgreSQL makes JSON of a hundred
 * rows in twice the time that finding them takes. Rows, their values and the items of a list are
 * parted by the control characters that ASCII has for it, which no text that comes in may contain
 * (contract/src/fields.ts). Nulls and empty texts read the same.
 */

const [row, value, item] = ['\u001e', '\u001f', '\u001d'];

/** The values of one row, as text; null and the empty text are ''. */
export type Line<
  Length extends number,
  Values extends readonly string[] = readonly [],
> = Values['length'] extends Length ? Values : Line<Length, readonly [...Values, string]>;

/** An aggregate of whole rows, for `readLines`; null when there is none. */
export function linesOf(...values: readonly RawBuilder<unknown>[]): RawBuilder<string | null> {
  return sql`string_agg(concat(${sql.join(values, sql`, ${sql.lit(value)}, `)}), ${sql.lit(row)})`;
}

/** An array as one of the values of `linesOf`, for `readList`. */
export function listOf(array: RawBuilder<unknown>): RawBuilder<string> {
  return sql`array_to_string(${array}, ${sql.lit(item)})`;
}

/** What `linesOf` wrote, of so many values each. Throws when a value contained what parts them. */
export function readLines<Length extends number>(
  text: string | null,
  length: Length,
): Line<Length>[] {
  if (text === null) return [];
  return text.split(row).map((line) => {
    const values = line.split(value);
    if (!isLine(values, length)) throw new Error('A value contains the mark between two values.');
    return values;
  });
}

/** What `listOf` wrote. An empty item can't be told from no item. */
export function readList(text: string): string[] {
  return text === '' ? [] : text.split(item);
}

function isLine<Length extends number>(
  values: readonly string[],
  length: Length,
): values is Line<Length> {
  return values.length === length;
}
