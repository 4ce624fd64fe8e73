import { expect, it } from 'vitest';
import { formatChange, getNoComparisonText } from './change-text.ts';

it.each([
  [8, '+8%'],
  [-2, '-2%'],
  [0, '0%'],
  [1200, '+1200%'],
])('a change of %s is shown as %s', (percent, text) => {
  expect(formatChange(percent)).toBe(text);
});

it('without a value to compare with, the weekday is named', () => {
  expect(getNoComparisonText('2026-11-22')).toBe('No data from last Sunday');
  expect(getNoComparisonText('2026-11-25')).toBe('No data from last Wednesday');
});
