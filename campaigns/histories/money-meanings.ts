import type { PaymentMethod } from './command.ts';
import { amountOf, type ModelPayment, type PlanTerms } from './model.ts';
import { remainingOf } from './payment-rules.ts';
import { adminOf, pick, type Meaning, type Scene } from './scene.ts';
import { customerIds } from './world.ts';

const methods: readonly PaymentMethod[] = ['cash', 'card_terminal', 'bank_transfer', 'other'];

/** What the steps about payments and plans stand for. */
export const moneyMeanings = {
  record: (scene) => {
    const { model, step, by } = scene;
    const found = paymentOf(scene, ({ status }) => status === 'pending' || status === 'failed');
    if (!found) return null;
    const job = model.appointments.get(found.payment.appointmentId ?? 0);
    const actor = by(step.other % 2 === 0 ? (job?.mechanicId ?? adminOf(model)) : adminOf(model));
    return { kind: 'record', actor, id: found.id, method: pick(methods, step.other) ?? 'cash' };
  },
  fail: (scene) => {
    const found = paymentOf(scene, ({ status }) => status !== 'refunded');
    return found && { kind: 'fail', actor: scene.by(adminOf(scene.model)), id: found.id };
  },
  refund: (scene) => {
    const { model, step, by } = scene;
    const found = paymentOf(scene, ({ status }) => status === 'completed');
    if (!found) return null;
    const left = remainingOf(found.payment);
    // All that is left, a part of it, or a cent more than there is.
    const cents = [left, Math.ceil(left / 2), left + 1][step.other % 3] ?? left;
    const amount = amountOf(Math.max(1, cents));
    return { kind: 'refund', actor: by(adminOf(model)), id: found.id, amount, reason: 'Sorry.' };
  },
  createPlan: (scene) => ({
    kind: 'createPlan',
    actor: scene.by(adminOf(scene.model)),
    terms: termsOf(scene),
  }),
  changePlan: (scene) => {
    const id = pick([...scene.model.plans.keys()], scene.step.which);
    const actor = scene.by(adminOf(scene.model));
    return id === undefined ? null : { kind: 'changePlan', actor, id, terms: termsOf(scene) };
  },
  archivePlan: ({ model, step, by }) => {
    const id = pick([...model.plans.keys()], step.which);
    return id === undefined ? null : { kind: 'archivePlan', actor: by(adminOf(model)), id };
  },
  join: ({ model, step, by }) => {
    const plan = pick([...model.plans.values()], step.which);
    if (!plan) return null;
    // Now and then as it was before a change, or as it will never be.
    const version = step.other % 6 === 0 ? Math.max(1, plan.version - 1) : plan.version;
    return {
      kind: 'join',
      actor: by(pick(customerIds, step.which)),
      planId: plan.id,
      version: step.other === 11 ? version + 1 : version,
    };
  },
  stay: ({ model, step, by }) => {
    const all = [...model.subscriptions.values()];
    const open = all.filter(({ ended }) => !ended);
    const subscription = pick(step.which === 11 ? all : open, step.which);
    if (!subscription) return null;
    const { id, customerId } = subscription;
    return { kind: 'stay', actor: by(customerId), id, renews: step.other % 3 === 0 };
  },
} satisfies Record<string, Meaning>;

/** Mostly a payment that the step suits, now and then any. */
function paymentOf(
  { model, step }: Scene,
  suits: (payment: ModelPayment) => boolean,
): { readonly payment: ModelPayment; readonly id: number } | null {
  const all = [...model.payments.values()];
  const payment = pick(step.which === 11 ? all : all.filter(suits), step.which);
  return payment && payment.id !== null ? { payment, id: payment.id } : null;
}

function termsOf({ model, step }: Scene): PlanTerms {
  const { which, other } = step;
  const interval = (['month', 'quarter', 'year'] as const)[which % 3] ?? 'month';
  const service = pick([...model.services.keys()], which);
  const uses =
    service === undefined || other % 3 === 0 ? [] : ([[service, 1 + (other % 2)]] as const);
  const discount = [15, 0, 100, 10][other % 4] ?? 0;
  // A plan does something: without a service it has a discount.
  return { price: '30.00', interval, discount: uses.length === 0 ? discount || 5 : discount, uses };
}
