import { expect, test } from 'vitest';
import { formatDays, formatStartLimits } from './area-text.ts';

test.each([
  [['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], 'Every day'],
  [['mon', 'tue', 'wed', 'thu', 'fri'], 'Monday through Friday'],
  [['fri', 'mon', 'wed'], 'Monday, Wednesday, and Friday'],
  [['tue', 'wed'], 'Tuesday and Wednesday'],
  [['sat'], 'Saturday'],
] as const)('%j is written as %s', (days, text) => {
  expect(formatDays(days)).toBe(text);
});

test.each([
  ['09:00', '15:00', 'between 9:00 AM and 3:00 PM'],
  ['09:00', null, 'at 9:00 AM or later'],
  [null, '15:00', 'at 3:00 PM or earlier'],
  [null, null, null],
])('start limits %s and %s are written as %s', (earliestStart, latestStart, text) => {
  expect(formatStartLimits({ earliestStart, latestStart })).toBe(text);
});
