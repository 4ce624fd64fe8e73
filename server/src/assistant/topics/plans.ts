import { displayDate } from '@curbwrench/contract/fields/calendar';
import type { PlanInterval } from '@curbwrench/contract/plans/schemas';
import { dispatches } from '@curbwrench/contract/people/roles';
import { listPlans, type PlanRow } from '../../plans/plan-queries.ts';
import {
  appliesToPrices,
  findCurrentSubscription,
  type SubscriptionRow,
} from '../../plans/subscription-queries.ts';
import type { Asking, Topic } from '../asking.ts';
import { counted, lines, listed, money } from '../phrases.ts';
import { customerCalled } from '../named-customer.ts';
import { ownPlan } from '../plan-prices.ts';
import { means, unknownWords, type Understanding } from '../understanding.ts';
import { stemOf, wordsOf } from '../words.ts';

/** Answers about maintenance plans: a customer's own, the offered ones, and for dispatch a customer's. */
export const plans: Topic = async (asking, understood) => {
  const isAbout = means(understood, 'plan', 'renew') || asksWhatIsLeft(understood);
  // A plan's name alone, whose words may be known ones: 'how many are on Car Care'.
  const mayName = unknownWords(understood).length > 0 || means(understood, 'count', 'price');
  if (!isAbout && !mayName) return null;
  // Few businesses have more than a handful.
  const onOffer = await listPlans(asking.context.store.kysely, asking.viewer.role === 'admin');
  const named = onOffer.filter(({ name }) => isNamed(understood, name));
  if (!isAbout && named.length === 0) return null;
  // A help text answers how to join, leave or change one.
  if (means(understood, 'how', 'cancel') || /\b(join|leave|leaving)\b/i.test(understood.text)) {
    return null;
  }
  const planWords = new Set(onOffer.flatMap(({ name }) => wordsOf(name).map(stemOf)));
  const strange = understood.strange.filter((word) => !planWords.has(word));
  if (dispatches(asking.viewer.role))
    return forDispatch(asking, understood, { all: onOffer, named, strange, planWords });
  if (strange.length > 0 || understood.people.length > 0) {
    return asking.viewer.role === 'mechanic'
      ? "I can only tell you about your own jobs, and not about anybody's plan."
      : null;
  }
  const isOwn = asking.viewer.role === 'customer' && !asksOffer(understood, named);
  return isOwn ? ofAsker(asking) : offered(asking, named.length > 0 ? named : onOffer);
};

/** Returns whether the question is like 'any free oil changes left', 'when am I charged again'. */
function asksWhatIsLeft({ text }: Understanding): boolean {
  return /\b(free|included)\b.{1,40}\b(left|remaining)\b|\bcharge?d?\b.{1,40}\bagain\b/i.test(text);
}

function isNamed({ text }: Understanding, name: string): boolean {
  return ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(name).join(' ')} `);
}

function asksOffer({ text }: Understanding, named: readonly PlanRow[]): boolean {
  if (/\b(my|i|me|mine|im|am)\b/i.test(text)) return false;
  return (
    named.length > 0 || /\b(plans|offer|subscriptions|memberships|which|price|cost)\b/i.test(text)
  );
}

async function ofAsker(asking: Asking): Promise<string> {
  const plan = await ownPlan(asking);
  if (!plan) return "You don't have a plan. Maintenance Plans shows those that are on offer.";
  return sentences(asking, plan, 'Your plan is');
}

/** The plans, those that a question names, and its words that are neither known nor a plan's. */
interface Heard {
  readonly all: readonly PlanRow[];
  readonly named: readonly PlanRow[];
  readonly strange: readonly string[];
  readonly planWords: ReadonlySet<string>;
}

async function forDispatch(
  asking: Asking,
  understood: Understanding,
  { all, named, strange, planWords }: Heard,
): Promise<string | null> {
  if (means(understood, 'count', 'figures') && strange.length === 0) {
    return members(asking, named.length > 0 ? named : all);
  }
  const unknown = unknownWords(understood).filter((word) => !planWords.has(word));
  const person = await customerCalled(asking, unknown);
  if (person === 'several') {
    return 'There is more than one customer of that name; please say the whole name.';
  }
  if (!person) {
    if (strange.length > 0) return null;
    return offered(
      asking,
      (named.length > 0 ? named : all).filter(({ archived }) => !archived),
    );
  }
  const db = asking.context.store.kysely;
  const whose = person.name;
  const plan = await findCurrentSubscription(db, person.id, asking.moment.local.date);
  return plan ? sentences(asking, plan, `${whose} has the plan`) : `${whose} doesn't have a plan.`;
}

