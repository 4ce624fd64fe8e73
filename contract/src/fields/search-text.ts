import { parseDisplayId } from './display-id.ts';

/** Shown if the text is too short, in searches that also find appointment numbers. */
export const shortSearchMessage = 'Enter at least 3 characters or an appointment number.';

/** Shown if the text is too short, in all other searches. */
export const shortTextMessage = 'Enter at least 3 characters.';

/**
 * Returns whether this text is long enough for a search of names, addresses and plates. Their trigram index can't find
 * shorter text, so such a search would have to read every row.
 */
export function isLongEnoughForTextSearch(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3;
}

/** Returns whether this text is long enough to search for, or an appointment number. */
export function isSearchable(text: string): boolean {
  return isLongEnoughForTextSearch(text) || parseDisplayId(text) !== null;
}
