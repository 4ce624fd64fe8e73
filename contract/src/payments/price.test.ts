import { describe, expect, test } from 'vitest';
import { applyPlan, lineAmount, listBookingLines, totalOf } from './price.ts';

const oilChange = { id: 1, name: 'Oil Change', price: '89.00', duration: 60 };
const brakes = { id: 2, name: 'Brake Inspection', price: '50.00', duration: 45 };

test.each([
  [null, { isIncluded: false, price: '89.00' }],
  [
    { usesLeft: 1, discountPercent: 10 },
    { isIncluded: true, price: '0.00' },
  ],
  [
    { usesLeft: 0, discountPercent: 10 },
    { isIncluded: false, price: '80.10' },
  ],
  // The plan now has fewer uses than were spent: none are left, and the price is not affected.
  [
    { usesLeft: -1, discountPercent: 0 },
    { isIncluded: false, price: '89.00' },
  ],
  [
    { usesLeft: 0, discountPercent: 100 },
    { isIncluded: false, price: '0.00' },
  ],
])('the price of a service is computed with the plan %j', (benefit, price) => {
  expect(applyPlan('89.00', benefit)).toEqual(price);
});

test('half a cent is rounded up', () => {
  expect(applyPlan('0.10', { usesLeft: 0, discountPercent: 5 }).price).toBe('0.10');
});

describe('the line items of a booking', () => {
  const plan = {
    name: 'Gold',
    discountPercent: 10,
    usesLeft: (id: number) => (id === oilChange.id ? 1 : 0),
  };
  const toRows = (parts: Parameters<typeof listBookingLines>[0]) =>
    listBookingLines(parts).map(({ kind, description, unitPrice }) => [
      kind,
      description,
      unitPrice,
    ]);

  test('are each service at its list price, its plan discount, and the fee', () => {
    const area = { name: 'North side', tripFee: '15.00' };
    const parts = { services: [oilChange, brakes], plan, area };
    expect(toRows(parts)).toEqual([
      ['service', 'Oil Change', '89.00'],
      ['discount', 'Included in the Gold plan', '-89.00'],
      ['service', 'Brake Inspection', '50.00'],
      ['discount', 'Gold plan (10% off)', '-5.00'],
      ['fee', 'Trip fee, North side', '15.00'],
    ]);
    expect(totalOf(listBookingLines(parts))).toBe('60.00');
    const withFullDiscount = { ...parts, plan: { ...plan, discountPercent: 100 } };
    expect(toRows(withFullDiscount)[3]).toEqual(['discount', 'Gold plan (100% off)', '-50.00']);
  });

  test('say which service an included use pays for, and how long each service takes', () => {
    const lines = listBookingLines({ services: [oilChange, brakes], plan, area: null });
    expect(
      lines.map(({ serviceId, isIncluded, duration }) => [serviceId, isIncluded, duration]),
    ).toEqual([
      [1, true, 60],
      [null, false, null],
      [2, false, 45],
      [null, false, null],
    ]);
  });

  test('are only the services if there is no discount and no fee', () => {
    expect(
      toRows({ services: [brakes], plan: null, area: { name: 'Center', tripFee: '0.00' } }),
    ).toEqual([['service', 'Brake Inspection', '50.00']]);
    const noDiscount = { ...plan, discountPercent: 0 };
    expect(toRows({ services: [brakes], plan: noDiscount, area: null })).toEqual([
      ['service', 'Brake Inspection', '50.00'],
    ]);
  });

  test('for a service that costs nothing include no discount, but spend an included use', () => {
    const lines = listBookingLines({
      services: [{ ...oilChange, price: '0.00' }],
      plan,
      area: null,
    });
    expect(lines).toMatchObject([{ kind: 'service', isIncluded: true }]);
  });
});

test('the amount of a line item is its quantity times its price, and the total is their sum', () => {
  const lines = [
    { quantity: 1.5, unitPrice: '80.01' },
    { quantity: 1, unitPrice: '-8.90' },
  ];
  expect(lines.map(lineAmount)).toEqual(['120.02', '-8.90']);
  expect(totalOf(lines)).toBe('111.12');
  expect(
    totalOf([
      { quantity: 1, unitPrice: '99999999.99' },
      { quantity: 1, unitPrice: '0.01' },
    ]),
  ).toBe('100000000.00');
});
