import { toMinutes } from '@curbwrench/contract/fields/calendar';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { demoAccountIds, demoIdSuffix } from './demo-accounts.ts';
import type { DemoContext } from './demo-options.ts';
import { loadRows, type RowOf } from './load-rows.ts';
import { createRandom } from './random.ts';

/** For how many days the demo customer's own jobs stay without a review, so that a user of the demo can write one. */
const unreviewedDays = 14;

interface FinishedJob {
  readonly id: number;
  readonly customer_id: string;
  readonly mechanic_id: string;
  readonly date: string;
  readonly end_time: string;
}

/**
 * Adds the reviews that customers would have written by now about generated jobs. Whether and how a job is reviewed
 * depends only on the seed and the job, so advancing the demo adds the reviews that are new since the last time.
 */
export async function writeReviews(
  trx: Transaction<Database>,
  context: DemoContext,
): Promise<void> {
  const { rows } = await sql<FinishedJob>`
    select id, customer_id, mechanic_id, date, end_time from appointments
    where source = 'generated' and status = 'completed' and customer_id like ${`%${demoIdSuffix}`}
      and not (customer_id = ${demoAccountIds.customer}
        and date > ${context.local.date}::date - ${unreviewedDays}::int)
      and not exists (select from reviews where appointment_id = appointments.id)
    order by date, end_time, id
  `.execute(trx);
  const reviews = rows
    .flatMap((job) => createReview(job, context))
    .toSorted((a, b) => new Date(a.created_at).getTime() - new Date(b.created_at).getTime());
  await loadRows(trx, 'reviews', reviews);
  await loadRows(
    trx,
    'appointment_events',
    reviews.map((review) => ({
      appointment_id: review.appointment_id,
      kind: 'reviewed',
      at: review.created_at,
      actor_id: review.customer_id,
      detail: { rating: String(review.rating) },
    })),
  );
}

/** Returns the review of a job; none if its customer wrote none, or not yet. */
function createReview(job: FinishedJob, context: DemoContext): RowOf<'reviews'>[] {
  const random = createRandom(context.seed, 'review', job.customer_id, job.date, job.end_time);
  if (!random.chance(0.4)) return [];
  const rating = random.pickWeighted<Rating>([
    [5, 68],
    [4, 20],
    [3, 6],
    [2, 4],
    [1, 2],
  ]);
  const text = random.chance(0.75) ? random.pick(reviewTexts[rating]) : null;
  const reply =
    text !== null && random.chance(replyProbability[rating]) ? random.pick(replies[rating]) : null;
  const doneAt = context.toInstant(job.date, toMinutes(job.end_time.slice(0, 5)));
  const createdAt = addMinutes(doneAt, random.between(90, 2800));
  const repliedAt = addMinutes(createdAt, random.between(60, 1500));
  if (createdAt > context.now) return [];
  const hasReply = reply !== null && repliedAt <= context.now;
  return [
    {
      appointment_id: job.id,
      customer_id: job.customer_id,
      mechanic_id: job.mechanic_id,
      rating,
      text,
      created_at: createdAt,
      reply: hasReply ? reply : null,
      replied_at: hasReply ? repliedAt : null,
      replied_by: hasReply ? demoAccountIds.advisor : null,
    },
  ];
}

function addMinutes(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000);
}

type Rating = 1 | 2 | 3 | 4 | 5;

const replyProbability: Readonly<Record<Rating, number>> = {
  1: 1,
  2: 0.9,
  3: 0.6,
  4: 0.15,
  5: 0.1,
};

const reviewTexts: Readonly<Record<Rating, readonly string[]>> = {
  5: [
    'Came to my office parking lot and was done before my meeting ended. Will book again.',
    'Explained what was worn and what can wait. No upselling at all.',
    'On time, friendly, and the driveway was cleaner than before.',
    'I could watch the van on the map. That alone is worth it.',
    'Same price I was quoted. I wish every shop worked like this.',
    'My mother could stay home the whole time. Thank you!',
    'Great job.',
  ],
  4: [
    'Good work. Arrived twenty minutes late, but called ahead.',
    'Everything went fine. The receipt took a day to arrive.',
    'Quick and clean; I would have liked to see the old parts.',
    'Very friendly. A bit more expensive than the shop around the corner.',
  ],
  3: [
    'The work was fine, but the appointment was rescheduled twice.',
    'Had to explain the noise three times before anyone wrote it down.',
  ],
  2: [
    "They didn't have the right filter, so it took a second visit the next day.",
    'Nobody told me I was getting a different mechanic.',
  ],
  1: ['I waited all morning, and the problem came back after two days.'],
};

const replies: Readonly<Record<Rating, readonly string[]>> = {
  5: ["Thank you! We're glad it was quick.", 'Thank you for the kind words.'],
  4: ["Thank you. Just ask next time, and we'll keep the old parts for you."],
  3: ["Thank you for telling us. We've changed how we take notes when you book."],
  2: ['Sorry about the second visit. We now check the parts the night before.'],
  1: ["That shouldn't have happened. Please call us, and we'll come back at no charge."],
};
