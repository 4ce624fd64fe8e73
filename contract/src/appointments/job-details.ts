import type { TextRule } from '../fields/text-limits.ts';

/*
 * What a customer adds about a job when booking, and how to reach the car. Separate from
 * `schemas.ts`, because the booking form needs it before the validator has loaded.
 */

/** Each is an optional text; in the order of the booking form. */
export const jobDetailRules = {
  /** How to get in. */
  gateCode: { max: 60, lines: 'one' },
  notes: { max: 2000, lines: 'many' },
} as const satisfies Record<string, TextRule>;

/** How long after a job the office and its mechanic can still see the gate code. */
export const gateCodeRetention = { days: 1, words: 'a day' } as const;

/** The labels and hints of the gate code on forms and screens. */
export const gateCodeTexts = {
  label: 'How to get in',
  hint: `A gate code, the entrance or a buzzer. Only our office and the mechanic see it, until ${gateCodeRetention.words} after the job.`,
} as const;

export type JobDetailName = keyof typeof jobDetailRules;
export type JobDetails = Readonly<Record<JobDetailName, string | null>>;

export const jobDetailNames = Object.keys(jobDetailRules) as readonly JobDetailName[];

/** Returns an object with one value for each detail. */
export function eachJobDetail<Value>(
  valueOf: (name: JobDetailName) => Value,
): Record<JobDetailName, Value> {
  const entries = jobDetailNames.map((name) => [name, valueOf(name)] as const);
  return Object.fromEntries(entries) as Record<JobDetailName, Value>;
}
