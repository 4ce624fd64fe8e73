import { expect, test } from 'vitest';
import { calculatePrice } from './price.ts';

const servicePrice = '89.00';

test.each([
  [null, null, { isIncluded: false, service: '89.00', total: '89.00' }],
  [null, '15.00', { isIncluded: false, service: '89.00', total: '104.00' }],
  [
    { usesLeft: 1, discountPercent: 10 },
    null,
    { isIncluded: true, service: '0.00', total: '0.00' },
  ],
  [
    { usesLeft: 0, discountPercent: 10 },
    '15.00',
    { isIncluded: false, service: '80.10', total: '95.10' },
  ],
  // The plan now has fewer uses than were spent: none are left, never a negative number.
  [
    { usesLeft: -1, discountPercent: 0 },
    null,
    { isIncluded: false, service: '89.00', total: '89.00' },
  ],
  [
    { usesLeft: 0, discountPercent: 100 },
    null,
    { isIncluded: false, service: '0.00', total: '0.00' },
  ],
])(
  'the price is computed with the plan %j and the call-out fee %s',
  (benefit, callOutFee, price) => {
    expect(calculatePrice({ servicePrice, benefit, callOutFee })).toEqual(price);
  },
);

test('half a cent is rounded up', () => {
  const price = calculatePrice({
    servicePrice: '0.10',
    benefit: { usesLeft: 0, discountPercent: 5 },
    callOutFee: null,
  });
  expect(price.total).toBe('0.10');
  expect(
    calculatePrice({ servicePrice: '99999999.99', benefit: null, callOutFee: '0.01' }).total,
  ).toBe('100000000.00');
});
