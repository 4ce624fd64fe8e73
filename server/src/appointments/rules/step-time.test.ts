import { expect, test } from 'vitest';
import { decideStepTime, type PrecedingEvent } from './step-time.ts';

const now = new Date('2026-03-03T20:00:00Z');
const minutesAgo = (count: number) => new Date(now.getTime() - count * 60_000);

/** Returns the time of the step in minutes before now, and whether it is marked as sent later; or the refusal. */
function decide(pressedAt: Date | null, history: readonly PrecedingEvent[] = []) {
  const time = decideStepTime(pressedAt, now, history);
  if (!time.ok) return time.refusal.message;
  return [(now.getTime() - time.value.at.getTime()) / 60_000, 'sentAt' in time.value.detail];
}

test('a step is recorded at the time when its button was pressed, and is marked if it was sent later @mechanics.late-step', () => {
  expect(decide(null)).toEqual([0, false]);
  expect(decide(minutesAgo(30))).toEqual([30, true]);
  expect(decide(minutesAgo(24 * 60))).toEqual([1440, true]);
  // Retried right away, because its response was lost.
  expect(decide(minutesAgo(0.5))).toEqual([0.5, false]);
});

test('a step whose button was pressed more than a day ago or in the future is refused @mechanics.late-step', () => {
  expect(decide(minutesAgo(24 * 60 + 1))).toBe(
    'You tapped the button more than 24 hours ago. Please call the office.',
  );
  expect(decide(minutesAgo(-11))).toBe(
    "This device's clock is ahead. Please correct it and try again.",
  );
  // The phone's clock is fast.
  expect(decide(minutesAgo(-10))).toEqual([0, false]);
});

test("a step whose button was pressed before the job's previous step is refused @mechanics.late-step", () => {
  const history = [
    { kind: 'arrived', at: minutesAgo(20) },
    { kind: 'started', at: minutesAgo(40) },
    { kind: 'assigned', at: minutesAgo(90) },
  ] as const;
  expect(decide(minutesAgo(10), history)).toEqual([10, true]);
  // The phone's clock is slightly slow: the step is not recorded before the one it follows.
  expect(decide(minutesAgo(21), history)).toEqual([20, true]);
  expect(decide(minutesAgo(23), history)).toBe(
    "You tapped the button before the job's previous step.",
  );
});

test('a step whose button was pressed before the office rescheduled or assigned the job is refused @mechanics.late-step-refused', () => {
  expect(decide(minutesAgo(30), [{ kind: 'rescheduled', at: minutesAgo(27) }])).toBe(
    'This appointment was rescheduled after you tapped the button.',
  );
  expect(decide(minutesAgo(30), [{ kind: 'assigned', at: minutesAgo(27) }])).toBe(
    'This job was assigned to you after you tapped the button.',
  );
  expect(decide(minutesAgo(30), [{ kind: 'rescheduled', at: minutesAgo(31) }])).toEqual([30, true]);
  // The phone's clock is slightly slow: the step is not recorded before the assignment or the reschedule.
  for (const kind of ['assigned', 'rescheduled'] as const) {
    expect(decide(minutesAgo(30), [{ kind, at: minutesAgo(28) }])).toEqual([28, true]);
  }
});
