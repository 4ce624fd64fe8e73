import { expect, test } from 'vitest';
import { toAttempt } from './use-submit-booking.ts';

const booking = {
  vehicleId: 3,
  serviceId: 2,
  date: '2026-11-23',
  startTime: '10:00',
  location: '{"address":"12 Elm Street"}',
};

function makeKeyGenerator() {
  let count = 0;
  return () => `key-${++count}`;
}

test('submitting an unchanged booking again reuses the idempotency key', () => {
  const makeKey = makeKeyGenerator();
  const first = toAttempt(booking, null, makeKey);
  expect(toAttempt({ ...booking }, first, makeKey).idempotencyKey).toBe(first.idempotencyKey);
});

test('submitting a changed booking makes a new attempt with a new key', () => {
  const makeKey = makeKeyGenerator();
  const first = toAttempt(booking, null, makeKey);
  const second = toAttempt({ ...booking, startTime: '11:00' }, first, makeKey);
  expect(second).toEqual({ booking: { ...booking, startTime: '11:00' }, idempotencyKey: 'key-2' });
});
