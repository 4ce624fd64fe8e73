import type { ReviewsTable } from '@curbwrench/server/database/schema';
import type { Insertable } from 'kysely';
import { makeAppointment, type BuilderContext } from './builders.ts';

/** Inserts a completed appointment of a customer and a mechanic, which can be reviewed. */
export function makeCompletedJob(
  context: BuilderContext,
  customerId: string,
  mechanicId: string,
  details: Partial<Parameters<typeof makeAppointment>[1]> = {},
): Promise<number> {
  return makeAppointment(context, {
    date: '2026-03-02',
    status: 'completed',
    customer_id: customerId,
    mechanic_id: mechanicId,
    ...details,
  });
}

/** Inserts a review of a completed appointment without checking any rules, by default with five stars. */
export async function makeReview(
  { store }: Pick<BuilderContext, 'store'>,
  appointmentId: number,
  details: Partial<Insertable<ReviewsTable>> = {},
): Promise<number> {
  const job = await store.kysely
    .selectFrom('appointments')
    .select(['customer_id', 'mechanic_id'])
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow();
  if (job.mechanic_id === null) throw new Error('The appointment has no mechanic.');
  const { id } = await store.kysely
    .insertInto('reviews')
    .values({
      appointment_id: appointmentId,
      customer_id: job.customer_id,
      mechanic_id: job.mechanic_id,
      rating: 5,
      text: 'On time, and the brakes are quiet again.',
      created_at: new Date(),
      ...details,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
