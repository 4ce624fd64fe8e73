import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import type {
  ListedReview,
  PublicReview,
  Review,
  ReviewSummary,
} from '@curbwrench/contract/reviews/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAppointment,
  makeTeam,
  makePerson,
  type Team,
  type Person,
} from '@curbwrench/testing/builders';
import { read, readPages, send, sortedStatuses } from '@curbwrench/testing/requests';
import { makeCompletedJob, makeReview } from '@curbwrench/testing/reviews';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';

let app: TestApp;
let team: Team;
let mechanic: Person;
let otherMechanic: Person;
let advisor: Person;
let admin: Person;
let customer: Person;

beforeAll(async () => {
  app = await startApp();
  team = await makeTeam(app, 2, { name: 'Brake Pads' });
  [mechanic] = team.mechanics;
  otherMechanic = team.mechanics[1] ?? mechanic;
  advisor = await makePerson(app, 'service_advisor');
  admin = await makePerson(app, 'admin');
});
beforeEach(async () => {
  await sql`delete from reviews`.execute(app.store.kysely);
  await sql`delete from rate_limits`.execute(app.store.kysely);
  customer = await makePerson(app, 'customer', { firstName: 'Casey', lastName: 'Morgan' });
});
afterAll(() => app.stop());

const makeJob = (details: Parameters<typeof makeCompletedJob>[3] = {}) =>
  makeCompletedJob(app, customer.id, mechanic.id, { service_id: team.serviceId, ...details });
const write = (person: Person | null, appointmentId: number, body: object) =>
  send(app, person, 'POST', `/api/appointments/${appointmentId}/review`, body);
const replyTo = (person: Person, id: number, text: string, replaces: string | null = null) =>
  send(app, person, 'POST', `/api/reviews/${id}/reply`, { text, replaces });
const hide = (person: Person, id: number, body: object) =>
  send(app, person, 'POST', `/api/reviews/${id}/hide`, body);
const unhide = (person: Person, id: number) =>
  send(app, person, 'POST', `/api/reviews/${id}/unhide`);
const readPublic = () => read<PublicReview[]>(app, null, '/api/reviews/public');
const readReview = async (viewer: Person, appointmentId: number) =>
  (await read<AppointmentDetails>(app, viewer, `/api/appointments/${appointmentId}`)).review;
const readEvents = async (id: number) => {
  const { rows } = await sql<{ customer_id: string; mechanic_id: string }>`
    select customer_id, mechanic_id from outbox where kind = 'appointment' and subject_id = ${String(id)}
  `.execute(app.store.kysely);
  return rows;
};

