import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import type { ListedReview, PublicReview } from '@curbwrench/contract/reviews/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLinkToken, sendByLink } from '@curbwrench/testing/appointment-links';
import {
  makeMechanic,
  makePerson,
  makePersonWithoutAccount,
  type Person,
} from '@curbwrench/testing/builders';
import { readTexts } from '@curbwrench/testing/personal-data';
import { read, send } from '@curbwrench/testing/requests';
import { makeCompletedJob, makeReview } from '@curbwrench/testing/reviews';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { sealAudit } from '../audit/changes.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import { erasePerson } from '../erasure/changes.ts';
import { writeReview } from './write-review.ts';

let app: TestApp;
let mechanic: Person;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  mechanic = await makeMechanic(app, { firstName: 'Ottoline', lastName: 'Brassworth' });
  admin = await makePerson(app, 'admin');
});
afterAll(() => app.stop());

const post = (person: Person, path: string, body: object = {}) =>
  send(app, person, 'POST', path, body);
const erase = (id: string) =>
  inTransaction(app.store, (trx) => erasePerson(trx, id, app.clock.now()));
const readPublic = () => read<PublicReview[]>(app, null, '/api/reviews/public');

test('the audit trail records who wrote, replied to, hid and unhid a review @data.audit', async () => {
  const customer = await makePerson(app, 'customer');
  const guestId = await makePersonWithoutAccount(app);
  const job = await makeCompletedJob(app, customer.id, mechanic.id);
  const guestJob = await makeCompletedJob(app, guestId, mechanic.id);
  const response = await post(customer, `/api/appointments/${job}/review`, {
    rating: 2,
    text: 'Late.',
  });
  expect(response.statusCode).toBe(201);
  const { id } = response.json<{ id: number }>();
  await post(admin, `/api/reviews/${id}/reply`, { text: 'Sorry.', replaces: null });
  await post(admin, `/api/reviews/${id}/hide`, { reason: 'off_topic' });
  await post(admin, `/api/reviews/${id}/unhide`);
  const token = await makeLinkToken(app, guestJob, guestId);
  await sendByLink(app, 'reviewByLink', token, { rating: 5 });
  await sealAudit(app.store.kysely);
  const entries = await read<AuditEntry[]>(app, admin, '/api/audit?subject=review');
  const summaries = entries.map(({ actor, action, changes }) => [
    actor?.id,
    action,
    Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  ]);
  const [byLink, ...others] = summaries.toSorted((a, b) =>
    a[0] === guestId ? -1 : b[0] === guestId ? 1 : 0,
  );
  expect(byLink).toMatchObject([guestId, 'created', { rating: '5' }]);
  expect(others).toEqual([
    [admin.id, 'changed', { hiddenReason: null }],
    [admin.id, 'changed', { hiddenReason: 'off_topic' }],
    [admin.id, 'changed', { reply: 'Sorry.' }],
    [
      customer.id,
      'created',
      {
        appointmentId: String(job),
        customerId: customer.id,
        mechanicId: mechanic.id,
        rating: '2',
        text: 'Late.',
      },
    ],
  ]);
});

test('erasing a customer removes their name and text from a review, but keeps its rating @reviews.erasure', async () => {
  const customer = await makePerson(app, 'customer', {
    firstName: 'Zebulon',
    lastName: 'Rushwater',
  });
  const reviewed = await makeCompletedJob(app, customer.id, mechanic.id);
  const unreviewed = await makeCompletedJob(app, customer.id, mechanic.id);
  const id = await makeReview(app, reviewed, {
    rating: 1,
    text: 'My own secret path was blocked.',
    reply: 'Dear Zebulon, please call us.',
    replied_at: new Date(),
    replied_by: admin.id,
    created_at: new Date(Date.now() + 3_600_000),
  });
  await erase(customer.id);
  expect(await readTexts(app, customer.id)).toMatchObject({
    reviews: [null],
    replies: ['Dear …, please call us.'],
  });
  expect((await readPublic())[0]).toMatchObject({
    id,
    rating: 1,
    text: null,
    firstName: null,
    reply: 'Dear …, please call us.',
  });
  expect((await read<ListedReview[]>(app, admin, '/api/reviews'))[0]?.customer).toBeNull();
  const reply = { text: 'Zebulon, call us!', replaces: 'Dear …, please call us.' };
  const refused = await post(admin, `/api/reviews/${id}/reply`, reply);
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    "The customer has deleted their account, so you can't reply to this review.",
  ]);
  const author = { id: customer.id, role: 'customer' } as const;
  const late = await writeReview(app, author, unreviewed, { rating: 5, text: 'Zebulon' });
  expect(late).toMatchObject({ ok: false, refusal: { code: 'not_signed_in' } });
});

test("erasing a mechanic removes their full name from customers' reviews @reviews.erasure", async () => {
  const leavingMechanic = await makeMechanic(app, { firstName: 'Peregrine', lastName: 'Stott' });
  const customer = await makePerson(app, 'customer');
  const job = await makeCompletedJob(app, customer.id, leavingMechanic.id);
  await makeReview(app, job, {
    text: 'Peregrine Stott is the best; Peregrine is always on time.',
    reply: 'Peregrine Stott says thank you.',
    replied_at: new Date(),
    replied_by: admin.id,
  });
  await erase(leavingMechanic.id);
  expect(await readTexts(app, customer.id)).toMatchObject({
    reviews: ['… is the best; Peregrine is always on time.'],
    replies: ['… says thank you.'],
  });
});
