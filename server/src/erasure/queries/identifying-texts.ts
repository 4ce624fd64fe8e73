// Reads tables owned by these modules: audit
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { columnClasses } from './column-classes.ts';
import type { IdentifyingKind, ErasedPerson } from './table-class.ts';
import type { Database } from '../../database/schema.ts';

/** A value that identifies a person in text that someone wrote. */
export interface IdentifyingValue {
  readonly kind: IdentifyingKind;
  readonly value: string;
}

/** What each identifying column contains, by column name; a column name means the same in every table. */
const kindsByColumn: ReadonlyMap<string, IdentifyingKind> = new Map(
  Object.values(columnClasses).flatMap(({ replaced }) =>
    Object.entries(replaced).flatMap(([column, { identifies }]) =>
      identifies === undefined ? [] : [[column, identifies] as const],
    ),
  ),
);

/** Returns the values that identify a person, both current ones and past ones from the audit trail. */
export async function readIdentifyingValues(
  trx: Transaction<Database>,
  id: string,
): Promise<readonly IdentifyingValue[]> {
  const person: ErasedPerson = { id, addresses: [], isAdmin: false };
  const current = Object.entries(columnClasses).flatMap(([table, { replaced, belongsTo }]) =>
    Object.entries(replaced).flatMap(([column, { identifies }]) =>
      identifies === undefined || belongsTo === null
        ? []
        : [
            sql`select ${column} as column, ${sql.ref(column)}::text as value
            from ${sql.table(table)} where ${belongsTo(person)}`,
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
    where key = any(${[...kindsByColumn.keys()]}::text[]) and value is not null
    union ${sql.join(current, sql` union `)}
  `.execute(trx);
  return rows.flatMap(({ column, value }) => {
    const kind = kindsByColumn.get(column);
    return kind === undefined || value === null ? [] : [{ kind, value }];
  });
}

/** Which parts of a text to redact, as PostgreSQL regular expressions; null if there are none. */
export interface Redaction {
  /** Matched in any case. */
  readonly anyCase: string | null;
  /** Matched in exactly this case. */
  readonly exact: string | null;
}

/** Returns the parts to redact in a text about the person: everything that identifies them. */
export function createRedaction(values: readonly IdentifyingValue[]): Redaction {
  return {
    anyCase: joinPatterns(values.flatMap(anyCasePatterns)),
    exact: joinPatterns(
      values.flatMap(({ kind, value }) =>
        kind === 'first or last name' ? exactCasePatterns(value) : [],
      ),
    ),
  };
}

/**
 * Returns the parts to redact in a text that is also about other people: the same as in `createRedaction`, except
 * for a first or last name alone, which may be someone else's.
 */
export function createMentionRedaction(values: readonly IdentifyingValue[]): Redaction {
  return { ...createRedaction(values), exact: null };
}

/**
 * Returns the SQL for the text with each redacted part replaced by an ellipsis. The text never gets longer.
 */
export function redactText(
  text: RawBuilder<string | null>,
  { anyCase, exact }: Redaction,
): RawBuilder<string | null> {
  const partlyRedacted =
    anyCase === null ? text : sql<string | null>`regexp_replace(${text}, ${anyCase}, '…', 'gi')`;
  return exact === null
    ? partlyRedacted
    : sql`regexp_replace(${partlyRedacted}, ${exact}, '…', 'g')`;
}

/** Shorter phone numbers and streets are not redacted, because they are too likely to match unrelated text. */
const minPhoneDigits = 7;
const minStreetCharacters = 4;

function anyCasePatterns({ kind, value }: IdentifyingValue): string[] {
  switch (kind) {
    case 'full name':
    case 'email':
      return hasMinCharacters(value, 2) ? [phrasePattern(value)] : [];
    case 'first or last name':
      return [];
    case 'plate':
      // With or without separators.
      return hasMinCharacters(value, 2) ? [alphanumerics(value).join('[ .-]*')] : [];
    case 'phone': {
      const digits = value.replace(/\D/g, '');
      if (digits.length < minPhoneDigits) return [];
      // People often omit the country code.
      const countryCode = digits.slice(0, Math.max(0, digits.length - 10));
      const separator = '[^[:alnum:]]{0,3}';
      const numberPattern = `\\(?${Array.from(digits.slice(countryCode.length)).join(separator)}`;
      const countryPattern = Array.from(countryCode, (digit) => digit + separator).join('');
      return [countryPattern === '' ? numberPattern : `(?:\\+?${countryPattern})?${numberPattern}`];
    }
    case 'street': {
      // People usually write the street without city and ZIP code.
      const [street = ''] = value.split(/[,\n]/);
      return [value, street]
        .filter((part) => hasMinCharacters(part, minStreetCharacters))
        .map(phrasePattern);
    }
  }
}

/** Returns patterns for a name capitalized or in all caps, but not for an ordinary word ("will", "rose"). */
function exactCasePatterns(name: string): string[] {
  if (!hasMinCharacters(name, 2)) return [];
  const trimmed = name.trim();
  const capitalized = trimmed.slice(0, 1).toUpperCase() + trimmed.slice(1);
  return [...new Set([capitalized, trimmed.toUpperCase()])].map(phrasePattern);
}

function hasMinCharacters(value: string, min: number): boolean {
  return alphanumerics(value).length >= min;
}

function alphanumerics(value: string): readonly string[] {
  return value.match(/[\p{L}\p{N}]/gu) ?? [];
}

/** Returns a pattern that matches the words with any white space between them. */
function phrasePattern(value: string): string {
  return value.trim().split(/\s+/).map(escapePattern).join('\\s+');
}

function escapePattern(value: string): string {
  return value.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

function joinPatterns(terms: readonly string[]): string | null {
  const all = [...new Set(terms)];
  return all.length === 0 ? null : `(?<![[:alnum:]])(?:${all.join('|')})(?![[:alnum:]])`;
}
