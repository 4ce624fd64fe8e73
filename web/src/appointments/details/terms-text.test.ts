import { expect, it } from 'vitest';
import { termsText } from './terms-text.ts';

const terms = {
  isCustomer: true,
  mayChange: true,
  isPast: false,
  hours: 24,
  until: 'Mar 04, 2026, 10:00 AM',
  phone: '+1 555 0100',
};

it('the terms tell a customer until when, and afterwards whom to call', () => {
  expect(termsText(terms)).toBe(
    'You can move or cancel it until Mar 04, 2026, 10:00 AM, 24 hours before the start.',
  );
  expect(termsText({ ...terms, isPast: true })).toBe(
    'It could be moved or cancelled here until Mar 04, 2026, 10:00 AM, 24 hours before the start. Please call us on +1 555 0100.',
  );
  expect(termsText({ ...terms, isPast: true, phone: null })).toMatch(/\. Please call us\.$/);
});

it('the terms tell the office what the customer may do', () => {
  expect(termsText({ ...terms, isCustomer: false })).toMatch(/^The customer can move/);
  expect(termsText({ ...terms, isCustomer: false, isPast: true })).toMatch(/^The customer could/);
});

it('once an appointment can no longer be changed, only the terms are shown', () => {
  expect(termsText({ ...terms, mayChange: false, hours: 1 })).toBe(
    'Booked with these terms: free to move or cancel until 1 hour before the start.',
  );
});
