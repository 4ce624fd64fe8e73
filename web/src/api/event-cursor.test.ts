import { expect, test } from 'vitest';
import { EventCursor } from './event-cursor.ts';

/** Returns a cursor that has received responses with these numbers, and the count of late, older responses. */
function cursorAfterResponses(...headers: (string | null)[]) {
  const cursor = new EventCursor();
  for (const header of headers) cursor.noteRequest()(header);
  let lateCount = 0;
  return {
    cursor,
    follow: (after: string | null) => cursor.follow(after, () => (lateCount += 1)),
    lateCount: () => lateCount,
  };
}

test('events are followed from the oldest response on', () => {
  expect(cursorAfterResponses().cursor.oldest).toBeNull();
  expect(cursorAfterResponses('12', '9', '10').cursor.oldest).toBe('9');
  expect(cursorAfterResponses('0').cursor.oldest).toBe('0');
});

test('a response without a valid number leaves the cursor unknown', () => {
  for (const header of [null, '', '-1', '1e3', 'x', '9'.repeat(16)]) {
    const { cursor, follow } = cursorAfterResponses('9', header);
    expect(cursor.oldest).toBeNull();
    expect(follow('9')).toBe(false);
  }
});

test('following reports whether all responses are current up to the number given', () => {
  expect(cursorAfterResponses('9', '10').follow('9')).toBe(true);
  expect(cursorAfterResponses('9', '10').follow('10')).toBe(false);
  expect(cursorAfterResponses('9').follow(null)).toBe(false);
  expect(cursorAfterResponses().follow('9')).toBe(false);
});

test('a response in flight when following starts is compared when it arrives', () => {
  const { cursor, follow, lateCount } = cursorAfterResponses('10');
  const [respondSame, respondOlder, respondWithoutNumber] = [
    cursor.noteRequest(),
    cursor.noteRequest(),
    cursor.noteRequest(),
  ];
  follow('10');
  respondSame('10');
  expect(lateCount()).toBe(0);
  respondOlder('9');
  expect(lateCount()).toBe(1);
  respondWithoutNumber(null);
  expect(lateCount()).toBe(2);
});

test('a response requested after following started is not compared, because its events are received', () => {
  const { cursor, follow, lateCount } = cursorAfterResponses('10');
  follow('10');
  // From another server process that is further behind.
  cursor.noteRequest()('9');
  expect(lateCount()).toBe(0);
});
