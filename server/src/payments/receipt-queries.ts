// Reads tables owned by these modules: appointments, vehicles
import { sql, type Kysely } from 'kysely';
import { findPayment, type FullPayment } from './queries.ts';
import type { ReadScope } from '../database/read-scope.ts';
import type { Database } from '../database/schema.ts';

/** The data on a receipt: the payment with its refunds, and the job it is for, if any. */
export interface ReceiptData extends FullPayment {
  readonly job: {
    readonly date: string;
    readonly vehicle_year: number;
    readonly vehicle_make: string;
    readonly vehicle_model: string;
  } | null;
}

/** Returns the data for one payment's receipt; null if the scope has no payment with this id. */
export async function findReceiptData(
  db: Kysely<Database>,
  scope: ReadScope,
  id: number,
): Promise<ReceiptData | null> {
  const fullPayment = await findPayment(db, scope, id);
  if (!fullPayment) return null;
  const { rows } = await sql<NonNullable<ReceiptData['job']>>`
    select a.date, v.year as vehicle_year, v.make as vehicle_make, v.model as vehicle_model
    from appointments a join vehicles v on v.id = a.vehicle_id
    where a.id = ${fullPayment.payment.appointment_id}
  `.execute(db);
  return { ...fullPayment, job: rows[0] ?? null };
}
