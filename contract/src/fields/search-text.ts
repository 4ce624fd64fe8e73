import { parseDisplayId } from './display-id.ts';

/** Shown if the text is too short to be searched for where appointment numbers can be found. */
export const shortSearchMessage = 'Enter at least 3 characters or an appointment number.';

/** Shown if the text is too short to be searched for elsewhere. */
export const shortTextMessage = 'Enter at least 3 characters.';

/**
 * Returns whether names, addresses and plates can be searched for this text. They have a trigram index, which shorter
 * text can't use: it would have to be compared with every row.
 */
export function isLongEnough(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3;
}

/** Returns whether appointments and customers can be searched for this text: it is long enough, or an appointment number. */
export function isSearchable(text: string): boolean {
  return isLongEnough(text) || parseDisplayId(text) !== null;
}
