import type { BookingAttempt } from './queries.ts';

const key = 'bookingAttempt';

interface StoredAttempt {
  /** The id of the person who sent it. */
  readonly owner: string;
  readonly attempt: BookingAttempt;
}

/**
 * Stores a booking that is being sent, until the tab is closed. If no response arrives, it can be sent again with the
 * same idempotency key even after a reload, so that it is booked only once.
 */
export function saveAttempt(storage: Storage, owner: string, attempt: BookingAttempt): void {
  storage.setItem(key, JSON.stringify({ owner, attempt } satisfies StoredAttempt));
}

/** Returns this person's booking that got no response, or null. */
export function readAttempt(storage: Storage, owner: string | null): BookingAttempt | null {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? 'null') as StoredAttempt | null;
    return stored !== null && stored.owner === owner ? stored.attempt : null;
  } catch {
    return null;
  }
}

/** Deletes the stored booking, once there is a response or the person changes the form. */
export function clearAttempt(storage: Storage): void {
  storage.removeItem(key);
}
