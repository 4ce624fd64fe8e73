import type { Kind } from './questions/question.ts';

/*
 * How an answer's words are read: whole tokens, never parts of one. '2 jobs' does not stand in '12
 * jobs', '1:00 PM' not in '11:00 PM', '$75.00' not in '$175.00', 'Ann' not in 'Annual'.
 */

/** Whether the phrase stands in the text as whole words and whole numbers, whatever the case. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const within = text.toLowerCase();
  const sought = phrase.toLowerCase();
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
    if (isWhole(within, at, at + sought.length)) return true;
  }
  return false;
}

function isWhole(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  const after = text.slice(to, to + 2);
  const first = text[from] ?? '';
  const last = text[to - 1] ?? '';
  if (/[a-z0-9]/.test(first) && /[a-z0-9$#+]$/.test(before)) return false;
  if (/\d/.test(first) && /\d[.,:]$/.test(before)) return false;
  if (/[$#+]/.test(first) && /[a-z0-9]$/.test(before)) return false;
  if (/[a-z0-9]/.test(last) && /^[a-z0-9]/.test(after)) return false;
  return !(/\d/.test(last) && /^[.,:]\d/.test(after));
}

/** Numbers that stand alone in a question: an appointment's, but not the '3' of '3pm'. */
export function numbersIn(text: string): number[] {
  return [...text.matchAll(/(?<![\w:.])#?(\d+)(?![\w:]|\.\d)/g)].map(([, number]) =>
    Number(number),
  );
}

/** The words of a text in small letters, with a space before, between and after them. */
export function wordRow(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

const doesNotKnow = /^(?:I don't know\b|I'm not sure\b|I am not sure\b|I have no idea\b)/i;

/** Said of what isn't the asker's; "I can't change anything myself" is the beginning of an answer. */
const mayNotSay = [
  /^I can only tell you about\b/i,
  /^I can't tell you\b/i,
  /\bonly administrators see\b/i,
  /^There is no [^.\n]* that you can see\./i,
];

/** What an answer is, by its own words. */
export function kindOf(answer: string): Kind {
  const said = answer.trim();
  if (doesNotKnow.test(said)) return 'unknown';
  return mayNotSay.some((pattern) => pattern.test(said)) ? 'refusal' : 'answer';
}

/** Dates, times, amounts, appointment numbers, telephone numbers, addresses and percentages. */
export const valuePattern =
  /[A-Z][a-z]{2} \d{2}, \d{4}|\d{1,2}:\d{2} [AP]M|\$-?[\d,]+(?:\.\d+)?|#\d+|\+\d[\d ]{6,}\d|\S+@\S+|\d+ ?%/g;

/** The text without what `inventedValues` judges. */
export function withoutValues(text: string): string {
  return text.replaceAll(valuePattern, '~');
}

export const datePattern = /[A-Z][a-z]{2} \d{2}, \d{4}/g;
export const timePattern = /\d{1,2}:\d{2} [AP]M/g;
export const amountPattern = /\$[\d,]+\.\d{2}/g;
