import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';

describe('money', () => {
  it.each([
    ['89.50', '$89.50'],
    ['0.00', '$0.00'],
    ['1249.5', '$1,249.50'],
    ['99999999.99', '$99,999,999.99'],
    [null, 'N/A'],
    [undefined, 'N/A'],
    ['', 'N/A'],
    ['soon', 'N/A'],
  ])('%s reads %s', (amount, text) => {
    expect(formatMoney(amount, 'USD')).toBe(text);
  });

  it("is written in the business's currency", () => {
    expect(formatMoney('89.50', 'EUR')).toBe('€89.50');
  });
});
