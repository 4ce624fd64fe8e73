import type { BuilderContext } from './builders.ts';

/** Sets the status of all of a customer's plan payments. */
export async function setPlanPaymentStatus(
  context: BuilderContext,
  customerId: string,
  status: 'pending' | 'completed' | 'failed' | 'refunded',
): Promise<void> {
  await context.store.kysely
    .updateTable('payments')
    .set((eb) => ({
      status,
      paid_at: status === 'completed' || status === 'refunded' ? new Date() : null,
      refunded_amount: status === 'refunded' ? eb.ref('amount') : '0.00',
    }))
    .where('customer_id', '=', customerId)
    .where('appointment_id', 'is', null)
    .execute();
}
