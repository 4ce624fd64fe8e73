const key = 'bookingVerification';

/** The state of verifying a visitor's email address with a code sent to it. */
export interface BookingVerification {
  readonly email: string;
  /** A secret that only this browser has, without which the code can't be used. */
  readonly token: string;
  /** The code, only in the demo. */
  readonly demoCode: string | null;
  /** The code as the visitor entered it, unless it was refused; it can be used again until the booking is made. */
  readonly code: string | null;
  /** When the code was sent, in milliseconds since 1970. */
  readonly sentAt: number;
}

/** Stores a verification until the tab is closed, so that a booking can be sent again after a reload. */
export function saveVerification(storage: Storage, verification: BookingVerification): void {
  storage.setItem(key, JSON.stringify(verification));
}

/** Returns the verification of this email address; null if there is none. */
export function readVerification(storage: Storage, email: string): BookingVerification | null {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? 'null') as BookingVerification | null;
    return stored?.email === email && typeof stored.token === 'string' ? stored : null;
  } catch {
    return null;
  }
}

/** Deletes the stored verification, once the booking is made. */
export function clearVerification(storage: Storage): void {
  storage.removeItem(key);
}
