import { expect, test } from 'vitest';
import { clearAttempt, readAttempt, saveAttempt } from './booking-attempt.ts';

const attempt = {
  booking: {
    vehicleId: 3,
    serviceId: 2,
    date: '2026-11-23',
    startTime: '10:00',
    location: '{"address":"12 Elm Street"}',
  },
  idempotencyKey: 'key-1',
};

/** Returns an in-memory storage. */
function makeStorage(): Storage {
  const items = new Map<string, string>();
  return {
    length: 0,
    clear: () => items.clear(),
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

test('a booking that got no response is restored with its key, but only for the same person @booking.lost-network', () => {
  const storage = makeStorage();
  saveAttempt(storage, 'casey', attempt);
  expect(readAttempt(storage, 'casey')).toEqual(attempt);
  expect(readAttempt(storage, 'robin')).toBeNull();
  expect(readAttempt(storage, null)).toBeNull();
  clearAttempt(storage);
  expect(readAttempt(storage, 'casey')).toBeNull();
});

test('stored text that is not a booking is ignored', () => {
  const storage = makeStorage();
  storage.setItem('bookingAttempt', '{');
  expect(readAttempt(storage, 'casey')).toBeNull();
});
