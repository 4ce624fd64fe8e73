import type { ReviewInput } from '@curbwrench/contract/reviews/schemas';
import { appointmentChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import { done, runInTransaction, type Context } from '../application/transaction.ts';
import { lockCustomer } from '../database/locks.ts';
import { insertReview, insertReviewEvent } from './changes.ts';
import { findReviewableAppointment, type ReviewRow } from './queries.ts';

/**
 * Writes the customer's review of their completed appointment. An appointment can be reviewed only once, even by
 * concurrent requests. The author is signed in or uses this appointment's link, which requires no account.
 */
export async function writeReview(
  context: Context,
  author: Actor,
  appointmentId: number,
  { rating, text }: ReviewInput,
): Promise<Result<ReviewRow>> {
  const customerId = author.id;
  return runInTransaction(context, author, async (trx) => {
    // Waits for an erasure or a merge of the customer. A completed appointment stays completed, so it needs no lock.
    if (!(await lockCustomer(trx, customerId))) return noSuchAppointment;
    const appointment = await findReviewableAppointment(trx, appointmentId);
    if (appointment?.customer_id !== customerId) return noSuchAppointment;
    const mechanicId = appointment.mechanic_id;
    if (appointment.status !== 'completed' || mechanicId === null) {
      return refused('wrong_status', 'You can review an appointment after it is completed.');
    }
    const review = await insertReview(trx, {
      appointment_id: appointmentId,
      customer_id: customerId,
      mechanic_id: mechanicId,
      rating,
      text,
      created_at: context.clock.now(),
    });
    if (!review) return refused('wrong_status', 'You have already reviewed this appointment.');
    await insertReviewEvent(trx, review, {
      rating: String(rating),
      ...(author.linkTokenHash !== undefined && { byLink: 'true' }),
    });
    return done(review, [
      appointmentChanged({ id: appointmentId, customer_id: customerId }, { mechanicId }),
    ]);
  });
}

const noSuchAppointment = refused('not_found', 'Appointment not found.');
