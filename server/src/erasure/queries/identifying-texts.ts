// Reads tables of: audit
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { columnClasses } from './column-classes.ts';
import type { Identifying, Leaving } from './table-class.ts';
import type { Database } from '../../database/schema.ts';

/** A value that identifies a person in a text. */
export interface IdentifyingValue {
  readonly kind: Identifying;
  readonly value: string;
}

/** Columns that identify a person, by name: a name means the same in all tables about a person. */
const kinds: ReadonlyMap<string, Identifying> = new Map(
  Object.values(columnClasses).flatMap(({ replaced }) =>
    Object.entries(replaced).flatMap(([column, { identifies }]) =>
      identifies === undefined ? [] : [[column, identifies] as const],
    ),
  ),
);

/** Returns everything that identifies a person, now or, as far as the audit trail knows, ever. */
export async function readIdentifyingValues(
  trx: Transaction<Database>,
  id: string,
): Promise<readonly IdentifyingValue[]> {
  const person: Leaving = { id, addresses: [], isAdmin: false };
  const present = Object.entries(columnClasses).flatMap(([table, { replaced, whose }]) =>
    Object.entries(replaced).flatMap(([column, { identifies }]) =>
      identifies === undefined || whose === null
        ? []
        : [
            sql`select ${column} as column, ${sql.ref(column)}::text as value
            from ${sql.table(table)} where ${whose(person)}`,
          ],
    ),
  );
  const { rows } = await sql<{ column: string; value: string }>`
    with changes as (
      select p.before, p.after from audit_entries
      join audit_personal p on entry_number = number
      where owner_id = ${id} and personal_hash is not null
      union all
      select before, after from audit_pending join audit_tables using (table_name)
      where coalesce(after, before) ->> owner_column = ${id}
    )
    select key as column, value from changes, lateral (
      select * from jsonb_each_text(coalesce(before, '{}'))
      union all select * from jsonb_each_text(coalesce(after, '{}'))
    ) as field
    where key = any(${[...kinds.keys()]}::text[]) and value is not null
    union ${sql.join(present, sql` union `)}
  `.execute(trx);
  return rows.flatMap(({ column, value }) => {
    const kind = kinds.get(column);
    return kind === undefined || value === null ? [] : [{ kind, value }];
  });
}

/** What is removed from a text, as PostgreSQL regular expressions; null: nothing. */
export interface Blanking {
  /** Matched in any case. */
  readonly anyCase: string | null;
  /** Matched in exactly this case. */
  readonly exact: string | null;
}

/** Returns what is blanked in a text about the person: everything that identifies them. */
export function blankingOf(values: readonly IdentifyingValue[]): Blanking {
  return {
    anyCase: patternOf(values.flatMap(anyCaseTerms)),
    exact: patternOf(
      values.flatMap(({ kind, value }) => (kind === 'single name' ? exactTerms(value) : [])),
    ),
  };
}

/**
 * Returns the same for a text that is also about others, without first or last names alone, which may be
 * someone else's.
 */
export function blankingOfMentions(values: readonly IdentifyingValue[]): Blanking {
  return { ...blankingOf(values), exact: null };
}

/**
 * Returns the SQL for a text in which each removed part is replaced by an ellipsis, so that it never grows.
 */
export function blanked(
  text: RawBuilder<string | null>,
  { anyCase, exact }: Blanking,
): RawBuilder<string | null> {
  const once =
    anyCase === null ? text : sql<string | null>`regexp_replace(${text}, ${anyCase}, '…', 'gi')`;
  return exact === null ? once : sql`regexp_replace(${once}, ${exact}, '…', 'g')`;
}

const leastPhoneDigits = 7;
const leastStreet = 4;

function anyCaseTerms({ kind, value }: IdentifyingValue): string[] {
  switch (kind) {
    case 'full name':
    case 'email':
      return isWorth(value, 2) ? [spaced(value)] : [];
    case 'single name':
      return [];
    case 'plate':
      // With or without separators.
      return isWorth(value, 2) ? [alphanumerics(value).join('[ .-]*')] : [];
    case 'phone': {
      const digits = value.replace(/\D/g, '');
      if (digits.length < leastPhoneDigits) return [];
      // People omit the country code.
      const country = digits.slice(0, Math.max(0, digits.length - 10));
      const separator = '[^[:alnum:]]{0,3}';
      const rest = `\\(?${Array.from(digits.slice(country.length)).join(separator)}`;
      const before = Array.from(country, (digit) => digit + separator).join('');
      return [before === '' ? rest : `(?:\\+?${before})?${rest}`];
    }
    case 'street': {
      // No one repeats city and ZIP code.
      const [street = ''] = value.split(/[,\n]/);
      return [value, street].filter((part) => isWorth(part, leastStreet)).map(spaced);
    }
  }
}

/** Returns a name in the forms used in a sentence, but not as an ordinary word ("will", "rose"). */
function exactTerms(name: string): string[] {
  if (!isWorth(name, 2)) return [];
  const first = name.trim();
  const capitalized = first.slice(0, 1).toUpperCase() + first.slice(1);
  return [...new Set([capitalized, first.toUpperCase()])].map(spaced);
}

function isWorth(value: string, least: number): boolean {
  return alphanumerics(value).length >= least;
}

function alphanumerics(value: string): readonly string[] {
  return value.match(/[\p{L}\p{N}]/gu) ?? [];
}

/** Matches a text with any white space between its words. */
function spaced(value: string): string {
  return value.trim().split(/\s+/).map(literal).join('\\s+');
}

function literal(value: string): string {
  return value.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

function patternOf(terms: readonly string[]): string | null {
  const all = [...new Set(terms)];
  return all.length === 0 ? null : `(?<![[:alnum:]])(?:${all.join('|')})(?![[:alnum:]])`;
}
