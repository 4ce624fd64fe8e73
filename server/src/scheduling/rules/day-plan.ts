/** Minutes of the day, half-open. An interval of length zero conflicts with nothing. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A mechanic on one day. */
export interface MechanicDay {
  readonly id: string;
  readonly skills: readonly string[];
  /** Working hours on this weekday; empty: does not work that day. */
  readonly hours: readonly Interval[];
  /** Time off within the day, clipped to it. */
  readonly off: readonly Interval[];
}

/**
 * An open appointment of the day: assigned to a mechanic (`mechanicId`), holding the time of one (`holdMechanicId`), or
 * neither, in which case it takes up no one's time.
 */
export interface Engagement {
  readonly appointmentId: number;
  readonly interval: Interval;
  readonly skills: readonly string[];
  readonly mechanicId: string | null;
  readonly holdMechanicId: string | null;
  /** Mechanics who declined it, whose time is not held for it again. */
  readonly declinedBy?: readonly string[];
}

/** Everything about one business day that determines what still fits into it. */
export interface DayPlan {
  readonly date: string;
  /** The holiday's name; the business is closed then. */
  readonly holiday: string | null;
  /** Whether the business has any active mechanic. */
  readonly hasMechanics: boolean;
  /** The active mechanics, including those who do not work that day. */
  readonly mechanics: readonly MechanicDay[];
  readonly engagements: readonly Engagement[];
  /** The setting that requires jobs to end within the working hours. */
  readonly mustEndWithinHours: boolean;
}
