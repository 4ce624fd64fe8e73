import { expect, test } from 'vitest';
import { describeWhoCanBook } from './setup-checklist.tsx';

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
