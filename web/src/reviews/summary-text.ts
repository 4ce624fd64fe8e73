import type { ReviewSummary } from '@curbwrench/contract/reviews/schemas';

/** Returns '4.7 out of 5 from 128 reviews', or 'No reviews yet'. The average includes hidden reviews. */
export function averageText({ average, count }: ReviewSummary): string {
  if (average === null) return 'No reviews yet';
  const reviews = count === 1 ? '1 review' : `${count.toLocaleString('en-US')} reviews`;
  return `${average.toFixed(1)} out of 5 from ${reviews}`;
}

/** Returns a sentence that says how many reviews are hidden; null if none are. */
export function hiddenText({ hidden }: ReviewSummary): string | null {
  if (hidden === 0) return null;
  const [reviews, verb] = hidden === 1 ? ['1 review', 'is'] : [`${hidden} reviews`, 'are'];
  const cause = `${hidden === 1 ? 'it was' : 'they were'} abusive or off topic, or shared personal information`;
  const rest = hidden === 1 ? 'Its rating still counts' : 'Their ratings still count';
  return `${reviews} ${verb} hidden because ${cause}. ${rest} toward the average.`;
}

/** Returns a month (`yyyy-MM`) in words: 'March 2026'. */
export function monthText(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