describe('a review', () => {
  test('is written by the customer of a completed appointment, and shown to everyone concerned @reviews.write', async () => {
    const id = await makeJob();
    expect(await readReview(customer, id)).toBeNull();
    const response = await write(customer, id, { rating: 4, text: ' Quick.\nAnd friendly. ' });
    expect([response.statusCode, response.json<Review>()]).toEqual([
      201,
      {
        id: expect.any(Number) as number,
        appointmentId: id,
        rating: 4,
        text: 'Quick.\nAnd friendly.',
        createdAt: app.clock.now().toISOString(),
        reply: null,
        hiddenReason: null,
      },
    ]);
    for (const viewer of [customer, mechanic, advisor, admin]) {
      expect(await readReview(viewer, id)).toEqual(response.json());
    }
    expect(await readEvents(id)).toEqual([{ customer_id: customer.id, mechanic_id: mechanic.id }]);
  });

  test("is part of the appointment's history, with the rating but not the text @reviews.history", async () => {
    const id = await makeJob();
    await write(customer, id, { rating: 4, text: 'Quick and friendly.' });
    await write(customer, id, { rating: 1 });
    for (const [viewer, by] of [
      [customer, { who: 'you', name: null }],
      [mechanic, { who: 'customer', name: 'Casey Morgan' }],
      [advisor, { who: 'customer', name: 'Casey Morgan' }],
    ] as const) {
      const { events } = await read<AppointmentDetails>(app, viewer, `/api/appointments/${id}`);
      expect(events.filter(({ kind }) => kind === 'reviewed')).toMatchObject([
        { at: app.clock.now().toISOString(), by, byLink: false, rating: 4, reason: null },
      ]);
    }
  });

  test('may be a rating alone, of one to five whole stars @reviews.write', async () => {
    const id = await makeJob();
    for (const body of [
      {},
      { text: 'Fine.' },
      { rating: 0 },
      { rating: 6 },
      { rating: 4.5 },
      { rating: '5' },
      { rating: 5, text: 'x'.repeat(2001) },
      { rating: 5, text: 'a\u0000b' },
    ]) {
      expect((await write(customer, id, body)).statusCode, JSON.stringify(body)).toBe(400);
    }
    expect((await write(customer, id, { rating: 6 })).body).toBe('Please choose a rating.');
    const response = await write(customer, id, { rating: 1, text: ' \n ' });
    expect([response.statusCode, response.json<Review>().text]).toEqual([201, null]);
  });

  test('can be written only after the job, and only by its own customer @reviews.write', async () => {
    const stranger = await makePerson(app, 'customer');
    const ids = {
      confirmed: await makeJob({ status: 'confirmed' }),
      cancelled: await makeJob({ status: 'cancelled', start_time: '12:00', end_time: '13:00' }),
      completed: await makeJob(),
    };
    for (const status of ['confirmed', 'cancelled'] as const) {
      const response = await write(customer, ids[status], { rating: 5 });
      expect([response.statusCode, response.body]).toEqual([
        409,
        'You can review an appointment after it is completed.',
      ]);
    }
    const foreign = await write(stranger, ids.completed, { rating: 1 });
    const missing = await write(stranger, 999_999, { rating: 1 });
    expect([foreign.statusCode, foreign.body]).toEqual([404, 'Appointment not found.']);
    expect(foreign.body).toBe(missing.body);
    for (const [person, status] of [
      [null, 401],
      [mechanic, 403],
      [advisor, 403],
      [admin, 403],
    ] as const) {
      expect((await write(person, ids.completed, { rating: 5 })).statusCode).toBe(status);
    }
    expect(await readReview(customer, ids.completed)).toBeNull();
  });

  test('is written once, even by two requests at the same time @reviews.once', async () => {
    const id = await makeJob();
    const responses = await Promise.all([
      write(customer, id, { rating: 5, text: 'Great.' }),
      write(customer, id, { rating: 1, text: 'Awful.' }),
    ]);
    expect(sortedStatuses(responses)).toEqual([201, 409]);
    const refusal = responses.find(({ statusCode }) => statusCode === 409);
    expect(refusal?.body).toBe('You have already reviewed this appointment.');
    const accepted = responses.find(({ statusCode }) => statusCode === 201);
    expect(await readReview(customer, id)).toEqual(accepted?.json());
    expect((await write(customer, id, { rating: 3 })).statusCode).toBe(409);
    expect(await readEvents(id)).toHaveLength(1);
  });
});

describe('everyone', () => {
  test('sees every review, newest first, with the first name and the month @reviews.public', async () => {
    for (const [index, created_at] of [
      '2026-01-15T18:00:00Z',
      // Still February in San Francisco.
      '2026-03-01T07:00:00Z',
      '2026-03-02T18:00:00Z',
    ].entries()) {
      await makeReview(app, await makeJob(), {
        rating: index + 1,
        text: index === 0 ? null : `No. ${index}`,
        created_at: new Date(created_at),
      });
    }
    const [latest] = await readPublic();
    expect(latest).toEqual({
      id: expect.any(Number) as number,
      rating: 3,
      text: 'No. 2',
      firstName: 'Casey',
      services: ['Brake Pads'],
      month: '2026-03',
      reply: null,
    });
    expect((await readPublic()).map(({ month, text }) => [month, text])).toEqual([
      ['2026-03', 'No. 2'],
      ['2026-02', 'No. 1'],
      ['2026-01', null],
    ]);
    const body = (await send(app, null, 'GET', '/api/reviews/public')).body;
    expect(body).not.toContain('Morgan');
    expect(body).not.toContain(mechanic.id);
  });

  test('can page through all reviews without losing any while new ones arrive @reviews.public', async () => {
    const created_at = new Date('2026-03-02T18:00:00Z');
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.unshift(await makeReview(app, await makeJob(), { created_at }));
    }
    const rows = await readPages<PublicReview>(
      app,
      customer,
      '/api/reviews/public?limit=2',
      async () => {
        await makeReview(app, await makeJob(), { created_at: new Date('2026-03-03T18:00:00Z') });
      },
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
    for (const cursor of ['xyz', Buffer.from('["2026-01-01"]').toString('base64url')]) {
      const response = await send(app, null, 'GET', `/api/reviews/public?cursor=${cursor}`);
      expect([response.statusCode, response.body]).toEqual([400, "That page doesn't exist."]);
    }
  });

  test('sees how many reviews are hidden, but not the reviews themselves, whose ratings still count @reviews.hidden-count', async () => {
    const summary = () => read<ReviewSummary>(app, null, '/api/reviews/public/summary');
    expect(await summary()).toEqual({ count: 0, hidden: 0, average: null });
    const bad = await makeReview(app, await makeJob(), { rating: 1, text: 'Call me: 555 0199' });
    await makeReview(app, await makeJob(), { rating: 5 });
    await makeReview(app, await makeJob(), { rating: 5 });
    const before = await summary();
    expect(before).toEqual({ count: 3, hidden: 0, average: 3.67 });
    expect((await hide(admin, bad, { reason: 'personal_data' })).statusCode).toBe(200);
    expect(await summary()).toEqual({ ...before, hidden: 1 });
    expect((await readPublic()).map(({ rating }) => rating)).toEqual([5, 5]);
    expect((await unhide(admin, bad)).statusCode).toBe(200);
    expect(await summary()).toEqual(before);
    expect(await readPublic()).toHaveLength(3);
  });
});

