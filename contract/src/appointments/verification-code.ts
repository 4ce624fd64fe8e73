/**
 * The code that verifies a visitor's email address: its length, and how many minutes and attempts a visitor has to
 * enter it. A verified code can be used to book for `verifiedMinutes`, so that the visitor can choose another time if
 * the first has been taken.
 */
export const verificationCode = {
  digits: 6,
  minutes: 10,
  maxAttempts: 5,
  verifiedMinutes: 30,
} as const;

/** The limits on booking without an account, which the business sets. */
export interface VisitorLimits {
  /** How many codes are sent to one mailbox within an hour. */
  readonly codesPerMailbox: number;
  /** How many codes are requested from one network within an hour. */
  readonly codesPerNetwork: number;
  /** How many codes are sent within a day. */
  readonly codesPerDay: number;
  /** How many bookings a person without an account may have that are waiting for a mechanic. */
  readonly maxOpenVisitorBookings: number;
}

/** The limits of a new business. */
export const defaultVisitorLimits: VisitorLimits = {
  codesPerMailbox: 3,
  codesPerNetwork: 10,
  codesPerDay: 200,
  maxOpenVisitorBookings: 2,
};
