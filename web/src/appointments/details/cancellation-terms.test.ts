import { expect, it } from 'vitest';
import { getCancellationTerms } from './cancellation-terms.ts';

const terms = {
  isCustomer: true,
  canChange: true,
  isDeadlinePast: false,
  noticeHours: 24,
  deadline: 'Mar 04, 2026, 10:00 AM',
  phone: '+1 555 0100',
};

it('a customer sees the deadline to cancel and, once it has passed, the number to call', () => {
  expect(getCancellationTerms(terms)).toBe(
    'You can reschedule or cancel until Mar 04, 2026, 10:00 AM (24 hours before your appointment).',
  );
  expect(getCancellationTerms({ ...terms, isDeadlinePast: true })).toBe(
    'The deadline to reschedule or cancel online was Mar 04, 2026, 10:00 AM (24 hours before your appointment). Please call us at +1 555 0100.',
  );
  expect(getCancellationTerms({ ...terms, isDeadlinePast: true, phone: null })).toMatch(
    /\. Please call us\.$/,
  );
});

it("the office sees the customer's deadline to cancel", () => {
  expect(getCancellationTerms({ ...terms, isCustomer: false })).toMatch(
    /^The customer can reschedule/,
  );
  expect(getCancellationTerms({ ...terms, isCustomer: false, isDeadlinePast: true })).toMatch(
    /^The customer's deadline/,
  );
});

it('an appointment that can no longer be changed shows the terms it was booked with', () => {
  expect(getCancellationTerms({ ...terms, canChange: false, noticeHours: 1 })).toBe(
    'Cancellation policy: free rescheduling and cancellation up to 1 hour before your appointment.',
  );
});
