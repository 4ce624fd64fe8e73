import type { Role } from '@curbwrench/contract/people/roles';
import { sql, type Kysely, type Transaction } from 'kysely';
import { lockForNewPerson } from '../../database/locks.ts';
import type { Database } from '../../database/schema.ts';

type Trx = Transaction<Database>;

/** A new person and their account, to be inserted. */
export interface NewPerson {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** In lower case. */
  readonly email: string;
  /** If false, they can't sign in until they verify the address. */
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly role: Role;
  /** Null if they sign in through a provider. */
  readonly passwordHash: string | null;
}

/**
 * Inserts a person and their account inside this transaction. Returns false, and writes nothing, if another
 * account has the address, even one inserted by a concurrent transaction. A person without an account may have
 * the same address. The two are not merged, since nobody has verified that they are the same person.
 */
export async function insertPerson(trx: Trx, person: NewPerson, now: Date): Promise<boolean> {
  const { id, firstName, lastName, email, phone } = person;
  await lockForNewPerson(trx);
  // One statement for both: the person is inserted only if the account is, and the account needs its person.
  const { rows } = await sql`
    with account as (
      insert into accounts (id, email, email_verified, role, created_at, updated_at)
      values (${id}, ${email}, ${person.emailVerified}, ${person.role}, ${now}, ${now})
      on conflict (email) do nothing returning id, email, created_at, updated_at
    )
    insert into people (id, name, first_name, last_name, email, phone, created_at, updated_at)
    select id, ${`${firstName} ${lastName}`}, ${firstName}, ${lastName}, email, ${phone},
      created_at, updated_at
    from account returning id
  `.execute(trx);
  if (rows.length === 0) return false;
  if (person.passwordHash !== null) await setPassword(trx, person.id, person.passwordHash, now);
  return true;
}

/** Sets the password of an account, whether or not it had one. */
export async function setPassword(
  trx: Trx,
  userId: string,
  newHash: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into credentials (id, subject, provider_id, account_id, password, created_at, updated_at)
    values (gen_random_uuid()::text, ${userId}, 'credential', ${userId}, ${newHash}, ${now}, ${now})
    on conflict (provider_id, subject)
      do update set password = excluded.password, updated_at = excluded.updated_at
  `.execute(trx);
}

/** An account whose row is locked. */
export interface LockedAccount {
  readonly role: Role;
  readonly email: string;
  readonly email_verified: boolean;
  readonly active: boolean;
  readonly first_name: string;
  readonly security_stamp: number;
}

/** Locks a person's account until the transaction ends and returns it; null if they have none. */
export async function lockAccount(trx: Trx, id: string): Promise<LockedAccount | null> {
  const row = await trx
    .selectFrom('accounts')
    .innerJoin('people', 'people.id', 'accounts.id')
    .select(['role', 'accounts.email', 'email_verified', 'active', 'first_name', 'security_stamp'])
    .where('accounts.id', '=', id)
    .forNoKeyUpdate('accounts')
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Deletes a person's second factor if it is turned on. Returns whether it was turned on, with the person's address
 * and name; null if they have no account.
 */
export async function deleteSecondFactor(
  trx: Trx,
  id: string,
  now: Date,
): Promise<{
  readonly wasEnabled: boolean;
  readonly email: string;
  readonly firstName: string;
} | null> {
  const person = await trx
    .selectFrom('accounts')
    .innerJoin('people', 'people.id', 'accounts.id')
    .select(['two_factor_enabled', 'accounts.email', 'first_name'])
    .where('accounts.id', '=', id)
    .forNoKeyUpdate('accounts')
    .executeTakeFirst();
  if (!person) return null;
  if (person.two_factor_enabled) {
    await trx.deleteFrom('two_factors').where('account_id', '=', id).execute();
    await trx
      .updateTable('accounts')
      .set({ two_factor_enabled: false, updated_at: now })
      .where('id', '=', id)
      .execute();
  }
  return {
    wasEnabled: person.two_factor_enabled,
    email: person.email,
    firstName: person.first_name,
  };
}

/** Increments an account's security stamp, which locks the account's row, and returns the new stamp. */
export async function incrementSecurityStamp(trx: Trx, userId: string): Promise<number> {
  const { security_stamp: stamp } = await trx
    .updateTable('accounts')
    .set((row) => ({ security_stamp: row('security_stamp', '+', 1) }))
    .where('id', '=', userId)
    .returning('security_stamp')
    .executeTakeFirstOrThrow();
  return stamp;
}

/** The fields that people can change in their own profile; an undefined field stays unchanged. */
export interface ProfileChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly image?: string | null | undefined;
}

/** Changes a person's profile. */
export async function setProfile(
  trx: Trx,
  id: string,
  change: ProfileChange,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('people')
    .set({
      ...(change.firstName !== undefined && { first_name: change.firstName }),
      ...(change.lastName !== undefined && { last_name: change.lastName }),
      ...(change.phone !== undefined && { phone: change.phone }),
      ...(change.image !== undefined && { image: change.image }),
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  await sql`update people set name = first_name || ' ' || last_name where id = ${id}`.execute(trx);
}

/** The first half of the advisory lock's key; see locks.ts for the other lock classes. */
const addressLockClass = 4204;

/** Locks an email address until the transaction ends, so that no one else can take it before then. */
export async function lockEmailAddress(trx: Trx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${addressLockClass}::int, hashtext(${email}))`.execute(
    trx,
  );
}

/**
 * Sets the address that a person has verified, both for signing in and for contacting them. Returns false if
 * another account has the address by now.
 */
export async function setVerifiedEmail(
  trx: Trx,
  id: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update accounts set email = ${email}, email_verified = true, updated_at = ${now}
    where id = ${id} and not exists (select 1 from accounts where email = ${email} and id <> ${id})
    returning 1
  `.execute(trx);
  if (rows.length === 0) return false;
  await sql`
    update people set email = ${email}, version = version + 1, updated_at = ${now}
    where id = ${id} and email is distinct from ${email}
  `.execute(trx);
  return true;
}

/** Replaces a person's picture; null deletes it. */
export async function setPicture(
  trx: Trx,
  userId: string,
  picture: { readonly name: string; readonly contentType: string; readonly base64: string } | null,
  now: Date,
): Promise<void> {
  await trx.deleteFrom('pictures').where('person_id', '=', userId).execute();
  if (!picture) return;
  await sql`
    insert into pictures (name, person_id, content_type, base64, created_at)
    values (${picture.name}, ${userId}, ${picture.contentType}, ${picture.base64}, ${now})
  `.execute(trx);
}

/** Replaces the hash of a password with a newer one, unless the password has been changed since it was verified. */
export async function replacePasswordHash(
  db: Kysely<Database>,
  currentHash: string,
  newHash: string,
): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ password: newHash })
    .where('provider_id', '=', 'credential')
    .where('password', '=', currentHash)
    .execute();
}
