import type { Actor } from '../../application/rules/actor.ts';

/**
 * Returns what the history stores about a change that was made with the appointment's link; for other changes, nothing.
 */
export function getLinkDetail({ linkTokenHash }: Actor): Readonly<Record<string, string>> {
  return linkTokenHash === undefined ? {} : { byLink: 'true' };
}
