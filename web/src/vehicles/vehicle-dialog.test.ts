import { expect, test } from 'vitest';
import { yearsToPick } from './vehicle-dialog.tsx';

test('model years run from next year down to 1980 @vehicles.years', () => {
  const years = yearsToPick(2026, undefined);
  expect([years[0], years.at(-1), years.length]).toEqual([2027, 1980, 48]);
});

test('an older vehicle keeps its own model year', () => {
  expect(yearsToPick(2026, 1967).at(-1)).toBe(1967);
  expect(yearsToPick(2026, 1999)).toHaveLength(48);
});
