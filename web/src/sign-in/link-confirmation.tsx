import type { UseMutationResult } from '@tanstack/react-query';
import { getErrorMessage } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { AuthFrame } from './auth-frame.tsx';

interface LinkConfirmationProps {
  title: string;
  subtitle: string;
  /** The button's label, a verb, and its label while the request is pending. */
  action: string;
  pendingLabel: string;
  mutation: Pick<UseMutationResult<unknown, Error, void>, 'error' | 'isPending' | 'mutate'>;
}

/**
 * Asks whoever opened a link from an email to press a button. Opening the link changes nothing, since email programs
 * open links to check them.
 */
export function LinkConfirmation({
  title,
  subtitle,
  action,
  pendingLabel,
  mutation,
}: LinkConfirmationProps) {
  return (
    <AuthFrame title={title} subtitle={subtitle}>
      {mutation.error && (
        <Callout tone="alert">
          <p>{getErrorMessage(mutation.error)}</p>
        </Callout>
      )}
      <Button
        variant="primary"
        block
        pending={mutation.isPending}
        pendingLabel={pendingLabel}
        onClick={() => mutation.mutate()}
      >
        {action}
      </Button>
    </AuthFrame>
  );
}
