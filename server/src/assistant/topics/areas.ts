import { weekdayNames } from '@curbwrench/contract/service-areas/weekdays';
import { findAreaForPlace } from '../../service-areas/queries.ts';
import type { Topic } from '../topic.ts';
import { joinItems, formatMoney } from '../answer-format.ts';
import type { ParsedQuestion } from '../parsed-question.ts';

/** Says whether the business serves a ZIP code, as the Service Areas page does. */
export const areas: Topic = async ({ context }, question) => {
  const zip = findZipCode(question);
  if (zip === null) return null;
  const place = { zip, position: null, precision: 'unknown' } as const;
  const { answer, area } = await findAreaForPlace(
    context.store.kysely,
    place,
    context.business.cityCenter,
  );
  if (area) {
    const days = joinItems(area.days.map((day) => `${weekdayNames[day]}s`));
    const fee = formatMoney(area.tripFee, context.business.currency);
    return `Yes, we serve ${zip}: it's in ${area.name}, where we work on ${days}. The trip fee is ${fee}.`;
  }
  return answer === 'no'
    ? `${zip} isn't in any of our service areas.`
    : `I'm not sure whether we serve ${zip}. See Service Areas for a map.`;
};

/** Words that mark a number as a ZIP code, whatever else is in the question. */
const zipCodePattern = /\b(zip|post ?code|postal)/i;

/** Words that mark a number as an amount of money or a distance. */
const amountPattern =
  /[$€£]|\b(paid|pay|pays|payments?|owe|refund(s|ed)?|receipts?|invoices?|transactions?|dollars?|bucks|euros?|usd|miles?|mi|km|kilomet(er|re)s?)\b/i;

/** Words in the question, or prepositions directly before the number, that mark the number as a location. */
const placePattern =
  /\b(areas?|address|come|coming|serve|served|cover|covered|live|region|neighbou?rhood)\b|\b(in|to|near|around|visit) *\d{5}\b/i;

/** Words that are ignored when checking whether the number is the whole question. */
const ignoredWordsPattern =
  /\b(and|or|so|ok(ay)?|please|pls|then|what|how|about|hi|hello|thanks)\b/gi;

/** Returns the ZIP code that a question is about, or null. Other numbers may also have five digits. */
function findZipCode({ text, number }: ParsedQuestion): string | null {
  const [, zip] = /(?<![#\d])(\d{5})(?!\d)/.exec(text) ?? [];
  if (zip === undefined) return null;
  if (zipCodePattern.test(text)) return zip;
  if (number === Number(zip) || amountPattern.test(text)) return null;
  const isAlone = !/\p{L}/u.test(text.replaceAll(ignoredWordsPattern, ''));
  return isAlone || placePattern.test(text) ? zip : null;
}
