import { expect, test } from 'vitest';
import { countSteps, describeWhoCanBook } from './setup-checklist.tsx';

test.each([
  [true, true, 'Customers can book now.'],
  [false, true, 'Customers can book once you add a service.'],
  [true, false, 'Customers with an account can book now.'],
  [false, false, 'Customers with an account can book once you add a service.'],
])(
  'the checklist says who can book (has services: %s, visitors can book: %s) @business.checklist',
  (hasServices, visitorsCanBook, text) => {
    expect(describeWhoCanBook(hasServices, visitorsCanBook)).toBe(text);
  },
);

test('the checklist counts skipped steps apart from those that are done @business.checklist', () => {
  expect(countSteps(['done', 'open', 'done'])).toBe('2 of 3 done.');
  expect(countSteps(['done', 'skipped', 'done', 'skipped'])).toBe('2 of 4 done, 2 skipped.');
});
