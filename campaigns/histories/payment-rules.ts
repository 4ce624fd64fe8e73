import { ring } from './bell-rules.ts';
import type { CommandOf } from './command.ts';
import {
  amountOf,
  centsOf,
  type Model,
  type ModelAppointment,
  type ModelPayment,
  type ModelPerson,
} from './model.ts';
import { no, nothing, yes, type Verdict } from './verdict.ts';

type PaymentCommand = CommandOf<'record' | 'fail' | 'refund'>;

/** A finished job leaves a pending payment; what a plan paid for wholly is paid. */
export function payForJob(
  model: Model,
  { id, customerId, price, includedIn }: ModelAppointment,
): void {
  const isPaid = includedIn !== null && centsOf(price) === 0;
  expect(model, `job ${id}`, customerId, id, price, isPaid ? 'completed' : 'pending');
}

/** A payment of a customer's, which nobody has the number of yet. */
export function expect(
  model: Model,
  label: string,
  customerId: string,
  appointmentId: number | null,
  amount: string,
  status: ModelPayment['status'],
): ModelPayment {
  const payment = { label, customerId, appointmentId, amount, status };
  const made: ModelPayment = { ...payment, id: null, method: null, refunds: [] };
  model.payments.set(label, made);
  return made;
}

/** The job's mechanic records what was paid; an admin that, what failed, and refunds. */
export function judgePayment(model: Model, actor: ModelPerson, command: PaymentCommand): Verdict {
  const mayRecord = actor.role === 'mechanic' && command.kind === 'record';
  if (actor.role !== 'admin' && !mayRecord) return no('not_allowed');
  const payment = [...model.payments.values()].find(({ id }) => id === command.id);
  const job = model.appointments.get(payment?.appointmentId ?? 0);
  if (!payment || (mayRecord && job?.mechanicId !== actor.id)) return no('not_found');
  const left = remainingOf(payment);
  switch (command.kind) {
    case 'record':
      if (payment.status !== 'pending' && payment.status !== 'failed') return no('wrong_status');
      break;
    case 'fail':
      if (payment.status !== 'pending' && payment.status !== 'completed') return no('wrong_status');
      // What was given back can't have failed to come.
      if (payment.refunds.length > 0) return no('wrong_status');
      break;
    case 'refund':
      if (payment.status !== 'completed' || left === 0) return no('wrong_status');
      if (centsOf(command.amount) > left) return no('invalid_request');
  }
  return yes(() => {
    const reason = command.kind === 'refund' ? command.reason : null;
    change(payment, command);
    const people = [payment.customerId, job?.mechanicId ?? null];
    ring(model, { kind: 'payment', about: payment, to: people, by: actor.id });
    if (job) job.history = [...job.history, [lineOf[command.kind], actor.id, reason]];
    const told = [`payment ${payment.id}`, ...(job ? [`appointment ${job.id}`] : [])];
    return { ...nothing, told };
  });
}

const lineOf = {
  record: 'payment_recorded',
  fail: 'payment_failed',
  refund: 'payment_refunded',
} as const;

function change(payment: ModelPayment, command: PaymentCommand): void {
  switch (command.kind) {
    case 'record':
      payment.status = 'completed';
      payment.method = command.method;
      break;
    case 'fail':
      payment.status = 'failed';
      break;
    case 'refund':
      payment.refunds = [...payment.refunds, [command.amount, command.reason]];
      // A partial refund leaves it completed.
      if (remainingOf(payment) === 0) payment.status = 'refunded';
  }
}

/** Cents that were not given back. */
export function remainingOf({ amount, refunds }: ModelPayment): number {
  return refunds.reduce((left, [given]) => left - centsOf(given), centsOf(amount));
}

/** What comes in, net of refunds, as decimal text. */
export function revenueOf(payments: readonly ModelPayment[]): string {
  const paid = payments.filter(({ status }) => status === 'completed');
  return amountOf(paid.reduce((sum, payment) => sum + remainingOf(payment), 0));
}
