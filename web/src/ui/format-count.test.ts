import { expect, it } from 'vitest';
import { formatCount } from './format-count.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1_234_567, '1,234,567'],
  ['$136,947.95', '$136,947.95'],
])("formatCount(%s) returns '%s'", (value, text) => {
  expect(formatCount(value)).toBe(text);
});
