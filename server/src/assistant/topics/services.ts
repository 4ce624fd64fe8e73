import { listServiceAreas } from '../../service-areas/queries.ts';
import type { ServiceRow } from '../../services/queries.ts';
import type { SubscriptionRow } from '../../plans/subscription-queries.ts';
import type { Asking, Topic } from '../asking.ts';
import { counted, lines, money } from '../phrases.ts';
import { ownPlan, priceWith } from '../plan-prices.ts';
import { asksWhatIsCharged, isTooStrange, means, type Understanding } from '../understanding.ts';

/** Answers about services: what a booking would charge the asker now, and how long it takes. */
export const services: Topic = async (asking, understood) => {
  const { names } = asking;
  if (isAboutVisits(understood)) return null;
  const named = understood.services;
  const asks = means(understood, 'price', 'duration') || asksWhatIsCharged(understood);
  if (named.length > 0) {
    const isSure = asks || means(understood, 'list') || understood.strange.length === 0;
    if (!isSure || (!asks && isTooStrange(understood))) return null;
    const plan = await ownPlan(asking);
    const sentences = named.map((each) => sentence(asking, plan, each));
    return [...sentences, ...(await feeNote(asking))].join('\n');
  }
  const asksOffer = /\b(services|offer|do you do|repairs|prices?)\b/i.test(understood.text);
  if ((!asks && !asksOffer) || understood.strange.length > 0) return null;
  if (names.services.length === 0) return "I don't know of any services yet.";
  const plan = await ownPlan(asking);
  const list = lines(names.services.map((each) => short(asking, plan, each)));
  return [
    `These are our services:\n${list}\nAdditional parts costs may apply.`,
    ...(await feeNote(asking)),
  ].join('\n');
};

/** Returns whether the question is about past or future visits, and not about what is offered. */
function isAboutVisits(understood: Understanding): boolean {
  if (asksWhatIsCharged(understood)) return understood.days !== null;
  return (
    understood.days !== null ||
    understood.people.length > 0 ||
    means(
      understood,
      ...(['last', 'next', 'when', 'who', 'where', 'appointment', 'status', 'mechanic'] as const),
      ...(['completed', 'pay', 'paid', 'owe', 'revenue', 'count', 'open', 'refunded'] as const),
    )
  );
}

function sentence({ context }: Asking, plan: SubscriptionRow | null, service: ServiceRow): string {
  const { name, price, duration, description } = service;
  const { currency } = context.business;
  const charged = priceWith(context, plan, service);
  const costs =
    plan === null || charged.service === price
      ? `${name} costs ${money(price, currency)} and takes ${counted(duration, 'minute')}.`
      : charged.isIncluded
        ? `${name} is included in your plan ${plan.plan_name}: it costs you ${money(charged.service, currency)} ` +
          `instead of ${money(price, currency)}, and takes ${counted(duration, 'minute')}.`
        : `${name} costs you ${money(charged.service, currency)} with your plan ${plan.plan_name}, ` +
          `${plan.discount_percent}% off ${money(price, currency)}, and takes ${counted(duration, 'minute')}.`;
  return `${costs} Additional parts costs may apply. ${description}`;
}

function short({ context }: Asking, plan: SubscriptionRow | null, service: ServiceRow): string {
  const { name, price, duration } = service;
  const { currency } = context.business;
  const charged = priceWith(context, plan, service).service;
  const costs =
    charged === price
      ? money(price, currency)
      : `${money(charged, currency)} with your plan instead of ${money(price, currency)}`;
  return `${name}: ${costs}, ${counted(duration, 'minute')}`;
}

/** Returns a note if any area has a fee, which depends on the booking's address. */
async function feeNote({ context, viewer }: Asking): Promise<string[]> {
  if (viewer.role !== 'customer') return [];
  const areas = await listServiceAreas(context.store.kysely);
  return areas.some(({ call_out_fee: fee }) => Number(fee) > 0)
    ? ['In some areas a call-out fee comes on top; Service Areas shows it.']
    : [];
}
