import type { TextRule } from './text-limits.ts';

/*
 * What is told of a job when it is booked, and how to get to the car. Apart from `appointments.ts`,
 * because the booking form needs it before the validator has loaded.
 */

/** Each is a text that may be left out; in the order in which the booking form asks for them. */
export const jobDetailRules = {
  /** How to get in. */
  gateCode: { max: 60, lines: 'one' },
  notes: { max: 2000, lines: 'many' },
} as const satisfies Record<string, TextRule>;

/** For how long after a job the office and its mechanic still see the gate code. */
export const gateCodeKept = { days: 1, words: 'a day' } as const;

/** What forms and screens call the gate code, and what they say of it. */
export const gateCodeWords = {
  label: 'How to get in',
  hint: `A gate code, the entrance or a buzzer. Only our office and the mechanic see it, until ${gateCodeKept.words} after the job.`,
} as const;

export type JobDetailName = keyof typeof jobDetailRules;
export type JobDetails = Readonly<Record<JobDetailName, string | null>>;

export const jobDetailNames = Object.keys(jobDetailRules) as readonly JobDetailName[];

/** An object with one value for each detail. */
export function eachJobDetail<Value>(
  valueOf: (name: JobDetailName) => Value,
): Record<JobDetailName, Value> {
  const entries = jobDetailNames.map((name) => [name, valueOf(name)] as const);
  return Object.fromEntries(entries) as Record<JobDetailName, Value>;
}
