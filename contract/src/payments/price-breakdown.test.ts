import { expect, test } from 'vitest';
import { listBreakdownLines } from './price-breakdown.ts';

const callOut = { area: 'South side', fee: '15.00' };

test.each([
  ['a plan that includes it', '89.00', 'Included in the Care plan'],
  ['a plan that reduces it', '8.90', 'Care plan discount'],
])('with %s and a fee, the breakdown lists the plan and the fee', (_, reduction, text) => {
  const plan = { name: 'Care', reduction };
  expect(listBreakdownLines({ servicePrice: '89.00', plan, callOut })).toEqual([
    { text: 'List price', amount: '89.00', isDeduction: false },
    { text, amount: reduction, isDeduction: true },
    { text: 'Call-out fee, South side', amount: '15.00', isDeduction: false },
  ]);
});

test('without a plan, the breakdown lists the price and the fee', () => {
  const lines = listBreakdownLines({ servicePrice: '89.00', plan: null, callOut });
  expect(lines.map(({ text }) => text)).toEqual(['List price', 'Call-out fee, South side']);
});
