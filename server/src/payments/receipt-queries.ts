// Reads tables of: appointments, vehicles
import { sql, type Kysely } from 'kysely';
import { findPayment, type FoundPayment } from './queries.ts';
import type { ReadScope } from '../database/read-scope.ts';
import type { Database } from '../database/schema.ts';

/** The facts on a receipt: the payment in full, and its job, if any. */
export interface ReceiptFacts extends FoundPayment {
  readonly work: {
    readonly date: string;
    readonly vehicle_year: number;
    readonly vehicle_make: string;
    readonly vehicle_model: string;
  } | null;
}

/** Returns the facts of one payment's receipt; null if none in the scope has this number. */
export async function findReceipt(
  db: Kysely<Database>,
  scope: ReadScope,
  id: number,
): Promise<ReceiptFacts | null> {
  const found = await findPayment(db, scope, id);
  if (!found) return null;
  const { rows } = await sql<NonNullable<ReceiptFacts['work']>>`
    select a.date, v.year as vehicle_year, v.make as vehicle_make, v.model as vehicle_model
    from appointments a join vehicles v on v.id = a.vehicle_id
    where a.id = ${found.payment.appointment_id}
  `.execute(db);
  return { ...found, work: rows[0] ?? null };
}
