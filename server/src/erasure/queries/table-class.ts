// Reads tables of: accounts
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Who is erased. */
export interface Leaving {
  readonly id: string;
  /** Every e-mail address they ever had. */
  readonly addresses: readonly string[];
  readonly isAdmin: boolean;
}

export type Condition = (person: Leaving) => RawBuilder<SqlBool>;

/** What identifies a person in a text that somebody else wrote. */
export type Identifying = 'full name' | 'single name' | 'email' | 'phone' | 'plate' | 'street';

/** What a column of a row that stays becomes, and what its values identify in texts of others. */
export interface Replaced {
  readonly becomes: RawBuilder<unknown>;
  readonly identifies?: Identifying;
}

/** A text that several people write in. Those parts that are null do not occur. */
export interface SharedText {
  readonly text: RawBuilder<string | null>;
  /** The column's value that has another text. */
  readonly withText: (text: RawBuilder<string | null>) => RawBuilder<unknown>;
  /** The person's own words: removed. */
  readonly own: Condition | null;
  /** What others wrote to or of them: stays, with everything blanked that identifies them. */
  readonly about: Condition | null;
  /** What may mention them: the same, but for a first or a last name alone, which others have too. */
  readonly mentions: Condition | null;
}

/** What a table holds of people, by column, and what erasing a person does with it. */
export interface TableClass {
  /** Columns that say nothing about a person by themselves. */
  readonly plain: readonly string[];
  /** Columns that let somebody in, or are encrypted; they go with their row. */
  readonly secret: readonly string[];
  /** Everything else about a person. */
  readonly personal: readonly string[];
  /** Whose rows are the person's; null: nobody's, or erased by the database's own function. */
  readonly whose: Condition | null;
  /** Whether those rows are deleted; otherwise they stay, and `replaced` and `shared` apply. */
  readonly rowsAreDeleted: boolean;
  readonly replaced: Readonly<Record<string, Replaced>>;
  readonly shared: Readonly<Record<string, SharedText>>;
}

const nothing = { secret: [], personal: [], rowsAreDeleted: false, replaced: {}, shared: {} };

/** A table that says nothing about people, or only for minutes. */
export function impersonal(plain: string, secret = ''): TableClass {
  return { ...nothing, plain: listed(plain), secret: listed(secret), whose: null };
}

/** A table of the audit trail whose personal columns `erase_personal_values` empties. */
export function erasedByTheTrail(plain: string, personal: string): TableClass {
  return { ...nothing, plain: listed(plain), personal: listed(personal), whose: null };
}

/** A table whose rows go with their person. */
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

/** A table whose rows stay, without what was personal in them: each such column needs its rule. */
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

/** Rows that name the person in this column. */
export function by(column: string): Condition {
  return ({ id }) => sql`${sql.ref(column)} = ${id}`;
}

/** Rows of an address they had, and that has not become somebody else's since; by `table.column`. */
export function byAddress(column: string): Condition {
  return ({ id, addresses }) => sql`(${sql.ref(column)} = any(${[...addresses]}::text[])
    and not exists (
      select from users other where other.email = ${sql.ref(column)} and other.id <> ${id}))`;
}

function listed(names: string): readonly string[] {
  return names.split(' ').filter((name) => name !== '');
}
