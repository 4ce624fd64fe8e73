import { describe, expect, it } from 'vitest';
import { defaultSort, getSortDirection, toggleSort } from './payment-sorting.ts';

describe('sorting payments', () => {
  it('sorts newest first by default', () => {
    expect(defaultSort).toBe('-date');
    expect(getSortDirection('date', defaultSort)).toBe('descending');
    expect(getSortDirection('amount', defaultSort)).toBeNull();
  });

  it('sorts a newly clicked column ascending, and reverses the current column @payments.sort', () => {
    expect(toggleSort('amount', '-date')).toBe('amount');
    expect(toggleSort('amount', 'amount')).toBe('-amount');
    expect(toggleSort('amount', '-amount')).toBe('amount');
    expect(toggleSort('date', '-date')).toBe('date');
    expect(toggleSort('customer', '-amount')).toBe('customer');
    expect(getSortDirection('customer', 'customer')).toBe('ascending');
  });
});
