import type { PaymentAction } from '@curbwrench/contract/payments/payment-actions';
import type { RefundInput, RecordPaymentInput } from '@curbwrench/contract/payments/schemas';
import { claimKey, storeReply } from '../database/idempotency-changes.ts';
import { changePayment, insertRefund, lockPayment, type LockedPayment } from './changes.ts';
import { sendReceipt } from '../database/message-changes.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused, type Result } from '../application/rules/result.ts';
import { decidePaymentAction, noSuchPayment, applyRefund } from './rules.ts';
import type { IdempotencyKey } from '../database/rules/idempotency-key.ts';
import { appointmentChanged, withNotification } from '../application/events.ts';
import {
  done,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';

/** A request to change a payment, which may repeat a previous request. */
export interface PaymentChangeRequest {
  readonly paymentId: number;
  /** Null when the client sent no Idempotency-Key. */
  readonly idempotencyKey: IdempotencyKey | null;
  /** Returns the reply's exact text, which is stored with the change so that a repeat gets the same bytes. */
  readonly createReply: (trx: Transaction) => Promise<string>;
}

/** Records money received on site: completes a pending or failed payment, with the current time. Returns the reply. */
export function recordPayment(
  context: Context,
  actor: Actor,
  request: PaymentChangeRequest,
  record: RecordPaymentInput,
): Promise<Result<string>> {
  const now = context.clock.now();
  return runPaymentChange(context, actor, request, 'record', async (trx, payment) => {
    await changePayment(
      trx,
      payment,
      {
        status: 'completed',
        payment_method: record.paymentMethod,
        transaction_id: record.transactionId,
        paid_at: now,
      },
      {
        kind: 'payment_recorded',
        actorId: actor.id,
        now,
        detail: { amount: payment.amount, method: record.paymentMethod },
      },
    );
    if (payment.appointment_id !== null) {
      const { appointment_id: appointmentId, customer_id: customerId } = payment;
      const job = { appointmentId, customerId, mechanicId: payment.mechanic_id };
      await sendReceipt(trx, job, now);
    }
    return accepted(undefined);
  });
}

/** Marks a payment as failed because the money did not arrive. It can be recorded again later. Returns the reply. */
export function failPayment(
  context: Context,
  actor: Actor,
  request: PaymentChangeRequest,
): Promise<Result<string>> {
  const now = context.clock.now();
  return runPaymentChange(context, actor, request, 'fail', async (trx, payment) => {
    await changePayment(
      trx,
      payment,
      { status: 'failed', paid_at: null },
      { kind: 'payment_failed', actorId: actor.id, now, detail: { amount: payment.amount } },
    );
    return accepted(undefined);
  });
}

/** Refunds all or part of a payment's remaining amount; the refund is a separate row. Returns the reply. */
export function refundPayment(
  context: Context,
  actor: Actor,
  request: PaymentChangeRequest,
  refund: RefundInput,
): Promise<Result<string>> {
  const now = context.clock.now();
  return runPaymentChange(context, actor, request, 'refund', async (trx, payment) => {
    const newState = applyRefund(toPaymentState(payment), refund.amount);
    if (!newState.ok) return newState;
    await insertRefund(trx, payment, refund, now);
    await changePayment(
      trx,
      payment,
      { status: newState.value.status, refunded_amount: newState.value.refundedAmount },
      {
        kind: 'payment_refunded',
        actorId: actor.id,
        now,
        detail: { amount: refund.amount, reason: refund.reason },
      },
    );
    return accepted(undefined);
  });
}

/**
 * Runs a payment change in a transaction: claims the idempotency key, locks the row before reading it (so that
 * the second of two concurrent requests sees the first one's change), and writes the events for the payment and its
 * appointment. Returns the reply, or the stored reply for a repeated request.
 */
function runPaymentChange(
  context: Context,
  actor: Actor,
  { paymentId, idempotencyKey, createReply }: PaymentChangeRequest,
  action: PaymentAction,
  applyChange: (trx: Transaction, payment: LockedPayment) => Promise<Result<void>>,
): Promise<Result<string>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const previousUse = idempotencyKey && (await claimKey(trx, idempotencyKey));
    if (previousUse?.hasSameBody) return done(previousUse.reply, []);
    if (previousUse) {
      return refused('idempotency_mismatch', 'That key was already used for a different request.');
    }
    const payment = await lockPayment(trx, paymentId);
    if (!payment) return noSuchPayment;
    const decision = decidePaymentAction(action, toPaymentState(payment), actor);
    if (!decision.ok) return decision;
    const result = await applyChange(trx, payment);
    if (!result.ok) return result;
    const reply = await createReply(trx);
    if (idempotencyKey) await storeReply(trx, idempotencyKey, reply, context.clock.now());
    return done(reply, createEvents(payment, actor));
  });
}

function toPaymentState(payment: LockedPayment) {
  return {
    status: payment.status,
    amount: payment.amount,
    refundedAmount: payment.refunded_amount,
    mechanicId: payment.mechanic_id,
  };
}

/** Returns the events of a change, with notifications for the customer and the mechanic. */
function createEvents(payment: LockedPayment, actor: Actor): OutboxEvent[] {
  const { id, appointment_id, customer_id, mechanic_id } = payment;
  const recipients = [customer_id, mechanic_id].filter((person) => person !== null);
  const events = [
    withNotification(
      { kind: 'payment', subjectId: id, customerId: customer_id, mechanicId: mechanic_id },
      { kind: 'payment', to: recipients, by: actor.id },
    ),
  ];
  if (appointment_id !== null) {
    events.push(
      appointmentChanged({ id: appointment_id, customer_id }, { mechanicId: mechanic_id }),
    );
  }
  return events;
}
