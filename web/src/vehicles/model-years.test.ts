import { expect, test } from 'vitest';
import { getYearOptions } from './model-years.ts';

test('model years run from next year down to 1980 @vehicles.years', () => {
  const years = getYearOptions(2026, undefined);
  expect([years[0], years.at(-1), years.length]).toEqual([2027, 1980, 48]);
});

test('the options for an older vehicle include its own model year', () => {
  expect(getYearOptions(2026, 1967).at(-1)).toBe(1967);
  expect(getYearOptions(2026, 1999)).toHaveLength(48);
});
