import { expect, test } from 'vitest';
import { applyQueuedSteps, findBlockingJob } from './queued-job.ts';

const confirmedJob = { id: 42, status: 'confirmed', arrivedAt: null } as const;
const pressedAt = '2026-03-03T17:10:00.000Z';
const start = { change: { status: 'in_progress' } } as const;
const arrive = { change: { arrived: true } } as const;
const complete = { change: { status: 'completed' } } as const;
const queue = (...changes: (typeof start | typeof arrive | typeof complete)[]) =>
  changes.map((change) => ({ appointmentId: 42, pressedAt, refusal: null, ...change }));

test('a job is shown as it will be after its queued steps are sent @mechanics.offline-steps', () => {
  expect(applyQueuedSteps(confirmedJob, [])).toEqual(confirmedJob);
  expect(applyQueuedSteps(confirmedJob, queue(start)).status).toBe('in_progress');
  expect(applyQueuedSteps(confirmedJob, queue(start, arrive))).toMatchObject({
    status: 'in_progress',
    arrivedAt: pressedAt,
  });
  expect(applyQueuedSteps(confirmedJob, queue(start, arrive, complete)).status).toBe('completed');
});

test("other jobs' steps, refused steps, and steps that no longer apply change nothing", () => {
  const [step] = queue(start);
  if (!step) throw new Error('There is no step.');
  expect(applyQueuedSteps(confirmedJob, [{ ...step, appointmentId: 7 }])).toEqual(confirmedJob);
  expect(applyQueuedSteps(confirmedJob, [{ ...step, refusal: 'No.' }])).toEqual(confirmedJob);
  const canceledJob = { ...confirmedJob, status: 'cancelled' } as const;
  expect(applyQueuedSteps(canceledJob, queue(start, arrive, complete))).toEqual(canceledJob);
});

test('the next job can be started once the completion of the current job is queued', () => {
  expect(findBlockingJob(null, [])).toBeNull();
  expect(findBlockingJob(7, [])).toBe(7);
  expect(findBlockingJob(null, queue(start))).toBe(42);
  expect(findBlockingJob(null, queue(start, arrive, complete))).toBeNull();
  expect(findBlockingJob(42, queue(complete))).toBeNull();
  expect(findBlockingJob(7, queue(complete))).toBe(7);
});
