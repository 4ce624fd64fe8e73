import { expect, test } from 'vitest';
import { displayDistance } from './distance.ts';

test.each([
  [0, 'USD', 'under 0.1 mi'],
  [5_000, 'USD', '3.1 mi'],
  [5_000, 'GBP', '3.1 mi'],
  [40_000, 'USD', '25 mi'],
  [20, 'EUR', 'under 50 m'],
  [430, 'EUR', '450 m'],
  [980, 'EUR', '1.0 km'],
  [5_000, 'NZD', '5.0 km'],
  [12_400, 'EUR', '12 km'],
])('%i meters in a %s business are shown as %s', (meters, currency, text) => {
  expect(displayDistance(meters, currency)).toBe(text);
});
