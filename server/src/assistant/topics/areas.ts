import { weekdayNames } from '@curbwrench/contract/service-areas/schemas';
import { findServiceAreaByZip, hasOnlyZipCodeAreas } from '../../service-areas/queries.ts';
import type { Topic } from '../asking.ts';
import { listed, money } from '../phrases.ts';
import type { Understanding } from '../understanding.ts';

/** Answers "Do you come to me?" for a ZIP code, as the Service Areas page does. */
export const areas: Topic = async ({ context }, understood) => {
  const zip = zipIn(understood);
  if (zip === null) return null;
  const db = context.store.kysely;
  const area = await findServiceAreaByZip(db, zip);
  if (area) {
    const days = listed(area.days.map((day) => weekdayNames[day]));
    const fee = money(area.call_out_fee, context.business.currency);
    return `Yes, we come to ${zip}: it lies in ${area.name}, served on ${days}. The call-out fee is ${fee}.`;
  }
  return (await hasOnlyZipCodeAreas(db))
    ? `${zip} is in none of our Service Areas.`
    : `I'm not sure whether we come to ${zip}; Service Areas shows where we go.`;
};

/** Words that mark a number as a ZIP code, whatever else is in the question. */
const zipWord = /\b(zip|post ?code|postal)/i;

/** Money and distances, which may have five digits too. */
const otherFigure =
  /[$€£]|\b(paid|pay|pays|payments?|owe|refund(s|ed)?|receipts?|invoices?|transactions?|dollars?|bucks|euros?|usd|miles?|mi|km|kilomet(er|re)s?)\b/i;

/** Words about a place, and those directly before a number. */
const placeWord =
  /\b(areas?|address|come|coming|serve|served|cover|covered|live|region|neighbou?rhood)\b|\b(in|to|near|around|visit) *\d{5}\b/i;

/** Words allowed beside a number that is the whole question. */
const besides = /\b(and|or|so|ok(ay)?|please|pls|then|what|how|about|hi|hello|thanks)\b/gi;

/** Returns the ZIP code that a question is about, and no other number of five digits. */
function zipIn({ text, number }: Understanding): string | null {
  const [, zip] = /(?<![#\d])(\d{5})(?!\d)/.exec(text) ?? [];
  if (zip === undefined) return null;
  if (zipWord.test(text)) return zip;
  if (number === Number(zip) || otherFigure.test(text)) return null;
  const isAlone = !/\p{L}/u.test(text.replaceAll(besides, ''));
  return isAlone || placeWord.test(text) ? zip : null;
}
