import type { BookingAttempt } from './queries.ts';

/**
 * The attempt to make of a booking. Pressing again with nothing changed, as after a network that
 * failed half-way, is the same attempt and keeps its key, so that the server makes it once;
 * any change is another attempt with a key of its own.
 */
export function attemptOf(
  booking: BookingAttempt['booking'],
  last: BookingAttempt | null,
  makeKey: () => string,
): BookingAttempt {
  const isRepeat = last !== null && JSON.stringify(last.booking) === JSON.stringify(booking);
  return isRepeat ? last : { booking, idempotencyKey: makeKey() };
}
