import { expect, test } from 'vitest';
import { paymentMethodText, paymentServiceText } from './payment-words.ts';

test('a payment is for a service, for none, or for one that is not found', () => {
  expect(paymentServiceText({ appointmentId: 7, service: { id: 1, name: 'Brakes' } })).toBe(
    'Brakes',
  );
  expect(paymentServiceText({ appointmentId: null, service: null })).toBe('Direct Payment');
  expect(paymentServiceText({ appointmentId: 7, service: null })).toBe('Unknown Service');
});

test('a method is shown with spaces, and as N/A where there is none', () => {
  expect(paymentMethodText('bank_transfer')).toBe('bank transfer');
  expect(paymentMethodText(null)).toBe('N/A');
});
