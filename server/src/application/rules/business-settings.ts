/** What the rules need to know of the business, apart from how the process is run. */
export interface BusinessSettings {
  readonly name: string;
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly phone: string | null;
  /** Where it is, as its receipts say. */
  readonly address: string | null;
  readonly cityCentre: { readonly lat: number; readonly lng: number };
  /** Customers may cancel or reschedule until this long before the start. */
  readonly cancelUntilHours: number;
  /** How many bookings of one customer may wait for a mechanic. */
  readonly maxOpenBookings: number;
  /** Customers book this long before the start at least; the office isn't bound by it. */
  readonly noticeHours: number;
  /** Whether a plan's benefits count while its present fee is still to be paid. */
  readonly plansBeforePayment: boolean;
  /** Whether jobs must also end within a mechanic's hours. */
  readonly jobsEndWithinHours: boolean;
}
