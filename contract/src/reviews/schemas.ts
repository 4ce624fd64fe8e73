import { z } from 'zod';
import { optionalText, pageCursor, pageLimit, rowId, text, userId } from '../fields/schemas.ts';
import { hiddenReasons, reviewTextRule } from './review-options.ts';

const ratingMessage = 'Please choose a rating.';

/** A customer's review of a completed appointment. It can't be changed later. */
export const reviewInput = z.object({
  rating: z.number(ratingMessage).int(ratingMessage).min(1, ratingMessage).max(5, ratingMessage),
  text: optionalText(reviewTextRule.max),
});
export type ReviewInput = z.infer<typeof reviewInput>;

/** A review as the people involved see it: its customer, the job's mechanic, and the office. */
export const review = z.object({
  id: rowId(),
  appointmentId: rowId(),
  rating: z.number().int(),
  /** Null if the customer wrote none, or if it was deleted with their account. */
  text: z.string().nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** The business's reply, and when it was last written, ISO 8601. */
  reply: z.object({ text: z.string(), repliedAt: z.string() }).nullable(),
  /** Why the public does not see the review; null if it does. */
  hiddenReason: z.enum(hiddenReasons).nullable(),
});
export type Review = z.infer<typeof review>;

const personNames = z.object({ firstName: z.string(), lastName: z.string() });

/** A review in the list for staff. */
export const listedReview = review.extend({
  /** Null if the customer deleted their account. */
  customer: personNames.nullable(),
  mechanic: personNames,
  /** The names of the services at the time of booking. */
  services: z.array(z.string()),
});
export type ListedReview = z.infer<typeof listedReview>;

/** A review as everyone sees it. */
export const publicReview = z.object({
  id: rowId(),
  rating: z.number().int(),
  text: z.string().nullable(),
  /** Null if the customer deleted their account. */
  firstName: z.string().nullable(),
  /** The names of the services at the time of booking. */
  services: z.array(z.string()),
  /** When it was written, in the business's time zone: `yyyy-MM`. */
  month: z.string(),
  reply: z.string().nullable(),
});
export type PublicReview = z.infer<typeof publicReview>;

/** Counts of all reviews. Hidden ones are included in `count` and in the average. */
export const reviewSummary = z.object({
  count: z.number().int(),
  hidden: z.number().int(),
  /** The average rating, rounded to two decimals; null without reviews. */
  average: z.number().nullable(),
});
export type ReviewSummary = z.infer<typeof reviewSummary>;

/** A page of the list, latest first. */
export const publicReviewQuery = z.object({
  limit: pageLimit.optional(),
  cursor: pageCursor.optional(),
});
export type PublicReviewQuery = z.infer<typeof publicReviewQuery>;

/** For the office: only one mechanic's reviews. For mechanics it is ignored; they see only their own. */
const mechanicFilter = z.object({ mechanicId: userId().optional() });

export const reviewQuery = publicReviewQuery.extend(mechanicFilter.shape);
export type ReviewQuery = z.infer<typeof reviewQuery>;

export const reviewSummaryQuery = mechanicFilter;

/** A reply to a review, or a new version of the reply. */
export const reviewReplyInput = z.object({
  text: text(reviewTextRule.max, 'Please write a reply.'),
  /**
   * The reply that the form showed, null if none. The request is refused if the review has a different one now, so
   * that nobody overwrites a reply that they did not see.
   */
  replaces: z.string('That is not a valid reply.').max(reviewTextRule.max).nullable(),
});
export type ReviewReplyInput = z.infer<typeof reviewReplyInput>;

export const hideReviewInput = z.object({
  reason: z.enum(hiddenReasons, 'Please choose a reason.'),
});
