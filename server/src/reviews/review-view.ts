import { hiddenReasons, type HiddenReason } from '@curbwrench/contract/reviews/review-options';
import type { ListedReview, PublicReview, Review } from '@curbwrench/contract/reviews/schemas';
import { toLocalTime } from '../application/rules/business-time.ts';
import type { ListedReviewRow, ReviewRow } from './queries.ts';

/** Returns a review for the people who may see its appointment. */
export function presentReview(row: ReviewRow): Review {
  return {
    id: row.id,
    appointmentId: row.appointment_id,
    rating: row.rating,
    text: row.text,
    createdAt: row.created_at.toISOString(),
    reply:
      row.reply === null || row.replied_at === null
        ? null
        : { text: row.reply, repliedAt: row.replied_at.toISOString() },
    hiddenReason: toHiddenReason(row.hidden_reason),
  };
}

/** Returns a review for the list that staff see. */
export function presentListedReview(row: ListedReviewRow): ListedReview {
  return {
    ...presentReview(row),
    customer: row.customer_is_deleted
      ? null
      : { firstName: row.customer_first_name, lastName: row.customer_last_name },
    mechanic: { firstName: row.mechanic_first_name, lastName: row.mechanic_last_name },
    services: [...row.services],
  };
}

/**
 * Returns a review as everyone sees it: the customer's first name and the month, but neither their last name, the
 * day, the mechanic, nor the appointment.
 */
export function presentPublicReview(row: ListedReviewRow, timeZone: string): PublicReview {
  return {
    id: row.id,
    rating: row.rating,
    text: row.text,
    firstName: row.customer_is_deleted ? null : row.customer_first_name.trim() || null,
    services: [...row.services],
    month: toLocalTime(row.created_at, timeZone).date.slice(0, 7),
    reply: row.reply,
  };
}

function toHiddenReason(text: string | null): HiddenReason | null {
  return hiddenReasons.find((reason) => reason === text) ?? null;
}
