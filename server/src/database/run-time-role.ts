import { sql, type Kysely, type Transaction } from 'kysely';
import { insufficientPrivilege, getSqlState } from './connection/errors.ts';
import { openDatabase, type Store } from './connection/store.ts';
import { inTransaction } from './connection/transaction.ts';
import type { Database } from './schema.ts';

/** Thrown if the application's role has more rights than it needs; the message says what to do. */
export class RunTimeRoleError extends Error {
  override readonly name = 'RunTimeRoleError';

  constructor(role: string, problem: string, remedy: string) {
    super(
      `The role ${role} of DATABASE_URL ${problem}, so it could change the audit trail. ${remedy}`,
    );
  }
}

/**
 * Calls `prepare` with the owner's rights. If `ownerUrl` is given, the owner's role is different from the role of
 * `store`, which is then granted only the rights to read and write rows. Throws a RunTimeRoleError if the
 * role of `store` has the owner's rights or could create objects in the database, and a DatabaseUnusableError if the
 * owner's URL can't be used.
 */
export async function prepareAsOwner(
  store: Store,
  ownerUrl: string | null,
  prepare: (owner: Store) => Promise<void>,
): Promise<void> {
  if (ownerUrl === null) return prepare(store);
  const owner = await openDatabase({ kind: 'postgres', url: ownerUrl, poolSize: 2 });
  try {
    const role = await getCurrentRole(store.kysely);
    // Done before `prepare`: otherwise, `prepare` could run this role's own functions with the owner's rights.
    await lockDownSchema(owner.kysely, role);
    await prepare(owner);
    await grantRunTimeRights(owner.kysely, role);
  } finally {
    await owner.close();
  }
}

async function getCurrentRole(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database did not return the current role.');
  return row.role;
}

/** Tables that the application may not even read. */
const hiddenTables = ['audit_key'];

/** Tables that the application only reads. Triggers write the audit trail, and the migrator writes its records. */
const readOnlyTables = [
  'audit_columns',
  'audit_entries',
  'audit_erasures',
  'audit_pending',
  'audit_personal',
  'audit_tables',
  'schema_migrations',
];

/**
 * Revokes from a role, and from PUBLIC, the right to create objects in the schema `public`. PUBLIC has this right in
 * databases created by PostgreSQL 14 or older. Throws a RunTimeRoleError if the role owns objects or can still
 * create objects: they could shadow objects that the owner uses.
 */
export async function lockDownSchema(db: Kysely<Database>, role: string): Promise<void> {
  // Throws before revoking anything from the owner, in case both URLs name the same role.
  await throwIfOwner(db, role);
  await revokeCreate(db, role);
  const { rows } = await sql<{ schema: string | null }>`
    select nspname as schema from pg_namespace
    where has_schema_privilege(${role}, oid, 'create')
      and nspname not like 'pg\\_temp\\_%' and nspname not like 'pg\\_toast\\_temp\\_%'
    union all
    select null where has_database_privilege(${role}, current_database(), 'create')
    order by schema
  `.execute(db);
  const [row] = rows;
  if (row) {
    const location = row.schema === null ? 'the database' : `the schema ${row.schema}`;
    throw new RunTimeRoleError(
      role,
      `may create objects in ${location}`,
      `Revoke CREATE there from this role, from the roles it belongs to and from PUBLIC (docs/operations.md).`,
    );
  }
  await throwIfOwnsObjects(db, role);
}

async function revokeCreate(db: Kysely<Database>, role: string): Promise<void> {
  try {
    await inTransaction(db, async (trx) => {
      const { rows } = await sql<{ may_create: boolean }>`
        select has_schema_privilege(${role}, 'public', 'create') as may_create
      `.execute(trx);
      if (!rows[0]?.may_create) return;
      await sql`revoke create on schema public from public, ${sql.id(role)}`.execute(trx);
    });
  } catch (error) {
    // This connection may lack the right to revoke rights; the caller checks whether the role can still create objects.
    if (getSqlState(error) !== insufficientPrivilege) throw error;
  }
}

async function throwIfOwnsObjects(db: Kysely<Database>, role: string): Promise<void> {
  const { rows } = await sql<{ owns: boolean }>`
    select exists (
      select from pg_shdepend
      where refclassid = 'pg_authid'::regclass and deptype = 'o'
        and refobjid = (select oid from pg_roles where rolname = ${role})
        and dbid = (select oid from pg_database where datname = current_database())
    ) as owns
  `.execute(db);
  if (!rows[0]?.owns) return;
  throw new RunTimeRoleError(
    role,
    'owns objects in this database',
    'Drop them, or reassign them to the owner (REASSIGN OWNED).',
  );
}

/**
 * Grants a role the rights that the application needs: reading and writing rows. The role may not truncate tables,
 * alter them or their triggers, or write to the audit trail. Must run after every migration. Throws a
 * RunTimeRoleError if the role could assume the owner's rights or has more rights than are granted here.
 */
export async function grantRunTimeRights(db: Kysely<Database>, role: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await throwIfOwner(trx, role);
    const name = sql.id(role);
    await sql`grant usage on schema public to ${name}`.execute(trx);
    await sql`revoke all on all tables in schema public from ${name}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${name}`.execute(
      trx,
    );
    await sql`revoke all on ${sql.join(hiddenTables.map((table) => sql.table(table)))} from ${name}`.execute(
      trx,
    );
    await sql`grant usage on all sequences in schema public to ${name}`.execute(trx);
    await sql`revoke insert, update, delete on ${sql.join(readOnlyTables.map((table) => sql.table(table)))} from ${name}`.execute(
      trx,
    );
    await sql`
      grant execute on function set_audit_actor(text), set_audit_actor_by_link(text),
        set_audit_actor_by_booking_code(text), erase_personal_values(text), erase_invited_address(text), seal_audit(integer)
      to ${name}
    `.execute(trx);
    await throwIfInheritsRights(trx, role);
  });
}

async function throwIfOwner(db: Kysely<Database>, role: string): Promise<void> {
  const { rows } = await sql<{ has_owner_rights: boolean }>`
    select pg_has_role(${role}, current_user, 'member')
      or (select rolcreaterole from pg_roles where rolname = ${role})
      or exists (
        select from pg_tables
        where schemaname = 'public' and tablename = 'audit_entries'
          and pg_has_role(${role}, tableowner, 'member')
      ) as has_owner_rights
  `.execute(db);
  if (rows[0]?.has_owner_rights === false) return;
  throw new RunTimeRoleError(
    role,
    'has the rights of the MIGRATION_DATABASE_URL role',
    'Use a separate role in DATABASE_URL, without CREATEROLE.',
  );
}

/** Throws a RunTimeRoleError if the role has, through another role or PUBLIC, rights that it must not have. */
async function throwIfInheritsRights(trx: Transaction<Database>, role: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${readOnlyTables}::text[]) as name
    where has_table_privilege(${role}, 'public.' || name, 'insert, update, delete, truncate, trigger')
    union all
    select name from unnest(${hiddenTables}::text[]) as name
    where has_table_privilege(${role}, 'public.' || name, 'select')
    order by name
  `.execute(trx);
  const [table] = rows;
  if (!table) return;
  throw new RunTimeRoleError(
    role,
    `has rights on the table ${table.name} through PUBLIC or a role it belongs to`,
    'Revoke them there.',
  );
}
