import { describe, expect, it } from 'vitest';
import { toAmount, toCents, formatMoney } from './money.ts';

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
  ])('%s is shown as %s @payments.money', (amount, text) => {
    expect(formatMoney(amount, 'USD')).toBe(text);
  });

  it("is written in the business's currency @payments.money", () => {
    expect(formatMoney('89.50', 'EUR')).toBe('€89.50');
  });
});

describe('cents', () => {
  it.each([
    ['0.00', 0],
    ['-8.90', -890],
    ['-0.05', -5],
    ['0.07', 7],
    ['0.29', 29],
    ['89.5', 8950],
    ['1249.50', 124_950],
    ['99999999.99', 9_999_999_999],
  ])('%s converts to %i and back', (amount, cents) => {
    expect(toCents(amount)).toBe(cents);
    expect(Number(toAmount(cents))).toBe(Number(amount));
    expect(toAmount(cents)).toMatch(/^-?\d+\.\d{2}$/);
  });
});
