// Reads tables owned by these modules: accounts
import type { AppointmentEventKind } from '@curbwrench/contract/appointments/schemas';
import type { HiddenReason } from '@curbwrench/contract/reviews/review-options';
import type { Insertable, Transaction } from 'kysely';
import { TransactionConflict } from '../database/connection/errors.ts';
import type { Database, ReviewsTable } from '../database/schema.ts';
import type { ReviewRow } from './queries.ts';

type Trx = Transaction<Database>;

/** A review's row, locked until the transaction ends. */
export interface LockedReview extends ReviewRow {
  readonly customer_is_deleted: boolean;
}

/** Inserts a review and returns it; null if the appointment already has one. */
export async function insertReview(
  trx: Trx,
  review: Insertable<ReviewsTable>,
): Promise<ReviewRow | null> {
  const row = await trx
    .insertInto('reviews')
    .values(review)
    .onConflict((conflict) => conflict.column('appointment_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Records a new review in its appointment's history, with the customer as the actor. */
export async function insertReviewEvent(
  trx: Trx,
  review: Pick<ReviewRow, 'appointment_id' | 'customer_id' | 'created_at'>,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  await trx
    .insertInto('appointment_events')
    .values({
      appointment_id: review.appointment_id,
      kind: 'reviewed' satisfies AppointmentEventKind,
      at: review.created_at,
      actor_id: review.customer_id,
      detail: JSON.stringify(detail),
    })
    .execute();
}

/**
 * Locks a review and its customer, so that no one erases or merges the customer until the transaction ends. Returns
 * null if there is no review with this id.
 */
export async function lockReview(trx: Trx, id: number): Promise<LockedReview | null> {
  const found = await trx
    .selectFrom('reviews')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return null;
  const customer = await trx
    .selectFrom('people')
    .select('deleted_at')
    .where('id', '=', found.customer_id)
    .forShare()
    .executeTakeFirst();
  const review = await trx
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!review) return null;
  // The lock is on a person who is no longer the review's customer, so the whole command runs again.
  if (!customer || review.customer_id !== found.customer_id) {
    throw new TransactionConflict("The review's customer was just merged into another.");
  }
  return { ...review, customer_is_deleted: customer.deleted_at !== null };
}

/** Writes the reply to a review, or replaces it, and returns the review. */
export function setReply(
  trx: Trx,
  id: number,
  reply: { readonly text: string; readonly actorId: string; readonly now: Date },
): Promise<ReviewRow> {
  return updateReview(trx, id, {
    reply: reply.text,
    replied_by: reply.actorId,
    replied_at: reply.now,
  });
}

/** Hides a review from the public, and returns it. */
export function setHidden(
  trx: Trx,
  id: number,
  hidden: { readonly reason: HiddenReason; readonly actorId: string; readonly now: Date },
): Promise<ReviewRow> {
  return updateReview(trx, id, {
    hidden_reason: hidden.reason,
    hidden_by: hidden.actorId,
    hidden_at: hidden.now,
  });
}

/** Makes a hidden review public again, and returns it. */
export function setUnhidden(trx: Trx, id: number): Promise<ReviewRow> {
  return updateReview(trx, id, { hidden_reason: null, hidden_by: null, hidden_at: null });
}

function updateReview(
  trx: Trx,
  id: number,
  columns: Partial<Pick<Insertable<ReviewsTable>, ReviewColumn>>,
): Promise<ReviewRow> {
  return trx
    .updateTable('reviews')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type ReviewColumn =
  | 'reply'
  | 'replied_by'
  | 'replied_at'
  | 'hidden_reason'
  | 'hidden_by'
  | 'hidden_at';
