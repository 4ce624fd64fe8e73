import { maxPhones } from '@curbwrench/contract/customers/phone-number';
import { sql, type Transaction } from 'kysely';
import { lockForNewPerson } from '../../database/locks.ts';
import type { Database } from '../../database/schema.ts';

type Trx = Transaction<Database>;

/** A customer without an account, entered by the office. */
export interface CustomerWithoutAccount {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** In lower case. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly otherPhones?: readonly string[];
  readonly notes?: string | null;
}

/** Inserts a customer without an account. */
export async function insertCustomer(
  trx: Trx,
  customer: CustomerWithoutAccount,
  now: Date,
): Promise<void> {
  await lockForNewPerson(trx);
  await insertCustomers(trx, [customer], now);
}

/** Inserts customers without accounts. The caller must hold a lock for new people (see locks.ts). */
export async function insertCustomers(
  trx: Trx,
  customers: readonly CustomerWithoutAccount[],
  now: Date,
): Promise<void> {
  // One parameter, so that the statement is the same for any number of customers.
  const rows = customers.map(
    ({ id, firstName, lastName, email, phone, otherPhones = [], notes = null }) => ({
      id,
      firstName,
      lastName,
      email,
      phone,
      otherPhones,
      notes,
    }),
  );
  await sql`
    insert into people (id, name, first_name, last_name, email, phone, other_phones, office_notes,
      created_at, updated_at)
    select id, trim("firstName" || ' ' || "lastName"), "firstName", "lastName", email, phone,
      "otherPhones", notes, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as added (id text, "firstName" text,
      "lastName" text, email text, phone text, "otherPhones" text[], notes text)
  `.execute(trx);
}

/** Records that a person verified their email address; a trigger clears this when the address changes. */
export async function setEmailVerified(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('people').set({ email_verified_at: now }).where('id', '=', id).execute();
}

/**
 * Adds a phone number that an existing customer gave while booking, unless they already have it or have reached the limit.
 * Returns whether it was added. The caller must hold the customer's lock.
 */
export async function addPhoneNumber(
  trx: Trx,
  id: string,
  phone: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update people set phone = coalesce(phone, ${phone}),
      other_phones = case when phone is null then other_phones else other_phones || ${phone}::text end,
      version = version + 1, updated_at = ${now}
    where id = ${id} and phone is distinct from ${phone} and ${phone} <> all (other_phones)
      and cardinality(other_phones) < ${maxPhones - 1}
    returning 1
  `.execute(trx);
  return rows.length > 0;
}

/** A customer's contact data and notes after an import has added what was missing. */
export interface CustomerAfterImport {
  readonly id: string;
  readonly email: string | null;
  /** All phone numbers, including those that the record already had; the main number first. */
  readonly phones: readonly string[];
  readonly notes: string | null;
}

/**
 * Stores the data that an import has added to customers, and increments the customers' versions. The caller must hold
 * the customers' locks.
 */
export async function storeImportedData(
  trx: Trx,
  customers: readonly CustomerAfterImport[],
  now: Date,
): Promise<void> {
  const rows = customers.map(({ id, email, phones, notes }) => ({
    id,
    email,
    phone: phones[0] ?? null,
    otherPhones: phones.slice(1),
    notes,
  }));
  await sql`
    update people set email = filled.email, phone = filled.phone, other_phones = filled."otherPhones",
      office_notes = filled.notes, version = version + 1, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as filled (id text, email text,
      phone text, "otherPhones" text[], notes text)
    where people.id = filled.id
  `.execute(trx);
}

/** The changes that the office makes to a customer's record; an undefined field stays unchanged. */
interface RecordChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | null | undefined;
  /** The main number first. */
  readonly phones?: readonly string[] | undefined;
  readonly notes?: string | null | undefined;
}

/**
 * Changes the office's record of a customer and increments its version. Returns false, and changes nothing, if the
 * record no longer has this version. The caller must hold the customer's lock.
 */
export async function updateCustomer(
  trx: Trx,
  id: string,
  version: number,
  { firstName, lastName, email, phones, notes }: RecordChange,
  now: Date,
): Promise<boolean> {
  const [phone = null, ...otherPhones] = phones ?? [];
  const row = await trx
    .updateTable('people')
    .set({
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(email !== undefined && { email }),
      ...(phones !== undefined && { phone, other_phones: otherPhones }),
      ...(notes !== undefined && { office_notes: notes }),
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await sql`
    update people set name = first_name || ' ' || last_name
    where id = ${id} and name <> first_name || ' ' || last_name
  `.execute(trx);
  return true;
}
