import { listServiceAreas } from '../../service-areas/queries.ts';
import type { ServiceRow } from '../../services/queries.ts';
import type { SubscriptionRow } from '../../plans/subscription-queries.ts';
import type { AskerContext, Topic } from '../topic.ts';
import { formatCount, bulletList, formatMoney } from '../answer-format.ts';
import { findOwnSubscription, calculatePriceWithPlan } from '../plan-prices.ts';
import {
  asksWhatIsCharged,
  hasTooManyUnknownWords,
  hasConcept,
  type ParsedQuestion,
} from '../parsed-question.ts';

/** Answers questions about services: what a booking would cost the asker now, and how long the service takes. */
export const services: Topic = async (asker, question) => {
  const { knownRecords } = asker;
  if (isAboutVisits(question)) return null;
  const namedServices = question.services;
  const asksPriceOrDuration =
    hasConcept(question, 'price', 'duration') || asksWhatIsCharged(question);
  if (namedServices.length > 0) {
    const isSure =
      asksPriceOrDuration || hasConcept(question, 'list') || question.unknownStems.length === 0;
    if (!isSure || (!asksPriceOrDuration && hasTooManyUnknownWords(question))) return null;
    const plan = await findOwnSubscription(asker);
    const sentences = namedServices.map((each) => describeService(asker, plan, each));
    return [...sentences, ...(await createFeeNote(asker))].join('\n');
  }
  const asksWhatWeOffer = /\b(services|offer|do you do|repairs|prices?)\b/i.test(question.text);
  if ((!asksPriceOrDuration && !asksWhatWeOffer) || question.unknownStems.length > 0) return null;
  if (knownRecords.services.length === 0) return "I don't know of any services yet.";
  const plan = await findOwnSubscription(asker);
  const list = bulletList(knownRecords.services.map((each) => formatService(asker, plan, each)));
  return [
    `These are our services:\n${list}\nParts may cost extra.`,
    ...(await createFeeNote(asker)),
  ].join('\n');
};

/** Returns whether the question is about past or future visits rather than about services that can be booked. */
function isAboutVisits(question: ParsedQuestion): boolean {
  if (asksWhatIsCharged(question)) return question.days !== null;
  return (
    question.days !== null ||
    question.people.length > 0 ||
    hasConcept(
      question,
      ...(['last', 'next', 'when', 'who', 'where', 'appointment', 'status', 'mechanic'] as const),
      ...(['completed', 'pay', 'paid', 'owe', 'revenue', 'count', 'open', 'refunded'] as const),
    )
  );
}

function describeService(
  { context }: AskerContext,
  plan: SubscriptionRow | null,
  service: ServiceRow,
): string {
  const { name, price, duration, description } = service;
  const { currency } = context.business;
  const planPrice = calculatePriceWithPlan(context, plan, service);
  const costs =
    plan === null || planPrice.price === price
      ? `${name} costs ${formatMoney(price, currency)} and takes ${formatCount(duration, 'minute')}.`
      : planPrice.isIncluded
        ? `${name} is included in your ${plan.plan_name} plan: it costs you ${formatMoney(planPrice.price, currency)} ` +
          `instead of ${formatMoney(price, currency)}, and takes ${formatCount(duration, 'minute')}.`
        : `${name} costs you ${formatMoney(planPrice.price, currency)} with your ${plan.plan_name} plan, ` +
          `${plan.discount_percent}% off ${formatMoney(price, currency)}, and takes ${formatCount(duration, 'minute')}.`;
  return `${costs} Parts may cost extra. ${description}`;
}

function formatService(
  { context }: AskerContext,
  plan: SubscriptionRow | null,
  service: ServiceRow,
): string {
  const { name, price, duration } = service;
  const { currency } = context.business;
  const ownPrice = calculatePriceWithPlan(context, plan, service).price;
  const costs =
    ownPrice === price
      ? formatMoney(price, currency)
      : `${formatMoney(ownPrice, currency)} with your plan instead of ${formatMoney(price, currency)}`;
  return `${name}: ${costs}, ${formatCount(duration, 'minute')}`;
}

/** Returns a note about trip fees for a customer's answer, if any service area has one. */
async function createFeeNote({ context, viewer }: AskerContext): Promise<string[]> {
  if (viewer.role !== 'customer') return [];
  const areas = await listServiceAreas(context.store.kysely);
  const fees = areas.flatMap(({ tripFee, feeBands }) =>
    feeBands ? feeBands.map(({ fee }) => fee) : [tripFee],
  );
  return fees.some((fee) => Number(fee) > 0)
    ? ['Some areas add a trip fee; see Service Areas.']
    : [];
}
