import type { PaymentAction } from '@curbwrench/contract/payments/payment-actions';
import type { RefundInput, PaymentRecord } from '@curbwrench/contract/payments/schemas';
import { claimKey, keepReply } from '../database/idempotency-changes.ts';
import { changePayment, insertRefund, lockPayment, type LockedPayment } from './changes.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused, type Result } from '../application/rules/result.ts';
import { decidePayment, noSuchPayment, refunding } from './rules.ts';
import type { RepeatKey } from '../database/rules/idempotency-key.ts';
import { appointmentChanged, notifying } from '../application/events.ts';
import {
  done,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';

/** A request to change a payment. */
export interface PaymentAttempt {
  readonly paymentId: number;
  /** Null when the client sent no Idempotency-Key. */
  readonly repeatKey: RepeatKey | null;
  /** The reply's exact text, stored with the change so that a repeat gets the same bytes. */
  readonly reply: (trx: Transaction) => Promise<string>;
}

/** Records money received on site: completes the payment, as of now, even one that had failed. */
export function recordPayment(
  context: Context,
  actor: Actor,
  attempt: PaymentAttempt,
  record: PaymentRecord,
): Promise<Result<string>> {
  const now = context.clock.now();
  return change(context, actor, attempt, 'record', async (trx, payment) => {
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
    return accepted(undefined);
  });
}

/** Marks a payment as failed, because the money did not arrive or bounced; it can be recorded again. */
export function failPayment(
  context: Context,
  actor: Actor,
  attempt: PaymentAttempt,
): Promise<Result<string>> {
  const now = context.clock.now();
  return change(context, actor, attempt, 'fail', async (trx, payment) => {
    await changePayment(
      trx,
      payment,
      { status: 'failed', paid_at: null },
      { kind: 'payment_failed', actorId: actor.id, now, detail: { amount: payment.amount } },
    );
    return accepted(undefined);
  });
}

/** Refunds the rest of a payment, or part of it, as a separate entry. */
export function refundPayment(
  context: Context,
  actor: Actor,
  attempt: PaymentAttempt,
  refund: RefundInput,
): Promise<Result<string>> {
  const now = context.clock.now();
  return change(context, actor, attempt, 'refund', async (trx, payment) => {
    const after = refunding(stateOf(payment), refund.amount);
    if (!after.ok) return after;
    await insertRefund(trx, payment, refund, now);
    await changePayment(
      trx,
      payment,
      { status: after.value.status, refunded_amount: after.value.refundedAmount },
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
 * Runs a change of a payment: claims the key, locks the row before reading it, so that the second
 * of two parallel clients sees what the first one did, and sends events to those who may see the
 * payment, including on the appointment's pages.
 */
function change(
  context: Context,
  actor: Actor,
  { paymentId, repeatKey, reply }: PaymentAttempt,
  action: PaymentAction,
  work: (trx: Transaction, payment: LockedPayment) => Promise<Result<void>>,
): Promise<Result<string>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const earlier = repeatKey && (await claimKey(trx, repeatKey));
    if (earlier?.isSame) return done(earlier.reply, []);
    if (earlier) {
      return refused('idempotency_mismatch', 'That key was used for something else.');
    }
    const payment = await lockPayment(trx, paymentId);
    if (!payment) return noSuchPayment;
    const decision = decidePayment(action, stateOf(payment), actor);
    if (!decision.ok) return decision;
    const changed = await work(trx, payment);
    if (!changed.ok) return changed;
    const text = await reply(trx);
    if (repeatKey) await keepReply(trx, repeatKey, text, context.clock.now());
    return done(text, eventsOf(payment, actor));
  });
}

function stateOf(payment: LockedPayment) {
  return {
    status: payment.status,
    amount: payment.amount,
    refundedAmount: payment.refunded_amount,
    mechanicId: payment.mechanic_id,
  };
}

/** Returns the events; the customer and the mechanic also get a notification. */
function eventsOf(payment: LockedPayment, actor: Actor): OutboxEvent[] {
  const { id, appointment_id, customer_id, mechanic_id } = payment;
  const people = [customer_id, mechanic_id].filter((person) => person !== null);
  const events = [
    notifying(
      { kind: 'payment', subjectId: id, customerId: customer_id, mechanicId: mechanic_id },
      { kind: 'payment', to: people, by: actor.id },
    ),
  ];
  if (appointment_id !== null) {
    events.push(
      appointmentChanged({ id: appointment_id, customer_id }, { mechanicId: mechanic_id }),
    );
  }
  return events;
}
