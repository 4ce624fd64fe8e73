import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { sessionKey } from '../api/query-client.ts';
import { showToast } from '../ui/toast-store.ts';

interface SickChange {
  readonly id: string;
  /** Whether the mechanic is off sick from now on, or back. */
  readonly sick: boolean;
  /** Runs even if an event has already removed what was pressed. */
  readonly onSuccess: () => void;
}

/** Returns what reports a mechanic sick for the rest of today, or back. A failure is shown in a toast. */
export function useSickToday() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, sick }: SickChange) =>
      call(sick ? 'reportSick' : 'withdrawSick', { params: { id } }),
    onSuccess: (_mechanic, { onSuccess }) => {
      onSuccess();
      return Promise.all(
        [sessionKey, ['mechanic'], ['appointment']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error, { sick }) =>
      showToast({
        title: sick ? 'Failed to report sick' : 'Failed to take it back',
        description: getErrorMessageWithStatus(error),
        destructive: true,
      }),
  });
  return {
    isPending,
    change: (id: string, sick: boolean, onSuccess: () => void) => mutate({ id, sick, onSuccess }),
  };
}
