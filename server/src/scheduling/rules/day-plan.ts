import type { BookingRules } from '@curbwrench/contract/scheduling/booking-rules';

/** A half-open interval of minutes since midnight. An interval of length zero conflicts with nothing. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A part of a day during which a mechanic is off. */
export interface OffTime extends Interval {
  /** Whether the mechanic called in sick or went offline today, rather than having planned time off. */
  readonly isUnplanned?: boolean;
}

/** A mechanic on one day. */
export interface MechanicDay {
  readonly id: string;
  readonly skills: readonly string[];
  /** Working hours on this date; empty if they don't work that day. */
  readonly hours: readonly Interval[];
  /** Time off within the day, clipped to it. */
  readonly off: readonly OffTime[];
}

/**
 * An open appointment on the day: assigned to a mechanic (`mechanicId`), holding a mechanic's time (`heldMechanicId`),
 * or neither, in which case it takes up no one's time.
 */
export interface Commitment {
  readonly appointmentId: number;
  readonly interval: Interval;
  /** The minutes after the job during which its mechanic can't do another one; 0 if missing. */
  readonly buffer?: number | undefined;
  /** Whether the office confirmed that the job is outside working hours. */
  readonly outsideHours?: boolean | undefined;
  readonly skills: readonly string[];
  readonly mechanicId: string | null;
  readonly heldMechanicId: string | null;
  /** Mechanics who declined the appointment; their time is not held for it again. */
  readonly declinedBy?: readonly string[];
}

/** Everything about one business day that determines which jobs still fit into it. */
export interface DayPlan {
  readonly date: string;
  /** The holiday's name if the business is closed that day, or null. */
  readonly holiday: string | null;
  /** Whether the business has any active mechanic. */
  readonly hasMechanics: boolean;
  /** The active mechanics, including those who do not work that day. */
  readonly mechanics: readonly MechanicDay[];
  readonly commitments: readonly Commitment[];
  /** The setting that requires jobs to end within the working hours. */
  readonly mustEndWithinWorkingHours: boolean;
  /** The current setting for the minutes after a job during which its mechanic can't do another one. */
  readonly bufferMinutes: number;
  /** The rules for the times that customers can choose. */
  readonly rules: BookingRules;
}
