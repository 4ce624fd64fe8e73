import { expect, test } from 'vitest';
import { paymentMethodText, paymentServiceText, receiptTime } from './payment-labels.ts';

test('a payment is labeled with its services, as a direct payment, or as an unknown service @payments.labels', () => {
  const service = { id: 1, name: 'Brakes' };
  expect(paymentServiceText({ appointmentId: 7, service, moreServices: 2 })).toBe(
    'Brakes + 2 more',
  );
  expect(paymentServiceText({ appointmentId: 7, service, moreServices: 0 })).toBe('Brakes');
  expect(paymentServiceText({ appointmentId: null, service: null, moreServices: 0 })).toBe(
    'Direct Payment',
  );
  expect(paymentServiceText({ appointmentId: 7, service: null, moreServices: 0 })).toBe(
    'Unknown Service',
  );
});

test('a receipt shows the date of the payment; an invoice shows the date on which the amount became due', () => {
  const createdAt = '2026-03-02T20:00:00Z';
  const paidAt = '2026-03-03T17:00:00Z';
  expect(receiptTime({ createdAt, paidAt })).toBe(paidAt);
  expect(receiptTime({ createdAt, paidAt: null })).toBe(createdAt);
});

test('a payment method is shown with spaces, and as N/A if there is none @payments.labels', () => {
  expect(paymentMethodText('bank_transfer')).toBe('bank transfer');
  expect(paymentMethodText(null)).toBe('N/A');
});
