import type { Problem } from '@curbwrench/contract/api/errors';

/**
 * Thrown for every response that is not a success. Its message is the status and the body, such as '409: That time
 * slot was just taken.' A network failure remains the `TypeError` that `fetch` throws.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's message without the status, for screens where the number would only confuse people. */
  readonly serverMessage: string;
  /** A stable code that identifies the refusal; null if the response has none. */
  readonly code: string | null;
  /** For a form: a message for each invalid field, by field name. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, serverMessage: string, problem: Partial<Problem> = {}) {
    super(`${status}: ${serverMessage}`);
    this.status = status;
    this.serverMessage = serverMessage;
    this.code = problem.code ?? null;
    this.fields = problem.fields ?? {};
  }
}

/**
 * Returns the message to show for any thrown value: the server's message, a fixed message for a network
 * failure, or `fallback`.
 */
export function getErrorMessage(error: unknown, fallback = 'An unknown error occurred'): string {
  if (error instanceof ApiError) return error.serverMessage;
  if (error instanceof TypeError) return "We couldn't reach the server. Check your connection.";
  return fallback;
}

/**
 * Like `getErrorMessage`, but with the status before the server's message, as toasts show it: '409: That time slot
 * was just taken.'
 */
export function getErrorMessageWithStatus(
  error: unknown,
  fallback = 'An unknown error occurred',
): string {
  return error instanceof ApiError ? error.message : getErrorMessage(error, fallback);
}
