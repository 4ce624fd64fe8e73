import type { Problem } from '@curbwrench/contract/api/errors';

/**
 * Thrown for every response that is not a success. Its message is the status and the body, such as '409: That time
 * slot was just taken.' A network failure remains the `TypeError` that `fetch` throws.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's sentence without the status, for screens where the number would only confuse people. */
  readonly sentence: string;
  /** A stable code that identifies the refusal; null if the response has none. */
  readonly code: string | null;
  /** For a form: a sentence for each invalid field, by field name. */
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
 * Returns the sentence to show for any thrown value: the server's sentence, a fixed sentence for a network
 * failure, or `fallback`.
 */
export function getErrorMessage(error: unknown, fallback = 'An unknown error occurred'): string {
  if (error instanceof ApiError) return error.sentence;
  if (error instanceof TypeError) return "We couldn't reach the server. Check your connection.";
  return fallback;
}

/**
 * Returns the message of any thrown value, as toasts show it: 'status: body' for a response, a
 * fixed sentence for a network failure, or `fallback`.
 */
export function getErrorMessageWithStatus(
  error: unknown,
  fallback = 'An unknown error occurred',
): string {
  return error instanceof ApiError ? error.message : getErrorMessage(error, fallback);
}
