import type { UseMutationResult } from '@tanstack/react-query';
import { getErrorMessage } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';

interface StopTextsButtonProps {
  stop: Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'mutateAsync'>;
  /** The title of the toast that reports a failure. */
  failure: string;
  size?: 'sm';
}

/** Renders the button that stops text messages to a person. */
export function StopTextsButton({ stop, failure, size }: StopTextsButtonProps) {
  async function stopTexts() {
    try {
      await stop.mutateAsync();
      showToast({ title: 'Texts stopped' });
    } catch (error) {
      showFailureToast(failure, getErrorMessage(error));
    }
  }

  return (
    <Button
      {...(size && { size })}
      pending={stop.isPending}
      pendingLabel="Stopping..."
      onClick={() => void stopTexts()}
    >
      Stop texts
    </Button>
  );
}
