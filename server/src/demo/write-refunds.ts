import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Adds a refund for each refunded payment that has none, dated two days after the payment but not later than now. */
export async function writeRefunds(trx: Transaction<Database>, now: Date): Promise<void> {
  await sql`
    insert into refunds (payment_id, customer_id, amount, reason, created_at)
    select id, customer_id, refunded_amount, 'The customer was not satisfied.',
      least(paid_at + interval '2 days', ${now})
    from payments
    where refunded_amount > 0 and not exists (select from refunds where payment_id = payments.id)
    order by id
  `.execute(trx);
}