describe('an admin', () => {
  test('hides a review only for one of three reasons, never for its rating @reviews.hide', async () => {
    const appointmentId = await makeJob();
    const id = await makeReview(app, appointmentId, { rating: 1, text: 'Rude.' });
    const ratingOnly = await makeReview(app, await makeJob(), { rating: 1, text: null });
    for (const body of [{}, { reason: null }, { reason: '' }, { reason: 'one star' }]) {
      const response = await hide(admin, id, body);
      expect([response.statusCode, response.body]).toEqual([400, 'Please choose a reason.']);
    }
    const refusal = await hide(admin, ratingOnly, { reason: 'off_topic' });
    expect([refusal.statusCode, refusal.body]).toEqual([
      409,
      "This review has no text, and ratings can't be hidden.",
    ]);
    expect(await readPublic()).toHaveLength(2);
    expect((await hide(advisor, id, { reason: 'abuse' })).statusCode).toBe(403);
    for (const reason of ['abuse', 'personal_data', 'off_topic']) {
      const hidden = await hide(admin, id, { reason });
      expect([hidden.statusCode, hidden.json<Review>().hiddenReason]).toEqual([200, reason]);
      expect((await unhide(admin, id)).json<Review>().hiddenReason).toBeNull();
    }
    // The people concerned still see the review, and why it is hidden.
    await hide(admin, id, { reason: 'abuse' });
    for (const viewer of [customer, mechanic, advisor]) {
      expect(await readReview(viewer, appointmentId)).toMatchObject({
        text: 'Rude.',
        hiddenReason: 'abuse',
      });
    }
  });

  test('gets a refusal if a review is already hidden or shown, even if two admins hide it at the same time @reviews.hide', async () => {
    const id = await makeReview(app, await makeJob());
    const second = await makePerson(app, 'admin');
    const responses = await Promise.all([
      hide(admin, id, { reason: 'abuse' }),
      hide(second, id, { reason: 'off_topic' }),
    ]);
    expect(sortedStatuses(responses)).toEqual([200, 409]);
    expect((await hide(admin, id, { reason: 'abuse' })).body).toBe(
      'This review is already hidden.',
    );
    await unhide(admin, id);
    expect((await unhide(admin, id)).body).toBe('This review is not hidden.');
    expect((await unhide(admin, 999_999)).statusCode).toBe(404);
  });
});

