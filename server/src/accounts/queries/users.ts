// Reads tables owned by these modules: appointments, mechanics
import type { Role } from '@curbwrench/contract/people/roles';
import type { UserQuery } from '@curbwrench/contract/people/schemas';
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import {
  afterCursor,
  joinWithAnd,
  limitTo,
  containsPattern,
  decodeCursor,
  orderBy,
  toPage,
  type Page,
  type SortColumn,
} from '../../database/paging.ts';
import type { ReadScope } from '../../database/read-scope.ts';
import type { AccountsTable, Database, PeopleTable } from '../../database/schema.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/**
 * A person, as shown in lists and dialogs. A person without an account is a customer, and active unless
 * deleted.
 */
export type UserRow = Pick<
  Selectable<PeopleTable>,
  'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'image' | 'created_at'
> &
  Pick<Selectable<AccountsTable>, 'role' | 'active'> & {
    /** Null without an account. */
    readonly two_factor_enabled: boolean | null;
    /** The address with which they sign in; null without an account. */
    readonly sign_in_email: string | null;
    readonly works_as_mechanic: boolean;
  };

/** Which people a viewer may see individually (the row `users.read` of the access table). */
export type PeopleScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'self'; readonly id: string }
  | { readonly kind: 'customers' }
  | { readonly kind: 'of_own_jobs'; readonly mechanicId: string };

const columns = sql.raw(`
  u.id, u.first_name, u.last_name, u.email, u.phone, u.image, u.created_at,
  coalesce(a.role, 'customer') as role, coalesce(a.active, u.deleted_at is null) as active,
  a.two_factor_enabled, a.email as sign_in_email,
  a.role is not distinct from 'admin' and exists (
    select 1 from mechanics m where m.person_id = u.id and m.active) as works_as_mechanic
`);

const peopleWithAccounts = sql.raw('people u left join accounts a on a.id = u.id');

const byName: SortColumn[] = [
  { column: sql`u.last_name`, descending: false, type: 'text' },
  { column: sql`u.first_name`, descending: false, type: 'text' },
  { column: sql`u.id`, descending: false, type: 'text' },
];

/** Returns a person; null if the viewer may not see them or they don't exist. */
export async function findUser(
  db: Handle,
  scope: PeopleScope,
  id: string,
): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`
    select ${columns} from ${peopleWithAccounts} where u.id = ${id} and ${isInScope(scope)}
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns one page of people who are not deleted, sorted by name; 100 of them if the query has no limit. Null
 * if the cursor does not belong to this list.
 */
export async function listUsers(
  db: Handle,
  scope: PeopleScope,
  query: UserQuery,
): Promise<Page<UserRow> | null> {
  const conditions = [isInScope(scope), sql`u.deleted_at is null`];
  if (query.role) conditions.push(hasRole(query.role));
  if (query.search) {
    conditions.push(
      sql`lower(u.first_name || ' ' || u.last_name || ' ' || coalesce(u.email, '')) like ${containsPattern(query.search)}`,
    );
  }
  if (query.cursor !== undefined) {
    const values = decodeCursor(query.cursor, byName);
    if (!values) return null;
    conditions.push(afterCursor(byName, values));
  }
  const limit = query.limit ?? 100;
  const { rows } = await sql<UserRow>`
    select ${columns} from ${peopleWithAccounts}
    where ${joinWithAnd(conditions)} ${orderBy(byName)} ${limitTo(limit + 1)}
  `.execute(db);
  return toPage(rows, limit, (last) => [last.last_name, last.first_name, last.id]);
}

/** Returns the condition that a row of `people` contains this text in its name; it uses the index of `matchesPerson`. */
export function matchesName(search: string): RawBuilder<unknown> {
  const pattern = containsPattern(search);
  return sql`${matchesNameOrEmail(pattern)} and lower(first_name || ' ' || last_name) like ${pattern}`;
}

/**
 * Returns the condition that a row of `people` contains this text in its name or email address. If a mechanic is
 * searching, the name must contain it, so that they can't find out an address by guessing.
 */
export function matchesPerson(search: string, scope: ReadScope): RawBuilder<unknown> {
  return scope.kind === 'mechanic'
    ? matchesName(search)
    : matchesNameOrEmail(containsPattern(search));
}

function matchesNameOrEmail(pattern: string): RawBuilder<unknown> {
  return sql`lower(first_name || ' ' || last_name || ' ' || coalesce(email, '')) like ${pattern}`;
}

/** Returns the condition that a person has this role; only customers can be without an account. */
function hasRole(role: Role): RawBuilder<unknown> {
  return role === 'customer' ? sql`(a.role is null or a.role = 'customer')` : sql`a.role = ${role}`;
}

function isInScope(scope: PeopleScope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'all':
      return sql`true`;
    case 'self':
      return sql`u.id = ${scope.id}`;
    case 'customers':
      // Without an account, deleted staff would count as customers.
      return sql`(${hasRole('customer')} and u.deleted_at is null)`;
    case 'of_own_jobs':
      return sql`exists (
        select 1 from appointments a
        where a.customer_id = u.id and a.mechanic_id = ${scope.mechanicId})`;
  }
}
