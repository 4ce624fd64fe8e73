import { parseDisplayId } from '../fields/display-id.ts';

/** Shown for a text that is too short to be searched for. */
export const shortSearchMessage = 'Type at least 3 characters, or a # number.';

/**
 * Returns whether names, addresses and plates can be searched for this text. They are indexed by every three letters or
 * digits in a row, so a shorter text would have to be compared with every row.
 */
export function isLongEnough(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3;
}

/** Returns whether the office can search for this text: it is long enough, or the number of an appointment. */
export function isSearchable(text: string): boolean {
  return isLongEnough(text) || parseDisplayId(text) !== null;
}
