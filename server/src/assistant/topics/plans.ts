import type { PlanInterval } from '@curbwrench/contract/plans/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { listPlans, type PlanRow } from '../../plans/plan-queries.ts';
import {
  appliesToPrices,
  findCurrentSubscription,
  type SubscriptionRow,
} from '../../plans/subscription-queries.ts';
import type { AskerContext, Topic } from '../topic.ts';
import { formatCount, formatDay, bulletList, joinItems, formatMoney } from '../answer-format.ts';
import { findCustomerByName } from '../named-customer.ts';
import { findOwnSubscription } from '../plan-prices.ts';
import { hasConcept, listUnknownWords, type ParsedQuestion } from '../parsed-question.ts';
import { toStem, splitWords } from '../words.ts';

/** Answers questions about a customer's own plan, all plans and, for the office, any customer's plan. */
export const plans: Topic = async (asker, question) => {
  const isAboutPlans = hasConcept(question, 'plan', 'renew') || asksForRemainingUses(question);
  // The message may name a plan without the word 'plan', as in 'how many are on Car Care'.
  const mayNamePlan =
    listUnknownWords(question).length > 0 || hasConcept(question, 'count', 'price');
  if (!isAboutPlans && !mayNamePlan) return null;
  // Reads all plans, since a business has only a few.
  const allPlans = await listPlans(asker.context.store.kysely, asker.viewer.role === 'admin');
  const namedPlans = allPlans.filter(({ name }) => isNamed(question, name));
  if (!isAboutPlans && namedPlans.length === 0) return null;
  // The help texts say how to join, leave or change a plan.
  if (hasConcept(question, 'how', 'cancel') || /\b(join|leave|leaving)\b/i.test(question.text)) {
    return null;
  }
  const planWords = new Set(allPlans.flatMap(({ name }) => splitWords(name).map(toStem)));
  const unknownStems = question.unknownStems.filter((word) => !planWords.has(word));
  if (isOfficeRole(asker.viewer.role))
    return answerOffice(asker, question, { allPlans, namedPlans, unknownStems, planWords });
  if (unknownStems.length > 0 || question.people.length > 0) {
    return asker.viewer.role === 'mechanic'
      ? "I can only tell you about your own jobs, and not about anyone's plan."
      : null;
  }
  const isOwn = asker.viewer.role === 'customer' && !asksForOffer(question, namedPlans);
  return isOwn
    ? answerOwnPlan(asker)
    : answerAvailablePlans(asker, namedPlans.length > 0 ? namedPlans : allPlans);
};

/** Returns whether the question is like 'any free oil changes left' or 'when am I charged again'. */
function asksForRemainingUses({ text }: ParsedQuestion): boolean {
  return /\b(free|included)\b.{1,40}\b(left|remaining)\b|\bcharge?d?\b.{1,40}\bagain\b/i.test(text);
}

function isNamed({ text }: ParsedQuestion, name: string): boolean {
  return ` ${splitWords(text).join(' ')} `.includes(` ${splitWords(name).join(' ')} `);
}

function asksForOffer({ text }: ParsedQuestion, namedPlans: readonly PlanRow[]): boolean {
  if (/\b(my|i|me|mine|im|am)\b/i.test(text)) return false;
  return (
    namedPlans.length > 0 ||
    /\b(plans|offer|subscriptions|memberships|which|price|cost)\b/i.test(text)
  );
}

async function answerOwnPlan(asker: AskerContext): Promise<string> {
  const plan = await findOwnSubscription(asker);
  if (!plan) return "You don't have a plan. See Maintenance Plans for the available ones.";
  return describePlan(asker, plan, `Your plan is ${plan.plan_name}`);
}

/** The plans that a question may be about, and its unknown words. */
interface PlanQuestion {
  readonly allPlans: readonly PlanRow[];
  readonly namedPlans: readonly PlanRow[];
  readonly unknownStems: readonly string[];
  readonly planWords: ReadonlySet<string>;
}

