import { expect, test } from 'vitest';
import { formatDays, splitZips } from './area-text.ts';

test.each([
  [['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], 'Every day'],
  [['mon', 'tue', 'wed', 'thu', 'fri'], 'Monday to Friday'],
  [['fri', 'mon', 'wed'], 'Monday, Wednesday, and Friday'],
  [['tue', 'wed'], 'Tuesday and Wednesday'],
  [['sat'], 'Saturday'],
] as const)('%j is written as %s', (days, text) => {
  expect(formatDays(days)).toBe(text);
});

test('ZIP codes may be separated by commas, semicolons, spaces or lines', () => {
  expect(splitZips(' 94103, 94107\n94110;94112 ')).toEqual(['94103', '94107', '94110', '94112']);
  expect(splitZips('  ')).toEqual([]);
});
