import { makeReview } from '../reviews.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';
import { makeCompletedJob } from './record-cases.ts';
import type { AccessCase, CaseObject } from './run-case.ts';

/** Inserts a finished job by the assigned mechanic for the owner. */
async function makeJob(fixture: BusinessWithMarkers, viewerIndex: number): Promise<CaseObject> {
  const { jobId } = await makeCompletedJob(fixture, viewerIndex);
  return {
    id: jobId,
    ownerId: fixture.owner.id,
    mechanicId: fixture.assignedMechanic.id,
  };
}

/** Inserts the owner's review of one of the assigned mechanic's jobs. */
async function makeOwnerReview(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  const job = await makeJob(fixture, viewerIndex);
  return { ...job, id: await makeReview(fixture, Number(job.id)) };
}

async function makeHiddenReview(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
): Promise<CaseObject> {
  const job = await makeJob(fixture, viewerIndex);
  const id = await makeReview(fixture, Number(job.id), {
    hidden_reason: 'abuse',
    hidden_at: new Date(),
    hidden_by: fixture.secondAdmin.id,
  });
  return { ...job, id };
}

const reviewCase = { make: makeOwnerReview, missingId: 999_999, allowedStatus: 200 } as const;

/** Reading, writing, replying to and hiding reviews. */
export const reviewCases: readonly AccessCase[] = [
  {
    name: 'reviews: public list',
    endpoint: 'listPublicReviews',
    permission: 'reviews.public',
    isList: true,
    make: makeOwnerReview,
  },
  {
    name: 'reviews: public summary',
    endpoint: 'summarizePublicReviews',
    permission: 'reviews.public',
  },
  {
    name: 'reviews: list',
    endpoint: 'listReviews',
    permission: 'reviews.list',
    isList: true,
    make: makeOwnerReview,
  },
  { name: 'reviews: summary', endpoint: 'summarizeReviews', permission: 'reviews.list' },
  {
    name: 'reviews: write',
    endpoint: 'writeReview',
    permission: 'reviews.write',
    make: makeJob,
    missingId: 999_999,
    body: () => ({ rating: 4, text: 'Quick and friendly.' }),
  },
  {
    ...reviewCase,
    name: 'reviews: reply',
    endpoint: 'replyToReview',
    permission: 'reviews.reply',
    body: () => ({ text: 'Thank you!', replaces: null }),
  },
  {
    ...reviewCase,
    name: 'reviews: hide',
    endpoint: 'hideReview',
    permission: 'reviews.hide',
    body: () => ({ reason: 'personal_data' }),
  },
  {
    ...reviewCase,
    name: 'reviews: unhide',
    endpoint: 'unhideReview',
    permission: 'reviews.hide',
    make: makeHiddenReview,
  },
];
