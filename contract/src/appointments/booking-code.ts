/**
 * The code that verifies a visitor's email address: its length, for how many minutes and attempts it can be entered,
 * and for how many minutes a verified code can be used to book, so that another time can be chosen if the first has
 * been taken.
 */
export const bookingCode = { digits: 6, minutes: 10, attempts: 5, verifiedMinutes: 30 } as const;

/** How many bookings of a person without an account may wait for a mechanic at the same time. */
export const maxOpenBookingsWithoutAccount = 2;
