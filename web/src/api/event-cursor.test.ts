import { expect, test } from 'vitest';
import { EventCursor } from './event-cursor.ts';

/** Returns a cursor that has seen answers with these numbers, and how often a late answer was older. */
function answered(...headers: (string | null)[]) {
  const point = new EventCursor();
  for (const header of headers) point.noteRequest()(header);
  let late = 0;
  return {
    point,
    follow: (after: string | null) => point.follow(after, () => (late += 1)),
    late: () => late,
  };
}

test('events are followed from the oldest answer on', () => {
  expect(answered().point.oldest).toBeNull();
  expect(answered('12', '9', '10').point.oldest).toBe('9');
  expect(answered('0').point.oldest).toBe('0');
});

test('an answer without a valid number leaves the cursor unknown', () => {
  for (const header of [null, '', '-1', '1e3', 'x', '9'.repeat(16)]) {
    const { point, follow } = answered('9', header);
    expect(point.oldest).toBeNull();
    expect(follow('9')).toBe(false);
  }
});

test('following reports whether all answers are current up to the number given', () => {
  expect(answered('9', '10').follow('9')).toBe(true);
  expect(answered('9', '10').follow('10')).toBe(false);
  expect(answered('9').follow(null)).toBe(false);
  expect(answered().follow('9')).toBe(false);
});

test('an answer in flight when following starts is compared when it arrives', () => {
  const { point, follow, late } = answered('10');
  const [same, older, silent] = [point.noteRequest(), point.noteRequest(), point.noteRequest()];
  follow('10');
  same('10');
  expect(late()).toBe(0);
  older('9');
  expect(late()).toBe(1);
  silent(null);
  expect(late()).toBe(2);
});

test('an answer requested after following started is not compared: its events are received', () => {
  const { point, follow, late } = answered('10');
  follow('10');
  // From another server process that is further behind.
  point.noteRequest()('9');
  expect(late()).toBe(0);
});
