import { StatementError } from './errors.ts';

/**
 * Returns whether the error is "cached plan must not change result type": a migration ran since the
 * statement was prepared.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof StatementError &&
    error.code === '0A000' &&
    error.message.startsWith('cached plan')
  );
}
