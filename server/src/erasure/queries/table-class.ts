// Reads tables owned by these modules: accounts
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The person being erased. */
export interface ErasedPerson {
  readonly id: string;
  /** Every email address they ever had; none if their address was never verified. */
  readonly addresses: readonly string[];
  readonly isAdmin: boolean;
}

/** Selects the rows that concern the person being erased. */
export type Condition = (person: ErasedPerson) => RawBuilder<SqlBool>;

/** The kinds of values that identify a person in text written by someone else. */
export type IdentifyingKind =
  | 'full name'
  | 'first or last name'
  | 'email'
  | 'phone'
  | 'plate'
  | 'street';

/**
 * The value that replaces a personal value in a row that is kept, and how the old value identifies a person, if it
 * does.
 */
export interface ReplacedColumn {
  readonly newValue: RawBuilder<unknown>;
  readonly identifies?: IdentifyingKind;
}

/** A text column that several people write to. A condition is null if the column has no such text. */
export interface SharedText {
  readonly text: RawBuilder<string | null>;
  /** Returns the column's value with its text replaced by `text`. */
  readonly withText: (text: RawBuilder<string | null>) => RawBuilder<unknown>;
  /** Selects texts written by the person, which are removed. */
  readonly writtenByPerson: Condition | null;
  /**
   * Selects texts that others wrote to or about the person; everything that identifies the person is redacted.
   */
  readonly aboutPerson: Condition | null;
  /**
   * Selects other texts that may mention the person. Everything that identifies the person is redacted, except a
   * first or last name alone, which may be someone else's.
   */
  readonly mayMentionPerson: Condition | null;
}

/** What a table contains about people, by column, and what erasing a person does with it. */
export interface TableClass {
  /** Columns that say nothing about a person on their own. */
  readonly plain: readonly string[];
  /** Columns that give access or are encrypted; deleted with their row. */
  readonly secret: readonly string[];
  /** Everything else about a person. */
  readonly personal: readonly string[];
  /** Selects the person's rows; null if the table has none or a database function erases them. */
  readonly belongsTo: Condition | null;
  /** Whether the person's rows are deleted; otherwise they are kept, and `replaced` and `shared` apply. */
  readonly rowsAreDeleted: boolean;
  readonly replaced: Readonly<Record<string, ReplacedColumn>>;
  readonly shared: Readonly<Record<string, SharedText>>;
}

const defaults = { secret: [], personal: [], rowsAreDeleted: false, replaced: {}, shared: {} };

/** Classifies a table as not erased: it says nothing about people, or stores personal data only for minutes. */
export function notErased(plain: string, secret = ''): TableClass {
  return { ...defaults, plain: splitNames(plain), secret: splitNames(secret), belongsTo: null };
}

/** Classifies a table as part of the audit trail, whose personal columns `erase_personal_values` clears. */
export function erasedWithAuditTrail(plain: string, personal: string): TableClass {
  return { ...defaults, plain: splitNames(plain), personal: splitNames(personal), belongsTo: null };
}

/** Classifies a table as deleted: its rows are deleted with their person. */
export function deleted(
  belongsTo: Condition,
  columns: { readonly plain: string; readonly secret?: string; readonly personal?: string },
  shared: Readonly<Record<string, SharedText>> = {},
): TableClass {
  return {
    ...defaults,
    plain: splitNames(columns.plain),
    secret: splitNames(columns.secret ?? ''),
    personal: splitNames(columns.personal ?? ''),
    belongsTo,
    rowsAreDeleted: true,
    shared,
  };
}

/** Classifies a table as retained: its rows are kept, and the values of each personal column are replaced. */
export function retained(
  belongsTo: Condition,
  plain: string,
  personal: Readonly<Record<string, ReplacedColumn | SharedText>>,
): TableClass {
  const columns = Object.entries(personal);
  const replaced = columns.filter(
    (column): column is [string, ReplacedColumn] => 'newValue' in column[1],
  );
  const shared = columns.filter((column): column is [string, SharedText] => 'text' in column[1]);
  return {
    ...defaults,
    plain: splitNames(plain),
    personal: Object.keys(personal),
    belongsTo,
    replaced: Object.fromEntries(replaced),
    shared: Object.fromEntries(shared),
  };
}

/** Replaces values with null. */
export const setToNull: ReplacedColumn = { newValue: sql`null` };

/** Selects rows with the person's id in this column. */
export function ownedBy(column: string): Condition {
  return ({ id }) => sql`${sql.ref(column)} = ${id}`;
}

/** Selects rows with one of the person's addresses in `table.column`, unless someone else has the address now. */
export function addressedToPerson(column: string): Condition {
  return ({ id, addresses }) => sql`(${sql.ref(column)} = any(${[...addresses]}::text[])
    and not exists (
      select from people other where other.email = ${sql.ref(column)} and other.id <> ${id}))`;
}

function splitNames(names: string): readonly string[] {
  return names.split(' ').filter((name) => name !== '');
}
