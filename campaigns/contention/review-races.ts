import { makeCompletedJob, makeReview } from '@curbwrench/testing/reviews';
import { sql } from 'kysely';
import type { Customer, RaceSetup } from './race-setup.ts';
import { post, repeat, type Race, type RaceFactory, type RaceRequest } from './race.ts';

/** A factory for each race about reviews. */
export const reviewRaces: readonly RaceFactory[] = [reviewOnce, replyAndHide];

/** Several devices of one customer review a job at the same time: one review is stored. */
async function reviewOnce(setup: RaceSetup, clients: number): Promise<Race> {
  const { id, customer } = await makePaidJob(setup);
  const requests = await repeat(clients, async (index) =>
    post(customer.headers.cookie, `/api/appointments/${id}/review`, {
      rating: 1 + (index % 5),
      text: `From device ${index}`,
    }),
  );
  return {
    name: 'review once',
    requests,
    expectedAccepted: 1,
    findProblems: async (query, [accepted]) => {
      const rows = await query<{ text: string }>(
        'select text from reviews where appointment_id = $1',
        [id],
      );
      const expected = accepted && getText(accepted);
      return rows.length === 1 && rows[0]?.text === expected
        ? []
        : [`found ${JSON.stringify(rows)} instead of ${expected}`];
    },
  };
}

/** Half of the admins reply to a review and half hide it: one reply is accepted, and the review is hidden once. */
async function replyAndHide(setup: RaceSetup, clients: number): Promise<Race> {
  const { id } = await makePaidJob(setup);
  const reviewId = await makeReview(setup.context, id);
  const requests = await repeat(clients, async (index) => {
    const { cookie } = (await setup.person('admin')).headers;
    return index % 2 === 0
      ? post(cookie, `/api/reviews/${reviewId}/reply`, { text: `No. ${index}`, replaces: null })
      : post(cookie, `/api/reviews/${reviewId}/hide`, { reason: 'abuse' });
  });
  return {
    name: 'reply to and hide a review',
    requests,
    expectedAccepted: Math.min(2, clients),
    findProblems: async (query) => {
      const [row] = await query<{ reply: string | null; hidden_reason: string | null }>(
        'select reply, hidden_reason from reviews where id = $1',
        [reviewId],
      );
      return row?.reply != null && (clients < 2 || row.hidden_reason === 'abuse')
        ? []
        : [`the review is ${JSON.stringify(row)}`];
    },
  };
}

function getText({ body }: RaceRequest): string {
  return 'text' in body ? String(body.text) : '';
}

/** Inserts a completed job with its payment. */
async function makePaidJob(setup: RaceSetup): Promise<{ id: number; customer: Customer }> {
  const { context } = setup;
  const { mechanics } = await setup.team(1);
  const customer = await setup.customer();
  const id = await makeCompletedJob(context, customer.id, mechanics[0].id, {
    vehicle_id: customer.vehicleId,
  });
  await sql`insert into payments (customer_id, appointment_id, amount, status, created_at)
    values (${customer.id}, ${id}, 89, 'pending', now())`.execute(context.store.kysely);
  return { id, customer };
}
