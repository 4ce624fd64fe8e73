import { expect, test } from 'vitest';
import { getPeriod, getPeriodOn } from './rules.ts';

test('a billing period ends on the same day of the month, or on the last day of a shorter month', () => {
  expect(getPeriod('2026-03-03', 'month', 0)).toEqual({
    number: 0,
    starts: '2026-03-03',
    ends: '2026-04-03',
  });
  expect(getPeriod('2026-11-15', 'quarter', 1)).toEqual({
    number: 1,
    starts: '2027-02-15',
    ends: '2027-05-15',
  });
  expect(getPeriod('2024-02-29', 'year', 0).ends).toBe('2025-02-28');
  expect(getPeriod('2024-02-29', 'year', 3).ends).toBe('2028-02-29');
});

test('a billing period ends on the 31st again after a shorter month', () => {
  const ends = [0, 1, 2].map((number) => getPeriod('2026-12-31', 'month', number).ends);
  expect(ends).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
});

test('billing periods follow each other without a gap', () => {
  for (let number = 0; number < 30; number += 1) {
    expect(getPeriod('2026-08-30', 'month', number).ends).toBe(
      getPeriod('2026-08-30', 'month', number + 1).starts,
    );
  }
});

test('getPeriodOn skips billing periods that are over', () => {
  expect(getPeriodOn('2026-03-03', 'month', '2026-04-02', 0).number).toBe(0);
  expect(getPeriodOn('2026-03-03', 'month', '2026-04-03', 1).number).toBe(1);
  expect(getPeriodOn('2026-03-03', 'month', '2026-07-20', 1)).toEqual({
    number: 4,
    starts: '2026-07-03',
    ends: '2026-08-03',
  });
});
