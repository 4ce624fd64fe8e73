import { useQueryClient } from '@tanstack/react-query';
import { useState, type BaseSyntheticEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError, getErrorMessageWithStatus, getErrorMessage } from '../api/api-error.ts';
import { sessionKey } from '../api/query-client.ts';
import { showToast } from '../ui/toast-store.ts';

/** A toast that reports a failure and its reason. */
interface FailureToast {
  readonly title: string;
  /** Shown if the failure has no message of its own. */
  readonly fallback?: string;
}

/**
 * Submits a form with one request. A refusal is shown where the mistake is: next to its field, which takes focus,
 * or above the form. Submitting again while a request is in flight does nothing.
 *
 * @param send sends the request with the validated values, and handles its success
 * @param failureToast shows refusals in a toast instead of above the form
 */
export function useFormRequest<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  send: (values: Out) => Promise<unknown>,
  failureToast?: FailureToast,
) {
  const client = useQueryClient();
  const { isSubmitting, errors } = form.formState;
  const [errorCode, setErrorCode] = useState<string | null>(null);

  async function submit(values: Out): Promise<void> {
    setErrorCode(null);
    try {
      await send(values);
    } catch (error) {
      showError(error);
      setErrorCode(error instanceof ApiError ? error.code : null);
      if (error instanceof ApiError && error.code === 'not_signed_in') {
        void client.invalidateQueries({ queryKey: sessionKey, exact: true });
      }
    }
  }

  function showError(error: unknown): void {
    const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
    const knownFields = fields.filter(([name]) => name in form.getValues());
    knownFields.forEach(([name, message], index) =>
      form.setError(name as Path<In>, { message }, { shouldFocus: index === 0 }),
    );
    if (failureToast) {
      const { title, fallback } = failureToast;
      showToast({
        title,
        description: getErrorMessageWithStatus(error, fallback),
        destructive: true,
      });
    } else if (knownFields.length === 0) form.setError('root', { message: getErrorMessage(error) });
  }

  return {
    handleSubmit: (event: BaseSyntheticEvent) => {
      if (isSubmitting) event.preventDefault();
      else void form.handleSubmit(submit)(event);
    },
    isPending: isSubmitting,
    /** The message shown above the form. */
    problem: errors.root?.message,
    /** The server's error code for the last attempt; null if there is none. */
    errorCode,
  };
}
