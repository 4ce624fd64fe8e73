import type { Problem } from '@curbwrench/contract/errors';

/**
 * A call that was answered, but not with a success. Its message is status and body:
 * '409: That time slot was just taken.'. It is not a network failure: those stay the `TypeError`
 * that `fetch` throws.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's sentence alone, for a place where a status number would only puzzle. */
  readonly sentence: string;
  /** Which refusal it is, by a code that stays; null where the answer names none. */
  readonly code: string | null;
  /** For a form: a sentence by the name of its field. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, sentence: string, problem: Partial<Problem> = {}) {
    super(`${status}: ${sentence}`);
    this.status = status;
    this.sentence = sentence;
    this.code = problem.code ?? null;
    this.fields = problem.fields ?? {};
  }
}

/**
 * The sentence to show for anything that was thrown: the server's own, a plain one for a lost
 * network, else `fallback`.
 */
export function sentenceOf(error: unknown, fallback = 'An unknown error occurred'): string {
  if (error instanceof ApiError) return error.sentence;
  if (error instanceof TypeError) return "We couldn't reach the server. Check your connection.";
  return fallback;
}

/**
 * The message of anything that was thrown, as toasts show it: 'status: body' for an
 * answered call, the words of a lost network, else `fallback`.
 */
export function messageOf(error: unknown, fallback = 'An unknown error occurred'): string {
  return error instanceof ApiError ? error.message : sentenceOf(error, fallback);
}
