import { errorStatuses, type ErrorCode } from '@curbwrench/contract/api/errors';
import type { JobStepChange } from '@curbwrench/contract/appointments/schemas';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { StepQueue } from './step-queue.ts';
import type { QueuedStep, StepStore } from './step-store.ts';

const start = { status: 'in_progress' } as const;
const arrive = { arrived: true } as const;
const complete = { status: 'completed', mileage: 61_200 } as const;
const noon = Date.parse('2026-03-03T20:00:00Z');
const minuteMs = 60_000;

let now: number;
let stored: QueuedStep[];
/** How the server responds to a request; every request is recorded in `requests`. */
let respond: (appointmentId: number) => void;
let requests: [appointmentId: number, change: JobStepChange][];
let isStorageBlocked: boolean;
let isLocked: boolean;

const store: StepStore = {
  async add(step) {
    if (isStorageBlocked) throw new Error('No storage.');
    const id = (stored.at(-1)?.id ?? 0) + 1;
    stored.push({ ...step, id });
    return id;
  },
  list: async (personId) => stored.filter((step) => step.personId === personId),
  async replace(steps) {
    stored = stored.map((step) => steps.find(({ id }) => id === step.id) ?? step);
  },
  async remove(ids) {
    stored = stored.filter(({ id }) => !ids.includes(id));
  },
  async removeOlder(time) {
    stored = stored.filter(({ pressedAt }) => pressedAt >= time);
  },
};

/** Returns the queue of a new tab, or of a new browser process on the same storage. */
function openQueue() {
  let previousWork: Promise<unknown> = Promise.resolve();
  return new StepQueue({
    store,
    async send({ appointmentId }, change) {
      requests.push([appointmentId, change]);
      respond(appointmentId);
    },
    lock(work) {
      const run = previousWork.then(async () => {
        expect(isLocked).toBe(false);
        isLocked = true;
        return work().finally(() => (isLocked = false));
      });
      previousWork = run.catch(() => null);
      return run;
    },
    makeKey: () => `key ${stored.length}`,
    now: () => now,
  });
}

const accept = () => undefined;
const failOffline = () => {
  throw new TypeError('Failed to fetch');
};
const refuse = (code: ErrorCode, message: string) => () => {
  throw new ApiError(errorStatuses[code], message, { code });
};

beforeEach(() => {
  now = noon;
  stored = [];
  requests = [];
  respond = accept;
  isStorageBlocked = false;
  isLocked = false;
});

test('while online, a step is sent immediately, without the time when its button was pressed', async () => {
  expect(await openQueue().submit('ann', 1, start)).toBe('sent');
  expect(requests).toEqual([[1, start]]);
  expect(stored).toEqual([]);
});

test('while offline, steps are stored, and later sent in order with the times when their buttons were pressed @mechanics.offline-steps', async () => {
  respond = failOffline;
  const queue = openQueue();
  const times: string[] = [];
  for (const change of [start, arrive, complete]) {
    times.push(new Date(now).toISOString());
    expect(await queue.submit('ann', 1, change)).toBe('waiting');
    now += 10 * minuteMs;
  }
  requests = [];
  respond = accept;
  // A new queue, as after the browser was closed and opened again.
  expect(await openQueue().deliver('ann')).toMatchObject({ waitingCount: 0, refusals: [] });
  expect(requests).toEqual([
    [1, { ...start, pressedAt: times[0] }],
    [1, { ...arrive, pressedAt: times[1] }],
    [1, { ...complete, pressedAt: times[2] }],
  ]);
  expect(stored).toEqual([]);
});

test('a queued start can be withdrawn, unless a later step of the job is queued too @mechanics.undo-waiting-start', async () => {
  respond = failOffline;
  const queue = openQueue();
  await queue.submit('ann', 1, start);
  await queue.submit('ann', 2, start);
  await queue.submit('ann', 2, arrive);
  expect(await queue.withdrawStart('ann', 1)).toBe(true);
  expect(await queue.withdrawStart('ann', 1), 'already withdrawn').toBe(false);
  expect(await queue.withdrawStart('ann', 2)).toBe(false);
  expect(await queue.withdrawStart('ben', 2)).toBe(false);
  requests = [];
  respond = accept;
  await queue.deliver('ann');
  expect(requests).toEqual([
    [2, start],
    [2, arrive],
  ]);
});

test('a start that is being sent cannot be withdrawn @mechanics.undo-waiting-start', async () => {
  const queue = openQueue();
  const [outcome, isWithdrawn] = await Promise.all([
    queue.submit('ann', 1, start),
    new Promise((resolve) => {
      respond = () => resolve(queue.withdrawStart('ann', 1));
    }),
  ]);
  expect([outcome, isWithdrawn]).toEqual(['sent', false]);
});

test('a step whose request got no response is retried with the same key @mechanics.late-step-once', async () => {
  const queue = openQueue();
  respond = failOffline;
  await queue.submit('ann', 1, start);
  const key = stored[0]?.idempotencyKey;
  await queue.deliver('ann');
  expect(stored.map(({ idempotencyKey }) => idempotencyKey)).toEqual([key]);
});

test('sending stops at the first step that is neither accepted nor refused, so that the order is kept', async () => {
  respond = failOffline;
  const queue = openQueue();
  await queue.submit('ann', 1, start);
  await queue.submit('ann', 1, complete);
  await queue.submit('ann', 2, start);
  requests = [];
  respond = refuse('unavailable', 'The service is unavailable.');
  expect(await queue.deliver('ann')).toMatchObject({ waitingCount: 3 });
  expect(requests.map(([id]) => id)).toEqual([1]);
});

