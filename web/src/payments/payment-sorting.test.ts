import { describe, expect, it } from 'vitest';
import { defaultSort, directionOf, sortAfterClick } from './payment-sorting.ts';

describe('sorting payments', () => {
  it('starts with the newest', () => {
    expect(defaultSort).toBe('-date');
    expect(directionOf('date', defaultSort)).toBe('descending');
    expect(directionOf('amount', defaultSort)).toBeNull();
  });

  it('starts a new column ascending, and toggles the current one @payments.sort', () => {
    expect(sortAfterClick('amount', '-date')).toBe('amount');
    expect(sortAfterClick('amount', 'amount')).toBe('-amount');
    expect(sortAfterClick('amount', '-amount')).toBe('amount');
    expect(sortAfterClick('date', '-date')).toBe('date');
    expect(sortAfterClick('customer', '-amount')).toBe('customer');
    expect(directionOf('customer', 'customer')).toBe('ascending');
  });
});
