// Reads tables of: accounts
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The person who is erased. */
export interface Leaving {
  readonly id: string;
  /** Every e-mail address they ever had. */
  readonly addresses: readonly string[];
  readonly isAdmin: boolean;
}

export type Condition = (person: Leaving) => RawBuilder<SqlBool>;

/** What identifies a person in a text written by someone else. */
export type Identifying = 'full name' | 'single name' | 'email' | 'phone' | 'plate' | 'street';

/** What a column of a remaining row becomes, and what its values identify in texts by others. */
export interface Replaced {
  readonly becomes: RawBuilder<unknown>;
  readonly identifies?: Identifying;
}

/** A text that several people write. A part that is null does not occur. */
export interface SharedText {
  readonly text: RawBuilder<string | null>;
  /** Returns the column's value with another text. */
  readonly withText: (text: RawBuilder<string | null>) => RawBuilder<unknown>;
  /** Texts by the person: removed. */
  readonly own: Condition | null;
  /** Texts by others to or about the person: kept, with everything that identifies them blanked. */
  readonly about: Condition | null;
  /**
   * Texts that may mention the person: the same, except for a first or last name alone, which others share.
   */
  readonly mentions: Condition | null;
}

/** What a table contains about people, by column, and what erasing a person does with it. */
export interface TableClass {
  /** Columns that say nothing about a person on their own. */
  readonly plain: readonly string[];
  /** Columns that give access or are encrypted; deleted with their row. */
  readonly secret: readonly string[];
  /** Everything else about a person. */
  readonly personal: readonly string[];
  /** Selects the person's rows; null: none, or erased by the database's own function. */
  readonly whose: Condition | null;
  /** Whether those rows are deleted; otherwise they stay, and `replaced` and `shared` apply. */
  readonly rowsAreDeleted: boolean;
  readonly replaced: Readonly<Record<string, Replaced>>;
  readonly shared: Readonly<Record<string, SharedText>>;
}

const nothing = { secret: [], personal: [], rowsAreDeleted: false, replaced: {}, shared: {} };

/** Defines a table that says nothing about people, or only for minutes. */
export function impersonal(plain: string, secret = ''): TableClass {
  return { ...nothing, plain: listed(plain), secret: listed(secret), whose: null };
}

/** Defines a table of the audit trail whose personal columns `erase_personal_values` clears. */
export function erasedByTheTrail(plain: string, personal: string): TableClass {
  return { ...nothing, plain: listed(plain), personal: listed(personal), whose: null };
}

/** Defines a table whose rows are deleted with their person. */
export function deleted(
  whose: Condition,
  columns: { readonly plain: string; readonly secret?: string; readonly personal?: string },
  shared: Readonly<Record<string, SharedText>> = {},
): TableClass {
  return {
    ...nothing,
    plain: listed(columns.plain),
    secret: listed(columns.secret ?? ''),
    personal: listed(columns.personal ?? ''),
    whose,
    rowsAreDeleted: true,
    shared,
  };
}

/** Defines a table whose rows stay, without their personal values: each such column needs its rule. */
export function kept(
  whose: Condition,
  plain: string,
  personal: Readonly<Record<string, Replaced | SharedText>>,
): TableClass {
  const rules = Object.entries(personal);
  const replaced = rules.filter((rule): rule is [string, Replaced] => 'becomes' in rule[1]);
  const shared = rules.filter((rule): rule is [string, SharedText] => 'text' in rule[1]);
  return {
    ...nothing,
    plain: listed(plain),
    personal: Object.keys(personal),
    whose,
    replaced: Object.fromEntries(replaced),
    shared: Object.fromEntries(shared),
  };
}

export const emptied: Replaced = { becomes: sql`null` };

/** Selects rows that refer to the person in this column. */
export function by(column: string): Condition {
  return ({ id }) => sql`${sql.ref(column)} = ${id}`;
}

/** Selects rows with an address they had that is not someone else's now, by `table.column`. */
export function byAddress(column: string): Condition {
  return ({ id, addresses }) => sql`(${sql.ref(column)} = any(${[...addresses]}::text[])
    and not exists (
      select from users other where other.email = ${sql.ref(column)} and other.id <> ${id}))`;
}

function listed(names: string): readonly string[] {
  return names.split(' ').filter((name) => name !== '');
}