async function answerOffice(
  asker: AskerContext,
  question: ParsedQuestion,
  { allPlans, namedPlans, unknownStems, planWords }: PlanQuestion,
): Promise<string | null> {
  if (hasConcept(question, 'count', 'stats') && unknownStems.length === 0) {
    return answerMemberCounts(asker, namedPlans.length > 0 ? namedPlans : allPlans);
  }
  const unknownWords = listUnknownWords(question).filter((word) => !planWords.has(word));
  const person = await findCustomerByName(asker, unknownWords);
  if (person === 'several') {
    return 'There is more than one customer by that name. Please use the full name.';
  }
  if (!person) {
    if (unknownStems.length > 0) return null;
    return answerAvailablePlans(
      asker,
      (namedPlans.length > 0 ? namedPlans : allPlans).filter(({ archived }) => !archived),
    );
  }
  const db = asker.context.store.kysely;
  const customerName = person.name;
  const plan = await findCurrentSubscription(db, person.id, asker.currentTime.local.date);
  return plan
    ? describePlan(asker, plan, `${customerName} has the ${plan.plan_name} plan`)
    : `${customerName} doesn't have a plan.`;
}

/** Tells an admin how many customers have each plan. Nobody else may see this, as on the Maintenance Plans page. */
function answerMemberCounts({ viewer }: AskerContext, rows: readonly PlanRow[]): string {
  if (viewer.role !== 'admin') {
    return "I can't tell you that: only administrators can see how many customers have a plan.";
  }
  const total = rows.reduce((sum, row) => sum + row.members, 0);
  const [onlyPlan] = rows;
  if (rows.length === 1 && onlyPlan)
    return `${formatCount(total, 'customer')} ${total === 1 ? 'has' : 'have'} the ${onlyPlan.name} plan.`;
  const lines = rows.map(({ name, members }) => `${name}: ${formatCount(members, 'customer')}`);
  return `${formatCount(total, 'customer')} ${total === 1 ? 'has' : 'have'} a plan:\n${bulletList(lines)}`;
}

function answerAvailablePlans({ context }: AskerContext, rows: readonly PlanRow[]): string {
  if (rows.length === 0) return 'No plans are available right now.';
  const sentences = rows.map((row) => {
    const price = `${formatMoney(row.price, context.business.currency)} ${intervalTexts[row.billing_interval]}`;
    return `${row.name}: ${price}; ${describeBenefits(row.services, row.discount_percent)}.`;
  });
  return `These plans are available:\n${bulletList(sentences)}`;
}

const intervalTexts: Record<PlanInterval, string> = {
  month: 'per month',
  quarter: 'per quarter',
  year: 'per year',
};

/**
 * Describes a customer's plan: its price, whether its benefits apply, what it includes, and when it ends or renews.
 */
function describePlan(
  { context, currentTime }: AskerContext,
  row: SubscriptionRow,
  subject: string,
): string {
  const { currency } = context.business;
  const price = `${formatMoney(row.price, currency)} ${intervalTexts[row.billing_interval]}`;
  const today = currentTime.local.date;
  const when = formatDay(row.period_ends, today);
  const renewal = row.renews ? `It renews ${when}.` : `It ends ${when} and doesn't renew.`;
  const isDue = row.period_ends <= today;
  const noBenefitsNote = appliesToPrices(row, context.business.plansStartBeforePayment)
    ? []
    : [explainNoBenefits(row, formatMoney(row.payment_amount, currency))];
  return [
    `${subject}: ${price}.`,
    ...noBenefitsNote,
    `It ${describeBenefits(row.services, row.discount_percent)}.`,
    ...(isDue ? [] : [renewal]),
  ].join('\n');
}

/** Returns the sentence that explains why the plan's benefits do not apply now. */
function explainNoBenefits({ payment_status: status }: SubscriptionRow, fee: string): string {
  return status === 'pending'
    ? `Its benefits start once its fee of ${fee} is paid; until then, full prices apply.`
    : `It is paused because its payment of ${fee} ${status === 'failed' ? 'failed' : 'was refunded'}. Full prices apply until the plan resumes.`;
}

/** Formats a plan's benefits: 'includes Oil Change (1 of 1 left) and takes 10% off other services'. */
function describeBenefits(
  services: readonly { readonly name: string; readonly uses: number; readonly left?: number }[],
  discount: number,
): string {
  const includedTexts = services.map(({ name, uses, left }) =>
    left === undefined
      ? `${name} (${formatCount(uses, 'use')})`
      : `${name} (${left} of ${uses} left)`,
  );
  return joinItems([
    ...(includedTexts.length > 0 ? [`includes ${joinItems(includedTexts)}`] : []),
    ...(discount > 0
      ? [`takes ${discount}% off ${includedTexts.length > 0 ? 'other services' : 'every service'}`]
      : []),
  ]);
}
