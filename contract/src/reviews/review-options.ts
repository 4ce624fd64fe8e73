import type { TextRule } from '../fields/text-limits.ts';

/*
 * The limits and names that forms need before the validator has loaded; the schemas are in `schemas.ts`.
 */

/** The ratings in stars, the lowest first. */
export const ratings = [1, 2, 3, 4, 5] as const;

/** The limits of a review's text and of the reply to it. */
export const reviewTextRule = { max: 2000, lines: 'many' } as const satisfies TextRule;

/** Why a review may be hidden. Its rating is never a reason. */
export const hiddenReasons = ['abuse', 'personal_data', 'off_topic'] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

/** The reasons for hiding a review, on screens. */
export const hiddenReasonLabels: Readonly<Record<HiddenReason, string>> = {
  abuse: 'Abuse',
  personal_data: 'Personal information',
  off_topic: 'Off topic',
};

/** Returns a rating in words: '1 star', '4 stars'. */
export function ratingText(rating: number): string {
  return rating === 1 ? '1 star' : `${rating} stars`;
}
