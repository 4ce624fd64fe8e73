import { expect, it } from 'vitest';
import { averageText, hiddenText, monthText } from './summary-text.ts';

it('shows the average and the number of reviews', () => {
  expect(averageText({ count: 0, hidden: 0, average: null })).toBe('No reviews yet');
  expect(averageText({ count: 1, hidden: 0, average: 5 })).toBe('5.0 out of 5 from 1 review');
  expect(averageText({ count: 1280, hidden: 2, average: 4.67 })).toBe(
    '4.7 out of 5 from 1,280 reviews',
  );
});

it('shows how many reviews are hidden, and that they count toward the average @reviews.hidden-count', () => {
  expect(hiddenText({ count: 3, hidden: 0, average: 5 })).toBeNull();
  expect(hiddenText({ count: 3, hidden: 1, average: 5 })).toBe(
    '1 review is hidden because it was abusive or off topic, or shared personal information. Its rating still counts toward the average.',
  );
  expect(hiddenText({ count: 9, hidden: 3, average: 4 })).toMatch(
    /^3 reviews are hidden .* Their ratings still count toward the average\.$/,
  );
});

it('spells out the month', () => {
  expect(monthText('2026-03')).toBe('March 2026');
});
