import { sql, type Kysely, type Transaction } from 'kysely';
import { openDatabase, type Store } from './connection/store.ts';
import { inTransaction } from './connection/transaction.ts';
import type { Database } from './schema.ts';

/** The role that should lack rights has them; the message says what to do. */
export class RunTimeRoleError extends Error {
  override readonly name = 'RunTimeRoleError';

  constructor(role: string) {
    super(
      `The role ${role} of DATABASE_URL may do whatever the one of MIGRATION_DATABASE_URL may, so nothing keeps it from the audit trail. Give it a role of its own.`,
    );
  }
}

/**
 * Prepares the database with the rights of its owner: with `ownerUrl`, another role than the one
 * that `store` works under, which then gets the rights to work on the tables and no more (D7).
 * Throws a RunTimeRoleError when that role has the owner's rights already, and
 * DatabaseUnusableError when the owner's address can't be used.
 */
export async function prepareAsOwner(
  store: Store,
  ownerUrl: string | null,
  prepare: (owner: Store) => Promise<void>,
): Promise<void> {
  if (ownerUrl === null) return prepare(store);
  const owner = await openDatabase({ kind: 'postgres', url: ownerUrl, poolSize: 2 });
  try {
    await prepare(owner);
    await grantRunTimeRights(owner.kysely, await roleOf(store.kysely));
  } finally {
    await owner.close();
  }
}

async function roleOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database does not say who we are.');
  return row.role;
}

/** What the application only reads: the trail writes itself, the migrator keeps its own records. */
const readOnly = [
  'audit_columns',
  'audit_entries',
  'audit_erasures',
  'audit_pending',
  'audit_personal',
  'audit_tables',
  'schema_migrations',
];

/**
 * Gives a role what the application needs: reading and writing rows. Not to empty tables whole, to
 * alter them or their triggers, nor to write to the audit trail, which no right of these covers.
 * May be repeated, and is after every migration. Throws a RunTimeRoleError for a role that could
 * take the owner's rights.
 */
export async function grantRunTimeRights(db: Kysely<Database>, role: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await refuseOwner(trx, role);
    const name = sql.id(role);
    await sql`grant usage on schema public to ${name}`.execute(trx);
    await sql`revoke all on all tables in schema public from ${name}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${name}`.execute(
      trx,
    );
    await sql`grant usage on all sequences in schema public to ${name}`.execute(trx);
    await sql`revoke insert, update, delete on ${sql.join(readOnly.map((table) => sql.table(table)))} from ${name}`.execute(
      trx,
    );
    await sql`grant execute on function erase_personal_values(text), seal_audit(integer) to ${name}`.execute(
      trx,
    );
  });
}

async function refuseOwner(trx: Transaction<Database>, role: string): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(${role}, tableowner, 'member') as may
    from pg_tables where schemaname = 'public' and tablename = 'audit_entries'
  `.execute(trx);
  if (rows[0]?.may !== false) throw new RunTimeRoleError(role);
}
