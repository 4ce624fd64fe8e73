import type { z } from 'zod';
import { ApiError, sentenceOf } from '../api/api-error.ts';

/** A sentence by the name of its field. */
export type Problems = Readonly<Partial<Record<string, string>>>;

/** What the contract has against these values, field by field; empty when it takes them. */
export function fieldProblems(schema: z.ZodType, values: unknown): Problems {
  const problems: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    problems[String(path[0])] ??= message;
  }
  return problems;
}

/** Why a call was refused: at its fields, or as a sentence over the form. */
export function refusalOf(error: Error | null): { fields: Problems; sentence: string | undefined } {
  if (error === null) return { fields: {}, sentence: undefined };
  const fields = error instanceof ApiError ? error.fields : {};
  const isAtField = Object.keys(fields).length > 0;
  return { fields, sentence: isAtField ? undefined : sentenceOf(error) };
}

/** Once the problems are shown, the focus goes to the first of them. */
export function focusFirstProblem(form: HTMLFormElement): void {
  const wrong = ':is(input, textarea)[aria-invalid="true"], [aria-invalid="true"] input';
  requestAnimationFrame(() => form.querySelector<HTMLElement>(wrong)?.focus());
}
