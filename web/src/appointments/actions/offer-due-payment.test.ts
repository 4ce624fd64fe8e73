import { expect, test } from 'vitest';
import { findDuePayment } from './offer-due-payment.ts';

const payment = { id: 7, status: 'pending', amount: '89.00' } as const;

test('a payment is offered only if something is due and the viewer may record it @payments.after-completion', () => {
  expect(findDuePayment(payment, 'mechanic')).toBe(payment);
  expect(findDuePayment(payment, 'admin')).toBe(payment);
  expect(findDuePayment(payment, 'service_advisor')).toBeNull();
  expect(findDuePayment({ ...payment, amount: '0.00' }, 'mechanic')).toBeNull();
  expect(findDuePayment({ ...payment, status: 'completed' }, 'mechanic')).toBeNull();
  expect(findDuePayment(null, 'mechanic')).toBeNull();
});