test('after a refusal, later steps of the same job are not sent, but steps of other jobs are @mechanics.late-step-refused', async () => {
  respond = failOffline;
  const queue = openQueue();
  await queue.submit('ann', 1, start);
  await queue.submit('ann', 1, complete);
  await queue.submit('ann', 2, start);
  requests = [];
  respond = (id) =>
    id === 1 && refuse('changed_meanwhile', 'This job is no longer assigned to you.')();
  const delivery = await queue.deliver('ann');
  expect(delivery).toMatchObject({ waitingCount: 0, signedOutError: null });
  expect(requests.map(([id]) => id)).toEqual([1, 2]);
  expect(stored.map(({ appointmentId, refusal }) => [appointmentId, refusal])).toEqual([
    [1, 'This job is no longer assigned to you.'],
    [1, 'This job is no longer assigned to you.'],
  ]);
  requests = [];
  await queue.deliver('ann');
  expect(requests).toEqual([]);
});

test('a step that is refused immediately is not stored, and its submission fails with the reason', async () => {
  respond = refuse('mechanic_busy', 'Appointment #0007 is still in progress; complete it first.');
  await expect(openQueue().submit('ann', 1, start)).rejects.toThrow(/#0007 is still in progress/);
  expect(stored).toEqual([]);
});

test.each([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, '<h1>Forbidden</h1>'],
  [404, '<h1>Not Found</h1>'],
  [408, 'Request Timeout'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [522, 'Connection timed out'],
])(
  'a step stays queued after a %i response that is not from the application @mechanics.offline-steps',
  async (status, body) => {
    respond = () => {
      throw new ApiError(status, body);
    };
    const queue = openQueue();
    expect(await queue.submit('ann', 1, start)).toBe('waiting');
    expect(await queue.deliver('ann')).toMatchObject({
      waitingCount: 1,
      refusals: [],
      signedOutError: null,
    });
    expect(stored.map(({ refusal }) => refusal)).toEqual([null]);
  },
);

test.each(['internal', 'unavailable', 'too_many_requests'] as const)(
  'a step stays queued after %s, because the server may accept it later @mechanics.offline-steps',
  async (code) => {
    respond = refuse(code, 'Please try again in a moment.');
    expect(await openQueue().submit('ann', 1, start)).toBe('waiting');
    expect(stored.map(({ refusal }) => refusal)).toEqual([null]);
  },
);

test('a step stays queued after a request that timed out @mechanics.offline-steps', async () => {
  respond = () => {
    throw new ApiError(408, 'The request could not be read.', { code: 'invalid_request' });
  };
  expect(await openQueue().submit('ann', 1, start)).toBe('waiting');
});

test.each(['not_signed_in', 'two_factor_required'] as const)(
  'after %s, a step stays queued until the mechanic has signed in @mechanics.late-step-person',
  async (code) => {
    respond = refuse(code, 'Please sign in.');
    const queue = openQueue();
    expect(await queue.submit('ann', 1, start)).toBe('signed-out');
    const delivery = await queue.deliver('ann');
    expect(delivery).toMatchObject({ waitingCount: 1, signedOutError: { code } });
    respond = accept;
    expect(await queue.deliver('ann')).toMatchObject({ waitingCount: 0, signedOutError: null });
    expect(stored).toEqual([]);
  },
);

test("a step that follows a refused step of the same job fails with that step's reason, even if the session has since ended", async () => {
  respond = failOffline;
  const queue = openQueue();
  await queue.submit('ann', 1, start);
  await queue.submit('ann', 2, start);
  respond = (id) =>
    (id === 1 ? refuse('wrong_status', 'It was canceled.') : refuse('not_signed_in', 'Log in.'))();
  await expect(queue.submit('ann', 1, complete)).rejects.toThrow('It was canceled.');
});

test('a step is reported as stored before it is sent', async () => {
  const events: string[] = [];
  respond = () => events.push('sent');
  await openQueue().submit('ann', 1, start, (id) => events.push(`stored ${id}`));
  expect(events).toEqual(['stored 1', 'sent']);
});

test("another person's steps are neither sent nor removed @mechanics.late-step-person", async () => {
  respond = failOffline;
  await openQueue().submit('ann', 1, start);
  requests = [];
  respond = accept;
  await openQueue().deliver('ben');
  expect(requests).toEqual([]);
  expect(stored).toHaveLength(1);
  // The session was replaced after the page had been loaded: the server refuses, and the step stays queued for Ann.
  respond = refuse('not_signed_in', 'Someone else is signed in now.');
  expect((await openQueue().deliver('ann')).signedOutError).not.toBeNull();
  expect(stored.map(({ refusal }) => refusal)).toEqual([null]);
});

test('two simultaneous deliveries send each step only once @mechanics.late-step-once', async () => {
  respond = failOffline;
  const queue = openQueue();
  await queue.submit('ann', 1, start);
  requests = [];
  respond = accept;
  await Promise.all([queue.deliver('ann'), queue.deliver('ann')]);
  expect(requests).toHaveLength(1);
});

test("everyone's steps are removed after a week", async () => {
  respond = failOffline;
  await openQueue().submit('ann', 1, start);
  now += 7 * 24 * 60 * minuteMs;
  await openQueue().deliver('ben');
  expect(stored).toHaveLength(1);
  now += 1;
  await openQueue().deliver('ben');
  expect(stored).toEqual([]);
});

test('in a browser that cannot store anything, a step works only online', async () => {
  isStorageBlocked = true;
  const queue = openQueue();
  expect(await queue.submit('ann', 1, start)).toBe('sent');
  respond = failOffline;
  await expect(queue.submit('ann', 1, arrive)).rejects.toThrow(TypeError);
});
