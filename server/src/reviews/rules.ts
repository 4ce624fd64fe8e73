import type { ReviewReplyInput } from '@curbwrench/contract/reviews/schemas';
import { accepted, refused, type Result } from '../application/rules/result.ts';

/** The state that determines whether a review may be replied to, hidden or shown again. */
export interface ReviewState {
  readonly text: string | null;
  readonly reply: string | null;
  readonly hidden_reason: string | null;
  /** Whether the customer deleted their account, and with it the review's text. */
  readonly customer_is_deleted: boolean;
}

/**
 * Decides whether a reply may be saved. A review whose customer deleted their account gets no reply: the reply
 * might name the person whose data was just removed.
 */
export function decideReply(
  review: ReviewState,
  { replaces }: Pick<ReviewReplyInput, 'replaces'>,
): Result<void> {
  if (review.customer_is_deleted) {
    return refused(
      'wrong_status',
      "The customer has deleted their account, so you can't reply to this review.",
    );
  }
  if (review.reply !== replaces) {
    return refused(
      'changed_meanwhile',
      'Someone else has replied to this review. Please read their reply first.',
    );
  }
  return accepted(undefined);
}

/**
 * Decides whether a review may be hidden. The allowed reasons all concern the text, so a review without text, which is
 * only a rating, can't be hidden.
 */
export function decideHiding(review: ReviewState): Result<void> {
  if (review.hidden_reason !== null) {
    return refused('wrong_status', 'This review is already hidden.');
  }
  if (review.text === null) {
    return refused('wrong_status', "This review has no text, and ratings can't be hidden.");
  }
  return accepted(undefined);
}

/** Decides whether a review may be shown again. */
export function decideUnhiding(review: ReviewState): Result<void> {
  return review.hidden_reason === null
    ? refused('wrong_status', 'This review is not hidden.')
    : accepted(undefined);
}

/** The refusal if there is no review with this id. */
export const noSuchReview = refused('not_found', 'Review not found.');
