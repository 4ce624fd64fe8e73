import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** What a finished job leaves behind: a pending payment for the price kept at booking (D7). */
export async function insertPendingPayment(
  trx: Transaction<Database>,
  appointment: { id: number; customer_id: string; price: string },
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('payments')
    .values({
      customer_id: appointment.customer_id,
      appointment_id: appointment.id,
      amount: appointment.price,
      status: 'pending',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
