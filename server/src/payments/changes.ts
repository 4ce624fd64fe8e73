// Reads tables owned by these modules: appointments
import type { AppointmentEventKind } from '@curbwrench/contract/appointments/schemas';
import { sql, type Selectable, type Transaction, type Updateable } from 'kysely';
import type { Database, PaymentsTable } from '../database/schema.ts';
import { totalOfAppointment } from './line-queries.ts';

type Trx = Transaction<Database>;

/** A payment's row, locked until the transaction ends. */
export type LockedPayment = Selectable<PaymentsTable> & {
  /** The mechanic assigned to the payment's appointment; null if there is no mechanic or no appointment. */
  readonly mechanic_id: string | null;
};

/**
 * Inserts the payment for a finished job, with the total of its line items as the amount, and returns the payment's id.
 * The payment is pending, or completed if nothing is due because an included use of a plan covers the full price.
 */
export async function insertPendingPayment(
  trx: Trx,
  appointmentId: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into payments (customer_id, appointment_id, amount, status, paid_at, created_at)
    select customer_id, id, amount,
      case when is_paid then 'completed' else 'pending' end,
      case when is_paid then ${now}::timestamptz end, ${now}
    from (
      select a.customer_id, a.id, due.amount,
        due.amount = 0 and exists (
          select from appointment_lines l where l.appointment_id = a.id and l.included_in is not null
        ) as is_paid
      from appointments a cross join lateral (select ${totalOfAppointment} as amount) due
      where a.id = ${appointmentId}
    ) job
    returning id
  `.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('The inserted payment was not returned.');
  return row.id;
}

/** Inserts the pending payment for a plan's billing period, which has no appointment. Returns the payment's id. */
export async function insertPlanPayment(
  trx: Trx,
  { customerId, price }: { readonly customerId: string; readonly price: string },
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('payments')
    .values({ customer_id: customerId, amount: price, status: 'pending', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Reads a payment and locks its row; null if there is none with this id. */
export async function lockPayment(trx: Trx, id: number): Promise<LockedPayment | null> {
  const { rows } = await sql<LockedPayment>`
    select p.*, (select mechanic_id from appointments where id = p.appointment_id) as mechanic_id
    from payments p where p.id = ${id} for no key update of p
  `.execute(trx);
  return rows[0] ?? null;
}

/** The kinds of history entries about a payment. */
export type PaymentHistoryKind = Extract<AppointmentEventKind, `payment_${string}`>;

/** Changes a payment and, if it is for an appointment, adds an entry to the appointment's history. */
export async function changePayment(
  trx: Trx,
  payment: Pick<LockedPayment, 'id' | 'appointment_id'>,
  change: Updateable<PaymentsTable>,
  history: {
    readonly kind: PaymentHistoryKind;
    readonly actorId: string;
    readonly now: Date;
    readonly detail: Readonly<Record<string, string | null>>;
  },
): Promise<void> {
  await trx.updateTable('payments').set(change).where('id', '=', payment.id).execute();
  if (payment.appointment_id === null) return;
  await trx
    .insertInto('appointment_events')
    .values({
      appointment_id: payment.appointment_id,
      kind: history.kind,
      at: history.now,
      actor_id: history.actorId,
      detail: JSON.stringify(history.detail),
    })
    .execute();
}

/** Inserts a refund. */
export async function insertRefund(
  trx: Trx,
  payment: Pick<LockedPayment, 'id' | 'customer_id'>,
  refund: { readonly amount: string; readonly reason: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      customer_id: payment.customer_id,
      amount: refund.amount,
      reason: refund.reason,
      created_at: now,
    })
    .execute();
}