describe('the office', () => {
  test('replies to a review, and everyone sees the reply @reviews.reply', async () => {
    const appointmentId = await makeJob();
    const id = await makeReview(app, appointmentId, { rating: 2 });
    for (const text of ['', ' ', 'x'.repeat(2001)]) {
      expect((await replyTo(advisor, id, text)).statusCode).toBe(400);
    }
    expect((await replyTo(customer, id, 'Me.')).statusCode).toBe(403);
    expect((await replyTo(mechanic, id, 'Me.')).statusCode).toBe(403);
    const response = await replyTo(advisor, id, 'We are sorry.');
    const expected = { text: 'We are sorry.', repliedAt: app.clock.now().toISOString() };
    expect([response.statusCode, response.json<Review>().reply]).toEqual([200, expected]);
    expect(await readReview(customer, appointmentId)).toMatchObject({ reply: expected });
    expect(await readPublic()).toMatchObject([{ reply: 'We are sorry.' }]);
    expect(await readEvents(appointmentId)).toHaveLength(1);
  });

  test('can change a reply only after seeing the current one @reviews.reply', async () => {
    const id = await makeReview(app, await makeJob());
    const responses = await Promise.all([
      replyTo(advisor, id, 'Thank you.'),
      replyTo(admin, id, 'Thanks!'),
    ]);
    expect(sortedStatuses(responses)).toEqual([200, 409]);
    const first = responses.find(({ statusCode }) => statusCode === 200)?.json<Review>().reply;
    expect((await replyTo(admin, id, 'Many thanks.')).statusCode).toBe(409);
    const changed = await replyTo(admin, id, 'Many thanks.', first?.text ?? '');
    expect([changed.statusCode, changed.json<Review>().reply?.text]).toEqual([200, 'Many thanks.']);
  });

  test('can reply while an admin hides the review, and both changes are saved @reviews.hide', async () => {
    const id = await makeReview(app, await makeJob());
    const responses = await Promise.all([
      replyTo(advisor, id, 'Please call us.'),
      hide(admin, id, { reason: 'abuse' }),
      replyTo(admin, id, 'Please write to us.'),
    ]);
    expect(sortedStatuses(responses)).toEqual([200, 200, 409]);
    expect(await read<ListedReview[]>(app, advisor, '/api/reviews')).toMatchObject([
      { hiddenReason: 'abuse', reply: { text: expect.stringMatching(/^Please/) as string } },
    ]);
    expect(await readPublic()).toEqual([]);
  });

  test('sees all reviews, including hidden ones, with names @reviews.staff', async () => {
    const hidden = await makeReview(app, await makeJob(), { rating: 1 });
    await hide(admin, hidden, { reason: 'off_topic' });
    const appointmentId = await makeJob();
    await makeReview(app, appointmentId, { created_at: new Date(Date.now() + 60_000) });
    const rows = await read<ListedReview[]>(app, advisor, '/api/reviews');
    expect(rows.map(({ hiddenReason }) => hiddenReason)).toEqual([null, 'off_topic']);
    expect(rows[0]).toMatchObject({
      appointmentId,
      customer: { firstName: 'Casey', lastName: 'Morgan' },
      mechanic: { firstName: expect.any(String) as string },
      services: ['Brake Pads'],
    });
  });
});

describe('a mechanic', () => {
  test('sees only the reviews of their own jobs, and their average @reviews.mechanic', async () => {
    await makeReview(app, await makeJob(), { rating: 5 });
    await makeReview(app, await makeJob(), { rating: 4 });
    const otherJob = await makeCompletedJob(app, customer.id, otherMechanic.id);
    await makeReview(app, otherJob, { rating: 1 });
    const list = (viewer: Person, query = '') =>
      read<ListedReview[]>(app, viewer, `/api/reviews${query}`);
    const summary = (viewer: Person, query = '') =>
      read<ReviewSummary>(app, viewer, `/api/reviews/summary${query}`);
    for (const query of ['', `?mechanicId=${otherMechanic.id}`]) {
      expect((await list(mechanic, query)).map(({ rating }) => rating)).toEqual([4, 5]);
      expect(await summary(mechanic, query)).toEqual({ count: 2, hidden: 0, average: 4.5 });
    }
    expect(await list(otherMechanic)).toMatchObject([{ appointmentId: otherJob }]);
    const query = `?mechanicId=${otherMechanic.id}`;
    expect(await list(admin, query)).toHaveLength(1);
    expect(await summary(admin, query)).toEqual({ count: 1, hidden: 0, average: 1 });
    expect(await list(admin)).toHaveLength(3);
  });
});

test('an appointment that is not completed has no review in its details', async () => {
  const id = await makeAppointment(app, { date: '2026-03-04', customer_id: customer.id });
  expect(await readReview(customer, id)).toBeNull();
});
