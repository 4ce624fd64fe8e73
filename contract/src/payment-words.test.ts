import { expect, test } from 'vitest';
import { paymentMethodText, paymentServiceText, receiptInstant } from './payment-words.ts';

test('a payment is for a service, for none, or for one that is not found @payments.labels', () => {
  expect(paymentServiceText({ appointmentId: 7, service: { id: 1, name: 'Brakes' } })).toBe(
    'Brakes',
  );
  expect(paymentServiceText({ appointmentId: null, service: null })).toBe('Direct Payment');
  expect(paymentServiceText({ appointmentId: 7, service: null })).toBe('Unknown Service');
});

test('a receipt is of when it was paid, and a statement of since when it is due', () => {
  const createdAt = '2026-03-02T20:00:00Z';
  const paidAt = '2026-03-03T17:00:00Z';
  expect(receiptInstant({ createdAt, paidAt })).toBe(paidAt);
  expect(receiptInstant({ createdAt, paidAt: null })).toBe(createdAt);
});

test('a method is shown with spaces, and as N/A where there is none @payments.labels', () => {
  expect(paymentMethodText('bank_transfer')).toBe('bank transfer');
  expect(paymentMethodText(null)).toBe('N/A');
});
