import type { TextRule } from '../fields/text-limits.ts';

/*
 * Text that a customer may add to a booking: how to get to the car, and notes about the job. The limits are separate
 * from `schemas.ts`, because the booking form needs them before the validator has loaded.
 */

/** The limits of each text, in the order of the booking form. All are optional. */
export const jobDetailRules = {
  /** How to get to the car: a code, an entrance, a buzzer. */
  gateCode: { max: 60, lines: 'one' },
  notes: { max: 2000, lines: 'many' },
} as const satisfies Record<string, TextRule>;

/** The highest mileage that can be entered when a job is completed, in miles. */
export const highestMileage = 2_000_000;

/** The limits of the mechanic's note about the work, which is entered when a job is completed. */
export const workNoteRule = { max: 2000, lines: 'many' } as const satisfies TextRule;

/** How long after a job the office and the job's mechanic can still see the gate code. */
export const gateCodeRetention = { days: 1, text: 'a day' } as const;

/** The gate code's label and hint on forms and screens. */
export const gateCodeTexts = {
  label: 'Access instructions',
  hint: `Gate code, entrance, or buzzer number. Only the office and the mechanic can see this, and only until ${gateCodeRetention.text} after the job.`,
} as const;

export type JobDetailName = keyof typeof jobDetailRules;
export type JobDetails = Readonly<Record<JobDetailName, string | null>>;

export const jobDetailNames = Object.keys(jobDetailRules) as readonly JobDetailName[];

/** Returns an object with the result of `toValue` for each detail. */
export function mapJobDetails<Value>(
  toValue: (name: JobDetailName) => Value,
): Record<JobDetailName, Value> {
  const entries = jobDetailNames.map((name) => [name, toValue(name)] as const);
  return Object.fromEntries(entries) as Record<JobDetailName, Value>;
}
