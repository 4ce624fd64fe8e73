import { expect, it } from 'vitest';
import { describeComparison, formatChange } from './change-text.ts';

it.each([
  [8, '+8%'],
  [-2, '-2%'],
  [0, '0%'],
  [1200, '+1200%'],
])('a change of %s is shown as %s', (percent, text) => {
  expect(formatChange(percent)).toBe(text);
});

it.each([
  ['2026-11-15', 'versus last week'],
  ['2026-11-20', 'vs. Friday'],
  ['2026-11-21', 'vs. Saturday'],
  ['2026-11-16', 'vs. Monday'],
  ['2026-11-13', 'vs. Fri, Nov 13'],
  ['2025-12-19', 'vs. Fri, Dec 19, 2025'],
])('on Sunday, Nov 22, a comparison with %s reads "%s" @dashboards.comparison', (day, text) => {
  expect(describeComparison(day, '2026-11-22')).toBe(text);
});
