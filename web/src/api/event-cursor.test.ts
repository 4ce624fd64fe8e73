import { expect, test } from 'vitest';
import { EventCursor } from './event-cursor.ts';

/** A point with answers of these numbers, and what it says of answers that come late. */
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

test('the oldest answer says from where to follow', () => {
  expect(answered().point.oldest).toBeNull();
  expect(answered('12', '9', '10').point.oldest).toBe('9');
  expect(answered('0').point.oldest).toBe('0');
});

test('an answer that does not say how new it is leaves nothing sure', () => {
  for (const header of [null, '', '-1', '1e3', 'x', '9'.repeat(16)]) {
    const { point, follow } = answered('9', header);
    expect(point.oldest).toBeNull();
    expect(follow('9')).toBe(false);
  }
});

test('answers hold what happened up to where events are followed, or they do not', () => {
  expect(answered('9', '10').follow('9')).toBe(true);
  expect(answered('9', '10').follow('10')).toBe(false);
  expect(answered('9').follow(null)).toBe(false);
  expect(answered().follow('9')).toBe(false);
});

test('an answer under way while following begins is looked at when it comes', () => {
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

test('an answer that was asked for later needs no look: its events are told', () => {
  const { point, follow, late } = answered('10');
  follow('10');
  // Of another process, which has not read as far.
  point.noteRequest()('9');
  expect(late()).toBe(0);
});
