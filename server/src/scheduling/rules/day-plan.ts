/** Minutes of the day, half-open. One of no length conflicts with nothing. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A mechanic as one day finds them. */
export interface MechanicDay {
  readonly id: string;
  readonly skills: readonly string[];
  /** Working hours of this weekday; none: does not work that day. */
  readonly hours: readonly Interval[];
  /** Time off that touches the day, cut to it. */
  readonly off: readonly Interval[];
}

/**
 * An open appointment of the day: fixed on a mechanic (`mechanicId`), holding the time of one
 * (`holdId`), or neither, and then it holds nobody's time.
 */
export interface Engagement {
  readonly appointmentId: number;
  readonly interval: Interval;
  readonly skill: string | null;
  readonly mechanicId: string | null;
  readonly holdId: string | null;
  /** Mechanics who declined it: their time is not held for it again. */
  readonly except?: readonly string[];
}

/** Everything about one business day that decides what still fits into it. */
export interface DayPlan {
  readonly date: string;
  /** The holiday's name; the business is closed on it. */
  readonly holiday: string | null;
  /** Whether the business has any active mechanic at all. */
  readonly hasMechanics: boolean;
  /** The active ones, those who do not work that day too. */
  readonly mechanics: readonly MechanicDay[];
  readonly engagements: readonly Engagement[];
  /** The setting that asks a job to end within the working hours. */
  readonly mustEndWithinHours: boolean;
}
