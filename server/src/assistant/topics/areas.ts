import { weekdayNames } from '@curbwrench/contract/service-areas';
import { serviceAreaOf, zipsSayAll } from '../../db/service-areas.ts';
import type { Topic } from '../asking.ts';
import { listed, money } from '../phrases.ts';

/** "Do you come to me?", by a ZIP code, as the Service Areas page answers it. */
export const areas: Topic = async ({ context }, { text }) => {
  const [, zip] = /(?<![#\d])(\d{5})(?!\d)/.exec(text) ?? [];
  if (zip === undefined) return null;
  const db = context.store.kysely;
  const area = await serviceAreaOf(db, zip);
  if (area) {
    const days = listed(area.days.map((day) => weekdayNames[day]));
    const fee = money(area.call_out_fee, context.business.currency);
    return `Yes, we come to ${zip}: it lies in ${area.name}, served on ${days}. The call-out fee is ${fee}. (Help: Service areas)`;
  }
  return (await zipsSayAll(db))
    ? `${zip} is in none of our Service Areas.`
    : `I'm not sure whether we come to ${zip}; Service Areas shows where we go.`;
};