/**
 * Returns how many customers have which plan, which only admins may see (as on the Maintenance Plans page).
 */
function members({ viewer }: Asking, rows: readonly PlanRow[]): string {
  if (viewer.role !== 'admin') {
    return "I can't tell you that: only administrators see how many customers have a plan.";
  }
  const total = rows.reduce((sum, row) => sum + row.members, 0);
  const [only] = rows;
  if (rows.length === 1 && only)
    return `${counted(total, 'customer')} ${total === 1 ? 'has' : 'have'} the plan ${only.name}.`;
  const each = rows.map(({ name, members: count }) => `${name}: ${counted(count, 'customer')}`);
  return `${counted(total, 'customer')} ${total === 1 ? 'has' : 'have'} a plan:\n${lines(each)}`;
}

function offered({ context }: Asking, rows: readonly PlanRow[]): string {
  if (rows.length === 0) return 'There are no plans on offer.';
  const told = rows.map((row) => {
    const price = `${money(row.price, context.business.currency)} ${every[row.billing_interval]}`;
    return `${row.name}: ${price}. It ${benefits(row.services, row.discount_percent)}.`;
  });
  return `These plans are on offer:\n${lines(told)}`;
}

const every: Record<PlanInterval, string> = {
  month: 'per month',
  quarter: 'per quarter',
  year: 'per year',
};

/** Returns what a customer's plan costs, what it includes, and how long it runs. */
function sentences({ context, moment }: Asking, row: SubscriptionRow, opening: string): string {
  const { currency } = context.business;
  const price = `${money(row.price, currency)} ${every[row.billing_interval]}`;
  const until = displayDate(row.period_ends);
  const goesOn = row.renews ? `It renews on ${until}.` : `It ends on ${until} and doesn't renew.`;
  const isDue = row.period_ends <= moment.local.date;
  const state = appliesToPrices(row, context.business.plansBeforePayment)
    ? []
    : [whyNotYet(row, money(row.payment_amount, currency))];
  return [
    `${opening} ${row.plan_name}: ${price}.`,
    ...state,
    `It ${benefits(row.services, row.discount_percent)}.`,
    ...(isDue ? [] : [goesOn]),
  ].join('\n');
}

/** Returns why its benefits don't apply now. */
function whyNotYet({ payment_status: status }: SubscriptionRow, fee: string): string {
  return status === 'pending'
    ? `Its benefits start once the payment of ${fee} is made: until then the whole price is charged.`
    : `It is paused, since its payment of ${fee} ${status === 'failed' ? 'failed' : 'was refunded'}: the whole price is charged now.`;
}

/** Returns 'includes Oil Change (1 of 1 left) and takes 10% off other services'. */
function benefits(
  services: readonly { readonly name: string; readonly uses: number; readonly left?: number }[],
  discount: number,
): string {
  const included = services.map(({ name, uses, left }) =>
    left === undefined ? `${name} (${counted(uses, 'use')})` : `${name} (${left} of ${uses} left)`,
  );
  return listed([
    ...(included.length > 0 ? [`includes ${listed(included)}`] : []),
    ...(discount > 0
      ? [`takes ${discount}% off ${included.length > 0 ? 'other services' : 'every service'}`]
      : []),
  ]);
}
