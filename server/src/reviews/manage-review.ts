import type { HiddenReason } from '@curbwrench/contract/reviews/review-options';
import type { ReviewReplyInput } from '@curbwrench/contract/reviews/schemas';
import { appointmentChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { Result } from '../application/rules/result.ts';
import {
  done,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';
import { lockReview, setReply, setHidden, setUnhidden, type LockedReview } from './changes.ts';
import type { ReviewRow } from './queries.ts';
import { decideReply, decideHiding, decideUnhiding, noSuchReview } from './rules.ts';

/** Replies to a review on behalf of the business, or replaces the reply that the form showed. Returns the review. */
export function replyToReview(
  context: Context,
  actor: Actor,
  reviewId: number,
  input: ReviewReplyInput,
): Promise<Result<ReviewRow>> {
  return changeReview(
    context,
    actor,
    reviewId,
    (review) => decideReply(review, input),
    (trx) =>
      setReply(trx, reviewId, { text: input.text, actorId: actor.id, now: context.clock.now() }),
  );
}

/** Hides a review from the public, for one of the allowed reasons. It still counts in the average. */
export function hideReview(
  context: Context,
  actor: Actor,
  reviewId: number,
  reason: HiddenReason,
): Promise<Result<ReviewRow>> {
  return changeReview(context, actor, reviewId, decideHiding, (trx) =>
    setHidden(trx, reviewId, { reason, actorId: actor.id, now: context.clock.now() }),
  );
}

/** Makes a hidden review public again. */
export function unhideReview(
  context: Context,
  actor: Actor,
  reviewId: number,
): Promise<Result<ReviewRow>> {
  return changeReview(context, actor, reviewId, decideUnhiding, (trx) =>
    setUnhidden(trx, reviewId),
  );
}

/** Locks a review, makes a change if it is allowed, and announces it to everyone who may see the appointment. */
function changeReview(
  context: Context,
  actor: Actor,
  reviewId: number,
  decide: (review: LockedReview) => Result<void>,
  change: (trx: Transaction) => Promise<ReviewRow>,
): Promise<Result<ReviewRow>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const review = await lockReview(trx, reviewId);
    if (!review) return noSuchReview;
    const decision = decide(review);
    if (!decision.ok) return decision;
    const { appointment_id: id, customer_id, mechanic_id: mechanicId } = review;
    return done(await change(trx), [appointmentChanged({ id, customer_id }, { mechanicId })]);
  });
}
