import { parseDisplayId } from '../fields/display-id.ts';

/** Shown if the text is too short to be searched for. */
export const shortSearchMessage = 'Type at least 3 characters, or an appointment number.';

/**
 * Returns whether names, addresses and plates can be searched for this text. They have a trigram index, which shorter
 * text can't use: it would have to be compared with every row.
 */
export function isLongEnough(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3;
}

/** Returns whether the office can search for this text: it is long enough, or an appointment number. */
export function isSearchable(text: string): boolean {
  return isLongEnough(text) || parseDisplayId(text) !== null;
}
