import { expect, test } from 'vitest';
import { Watch } from './watch.ts';

const doing = 'book';

test('a process that sends nothing for a minute is reported with its last step, once a minute', () => {
  const watch = new Watch();
  watch.hear({ seed: 500, history: 3, doing }, 0);
  watch.hear({ seed: 501, history: 4, doing }, 0);
  expect(watch.begun).toBe(7);
  watch.hear({ seed: 501, history: 5, doing: 'cancel' }, 50_000);
  expect(watch.missing(59_999)).toEqual([]);
  expect(watch.missing(60_000)).toEqual(['seed 500, history 3: nothing heard for 60 s, at book']);
  expect(watch.missing(61_000)).toEqual([]);
  watch.done(501);
  expect(watch.begun).toBe(8);
  expect(watch.missing(120_000)).toEqual(['seed 500, history 3: nothing heard for 120 s, at book']);
});

test('a process that reports again is no longer reported as missing', () => {
  const watch = new Watch();
  watch.hear({ seed: 500, history: 3, doing }, 0);
  expect(watch.missing(60_000)).toHaveLength(1);
  watch.hear({ seed: 500, history: 3, doing }, 60_500);
  expect(watch.missing(120_000)).toEqual([]);
});
