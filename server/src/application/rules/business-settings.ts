import type { OutsideAreaPolicy } from '@curbwrench/contract/business/schemas';
import type { VisitorLimits } from '@curbwrench/contract/appointments/verification-code';
import type { BookingRules } from '@curbwrench/contract/scheduling/booking-rules';

/** The business settings that rules use. The configuration of the process is separate. */
export interface BusinessSettings extends BookingRules, VisitorLimits {
  readonly name: string;
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly phone: string | null;
  /** The address of the business, as shown on its receipts. */
  readonly address: string | null;
  readonly cityCenter: { readonly lat: number; readonly lng: number };
  /** Customers may cancel or reschedule up to this many hours before the start. */
  readonly cancellationCutoffHours: number;
  /** How many of a customer's bookings may be waiting for a mechanic. */
  readonly maxOpenBookings: number;
  /** Whether a plan's benefits apply while its current fee is still unpaid. */
  readonly plansStartBeforePayment: boolean;
  /** What happens when a customer's address is in no service area. */
  readonly outsideAreaPolicy: OutsideAreaPolicy;
  /** For how many minutes after each job the mechanic gets no other job. */
  readonly bufferMinutes: number;
  /** Whether jobs must also end within a mechanic's hours. */
  readonly jobsMustEndWithinWorkingHours: boolean;
  /** The headline of the landing page, and the introduction below it; null for the default. */
  readonly landingHeadline: string | null;
  readonly landingIntro: string | null;
}
