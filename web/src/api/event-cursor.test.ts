import { expect, test } from 'vitest';
import { EventCursor } from './event-cursor.ts';

/** Returns a cursor that has received responses with these event numbers, and a counter of stale responses. */
function cursorAfterResponses(...headers: (string | null)[]) {
  const cursor = new EventCursor();
  for (const header of headers) cursor.trackRequest()(header);
  let staleCount = 0;
  return {
    cursor,
    subscribe: (after: string | null) => cursor.subscribe(after, () => (staleCount += 1)),
    staleCount: () => staleCount,
  };
}

test('events are requested starting after the lowest event number of any response', () => {
  expect(cursorAfterResponses().cursor.oldestNumber).toBeNull();
  expect(cursorAfterResponses('12', '9', '10').cursor.oldestNumber).toBe('9');
  expect(cursorAfterResponses('0').cursor.oldestNumber).toBe('0');
});

test('if a response has no valid event number, the number to subscribe from is unknown', () => {
  for (const header of [null, '', '-1', '1e3', 'x', '9'.repeat(16)]) {
    const { cursor, subscribe } = cursorAfterResponses('9', header);
    expect(cursor.oldestNumber).toBeNull();
    expect(subscribe('9')).toBe(false);
  }
});

test('subscribing returns whether all responses are current as of the given number', () => {
  expect(cursorAfterResponses('9', '10').subscribe('9')).toBe(true);
  expect(cursorAfterResponses('9', '10').subscribe('10')).toBe(false);
  expect(cursorAfterResponses('9').subscribe(null)).toBe(false);
  expect(cursorAfterResponses().subscribe('9')).toBe(false);
});

test('a response in flight when the page subscribes is reported as stale if it may be older than the subscription', () => {
  const { cursor, subscribe, staleCount } = cursorAfterResponses('10');
  const [respondSame, respondOlder, respondWithoutNumber] = [
    cursor.trackRequest(),
    cursor.trackRequest(),
    cursor.trackRequest(),
  ];
  subscribe('10');
  respondSame('10');
  expect(staleCount()).toBe(0);
  respondOlder('9');
  expect(staleCount()).toBe(1);
  respondWithoutNumber(null);
  expect(staleCount()).toBe(2);
});

test('a response requested after subscribing is never reported as stale, because the page receives the later events', () => {
  const { cursor, subscribe, staleCount } = cursorAfterResponses('10');
  subscribe('10');
  // A response from another server process, which has processed fewer events.
  cursor.trackRequest()('9');
  expect(staleCount()).toBe(0);
});
