import { areaOf } from './area-rules.ts';
import { ring } from './bell-rules.ts';
import type { CommandOf } from './command.ts';
import {
  amountOf,
  centsOf,
  todayOf,
  type Model,
  type ModelPayment,
  type ModelPerson,
  type ModelService,
  type ModelSubscription,
  type PlanTerms,
} from './model.ts';
import { expect } from './payment-rules.ts';
import { no, nothing, yes, type Effect, type Verdict } from './verdict.ts';

/** Admins define plans of services on sale; whoever has one keeps it as agreed. */
export function judgePlan(
  model: Model,
  actor: ModelPerson,
  command: CommandOf<'createPlan' | 'changePlan' | 'archivePlan'>,
): Verdict {
  if (actor.role !== 'admin') return no('not_allowed');
  const plan = command.kind === 'createPlan' ? undefined : model.plans.get(command.id);
  const problems: string[] = [];
  if (command.kind !== 'createPlan' && (!plan || plan.archived)) problems.push('not_found');
  const sold = (id: number): boolean => model.services.get(id)?.archived === false;
  if (command.kind !== 'archivePlan' && !command.terms.uses.every(([id]) => sold(id))) {
    problems.push('invalid_request');
  }
  if (problems.length > 0) return no(...problems);
  return yes((newId) => {
    if (command.kind === 'createPlan') {
      const made = { id: newId, terms: command.terms, version: 1, archived: false };
      model.plans.set(newId, made);
    } else if (plan && command.kind === 'changePlan') {
      plan.terms = command.terms;
      plan.version += 1;
    } else if (plan) plan.archived = true;
    return { ...nothing, told: [`plan ${plan?.id ?? newId}`] };
  });
}

/** One plan at a time, as it was shown, and a pending payment for its first interval. */
export function judgeJoining(
  model: Model,
  actor: ModelPerson,
  { planId, version }: CommandOf<'join'>,
): Verdict {
  if (actor.role !== 'customer') return no('not_allowed');
  const had = openOf(model, actor.id);
  if (had && !isOver(model, had)) {
    return had.planId === planId && had.renews ? yes(() => nothing) : no('in_use');
  }
  const plan = model.plans.get(planId);
  if (!plan || plan.archived) return no('not_found');
  if (plan.version !== version) return no('price_changed');
  return yes((id) => {
    if (had) end(had);
    const startedOn = todayOf(model);
    const joined: ModelSubscription = {
      id,
      customerId: actor.id,
      planId,
      terms: plan.terms,
      startedOn,
      renews: true,
      ended: false,
      ...intervalOf(startedOn, plan.terms, 0),
    };
    model.subscriptions.set(id, joined);
    charge(model, joined);
    return { ...nothing, told: [`subscription ${id}`, `plan ${planId}`] };
  });
}

/** Leaving is at the interval's end, at once where nothing was paid for. */
export function judgeStaying(
  model: Model,
  actor: ModelPerson,
  { id, renews }: CommandOf<'stay'>,
): Verdict {
  if (actor.role !== 'customer') return no('not_allowed');
  const had = openOf(model, actor.id);
  if (had?.id !== id || isOver(model, had)) return no('not_found');
  const endsNow = !renews && !isPaidFor(model, had);
  if (!endsNow && had.renews === renews) return yes(() => nothing);
  return yes(() => {
    if (endsNow) end(had);
    had.renews = renews;
    return { ...nothing, told: [`subscription ${id}`, `plan ${had.planId}`] };
  });
}

/** The next interval and its payment, or the end of it. */
export function renewAll(model: Model): Effect {
  const today = todayOf(model);
  const due = [...model.subscriptions.values()].filter((each) => !each.ended && each.ends <= today);
  for (const had of due) {
    const customer = model.people.get(had.customerId);
    const isCustomer = customer?.active === true && customer.role === 'customer';
    if (!isCustomer || !had.renews || !isPaidFor(model, had)) {
      end(had);
      continue;
    }
    // What nobody renewed in time is not charged afterwards.
    do Object.assign(had, intervalOf(had.startedOn, had.terms, had.number + 1));
    while (had.ends <= today);
    const payment = charge(model, had);
    ring(model, { kind: 'payment', about: payment, to: [had.customerId], by: null });
  }
  return { ...nothing, told: due.map(({ id }) => `subscription ${id}`) };
}

/** What a booking costs: a use that is left, or the discount; then the area's fee (15, 16). */
export function priceOf(
  model: Model,
  customerId: string,
  service: ModelService,
  zip: string | null,
): { readonly total: string; readonly includedIn: string | null } {
  const plan = openOf(model, customerId);
  const helps = plan && !isOver(model, plan) && counts(model, plan);
  const included = helps && usesLeft(model, plan, service.id) > 0;
  const percent = helps ? 100 - plan.terms.discount : 100;
  const work = included ? 0 : Math.round((centsOf(service.price) * percent) / 100);
  const fee = areaOf(model, zip)?.[1].fee ?? '0';
  return {
    total: amountOf(work + centsOf(fee)),
    includedIn: included ? intervalName(plan) : null,
  };
}

/** A use is an appointment that isn't cancelled. */
export function usesLeft(model: Model, plan: ModelSubscription, serviceId: number): number {
  const [, uses = 0] = plan.terms.uses.find(([id]) => id === serviceId) ?? [];
  const used = [...model.appointments.values()].filter(
    (each) =>
      each.includedIn === intervalName(plan) &&
      each.serviceId === serviceId &&
      each.status !== 'cancelled',
  );
  return Math.max(0, uses - used.length);
}

/** The plan a customer has that was not ended. */
export function openOf(model: Model, customerId: string): ModelSubscription | undefined {
  return [...model.subscriptions.values()].find(
    (each) => each.customerId === customerId && !each.ended,
  );
}

export function isOver(model: Model, { renews, ends }: ModelSubscription): boolean {
  return !renews && ends <= todayOf(model);
}

/** Ends it now. */
export function end(subscription: ModelSubscription): void {
  subscription.renews = false;
  subscription.ended = true;
}

/** Its benefits count once its interval is paid, or by a setting before that. */
function counts(model: Model, plan: ModelSubscription): boolean {
  if (model.settings.plansBeforePayment) return isPaidFor(model, plan);
  return model.payments.get(`plan ${intervalName(plan)}`)?.status === 'completed';
}

function isPaidFor(model: Model, plan: ModelSubscription): boolean {
  const status = model.payments.get(`plan ${intervalName(plan)}`)?.status;
  return status === 'pending' || status === 'completed';
}

function charge(model: Model, plan: ModelSubscription): ModelPayment {
  const label = `plan ${intervalName(plan)}`;
  return expect(model, label, plan.customerId, null, plan.terms.price, 'pending');
}

function intervalName({ id, number }: ModelSubscription): string {
  return `${id}/${number}`;
}

/** Counted from the first day, so that the 31st comes back after a short month. */
function intervalOf(
  startedOn: string,
  { interval }: PlanTerms,
  number: number,
): Pick<ModelSubscription, 'number' | 'starts' | 'ends'> {
  const months = { month: 1, quarter: 3, year: 12 }[interval];
  const starts = monthsAfter(startedOn, number * months);
  return { number, starts, ends: monthsAfter(startedOn, (number + 1) * months) };
}

/** The same day so many months later, or that month's last one. */
function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const then = Date.UTC(year, month - 1 + months, Math.min(day, last));
  return new Date(then).toISOString().slice(0, 10);
}
