import type { ServiceRow } from '../../db/services.ts';
import type { Asking, Topic } from '../asking.ts';
import { counted, lines, money } from '../phrases.ts';
import { means, type Understanding } from '../understanding.ts';

/** What is sold: prices and how long it takes, as they are now. */
export const services: Topic = async (asking, understood) => {
  const { names } = asking;
  if (isAboutVisits(understood)) return null;
  const named = understood.services;
  const asks = means(understood, 'price', 'duration');
  if (named.length > 0) {
    const isSure = asks || means(understood, 'list') || understood.strange.length === 0;
    return isSure ? named.map((each) => sentence(asking, each)).join('\n') : null;
  }
  const asksOffer = /\b(services|offer|do you do|repairs|prices?)\b/i.test(understood.text);
  if ((!asks && !asksOffer) || understood.strange.length > 0) return null;
  if (names.services.length === 0) return "I don't know of any services yet.";
  const list = lines(names.services.map((each) => short(asking, each)));
  return `These are our services:\n${list}\nAdditional parts costs may apply.`;
};

/** About what was or will be done, and not about what is sold. */
function isAboutVisits(understood: Understanding): boolean {
  return (
    understood.days !== null ||
    understood.people.length > 0 ||
    means(
      understood,
      ...(['last', 'next', 'when', 'who', 'where', 'appointment', 'status', 'mechanic'] as const),
      ...(['completed', 'pay', 'paid', 'owe', 'revenue', 'count', 'open'] as const),
    )
  );
}

function sentence({ context }: Asking, { name, price, duration, description }: ServiceRow): string {
  return (
    `${name} costs ${money(price, context.business.currency)} and takes ${counted(duration, 'minute')}. ` +
    `Additional parts costs may apply. ${description}`
  );
}

function short({ context }: Asking, { name, price, duration }: ServiceRow): string {
  return `${name}: ${money(price, context.business.currency)}, ${counted(duration, 'minute')}`;
}
